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

/** Office documents are archives whose files always have the same names. */
function zipKind(bytes: Uint8Array): Kind {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = namesIn(buffer)
  // What a damaged one was meant to be can only be guessed. In a whole one an office document may be inside.
  const has = (start: string) =>
    names ? names.some((name) => name.startsWith(start)) : buffer.includes(start)
  if (!has('[Content_Types].xml'))
    return buffer.subarray(FIRST_NAME).toString('latin1', 0, 20) === 'mimetypeapplication/' ? 'office' : 'zip'
  if (has('word/document')) return 'docx'
  return has('xl/workbook') || has('ppt/presentation') ? 'office' : 'zip'
}

const FIRST_NAME = 30
const DIRECTORY_END = Buffer.from([0x50, 0x4b, 5, 6])
const DIRECTORY_ENTRY = 0x02014b50

/** The names that the directory at the end of an archive lists; undefined when there is none to be found. */
function namesIn(buffer: Buffer): string[] | undefined {
  const end = buffer.lastIndexOf(DIRECTORY_END)
  if (end < 0 || end + 22 > buffer.length) return
  const names: string[] = []
  let at = buffer.readUInt32LE(end + 16)
  while (at + 46 <= end && buffer.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((field) => buffer.readUInt16LE(at + field))
    const start = at + 46
    names.push(buffer.toString('latin1', start, start + (name ?? 0)).replaceAll('\\', '/'))
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return names.length === 0 ? undefined : names
}

function startsWith(bytes: Uint8Array, magic: number[]) {
  return magic.every((byte, at) => bytes[at] === byte)
}
