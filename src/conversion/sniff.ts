// What bytes are, by themselves: names and media types are only what somebody says.
import { decodeText } from './text.ts'

export type Kind =
  | 'zip'
  | 'docx'
  | 'html'
  | 'text'
  | 'pdf'
  | 'image'
  | 'old Word'
  | 'office'
  | 'rtf'
  | 'other archive'
  | 'unknown'

const MAGIC: [Kind, number[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['old Word', [0xd0, 0xcf, 0x11, 0xe0]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['image', [0x52, 0x49, 0x46, 0x46]],
  ['other archive', [0x1f, 0x8b]],
  ['other archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['other archive', [0x52, 0x61, 0x72, 0x21]],
]

export function kindOf(bytes: Uint8Array): Kind {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])) return zipKind(bytes)
  for (const [kind, magic] of MAGIC) if (startsWith(bytes, magic)) return kind
  const isWide = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])
  if (!isWide && bytes.subarray(0, 8192).includes(0)) return 'unknown'
  return isPage(decodeText(bytes.subarray(0, 65_536))) ? 'html' : 'text'
}

/** A whole page. Markdown too may begin with an element. */
function isPage(text: string) {
  const start = text.replace(/^(?:\ufeff|\s|<!--[\s\S]*?-->|<\?xml[^>]*>)+/, '').slice(0, 200)
  return /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(start)
}

/** Whether there are elements at all. */
export function hasElements(text: string) {
  return /<(?:p|div|h[1-6]|ul|ol|table|article|section|span|a|img|pre|blockquote|br)[\s/>]/i.test(text)
}

/** The names of an archive stand at its end; those of office documents are always the same. */
function zipKind(bytes: Uint8Array): Kind {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.includes('[Content_Types].xml'))
    return buffer.includes('mimetypeapplication/') ? 'office' : 'zip'
  if (buffer.includes('word/document')) return 'docx'
  return buffer.includes('xl/workbook') || buffer.includes('ppt/presentation') ? 'office' : 'zip'
}

function startsWith(bytes: Uint8Array, magic: number[]) {
  return magic.every((byte, at) => bytes[at] === byte)
}
