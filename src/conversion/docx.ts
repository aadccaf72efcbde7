// Word documents: the archive is looked at first, then mammoth makes HTML of it, and that becomes Markdown.
import mammoth from 'mammoth'
import type { Forest } from './forest.ts'
import { htmlPage } from './html/page.ts'
import { Refusal } from './refusal.ts'
import { isHarmless, openShelf } from './shelf.ts'
import { unzip } from './unzip.ts'

/** Styles that Word and its kin ship, in the languages in which their names are kept as they are. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Plain Text'] => pre:separator('\\n')",
  "r[style-name='Code'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
  'strike => s',
]

export async function convertDocx(bytes: Uint8Array, title: string): Promise<Forest> {
  // A bomb is found here: mammoth would unpack it.
  await unzip(bytes)
  const shelf = openShelf()
  const html = await htmlOf(bytes)
  const ref = shelf.nextRef()
  const page = htmlPage(html, {
    title,
    targetOf: (written, use) => {
      if (/^data:/i.test(written)) return use === 'image' ? shelf.takeData(written) : undefined
      return isHarmless(written) ? written : undefined
    },
  })
  return shelf.forest([{ ref, children: [], ...page }])
}

async function htmlOf(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, externalFileAccess: false })
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal('invalid', `the Word document can not be read: ${reason}`)
  }
}
