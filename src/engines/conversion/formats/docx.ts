// Word documents: the archive is looked at first, then mammoth makes HTML of it, and that becomes Markdown.
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { isHarmless, openImportAssets } from '../archives/import-assets.ts'
import type { ImportTree } from '../archives/import-tree.ts'
import { type UnzippedFiles, unzip } from '../archives/unzip.ts'
import { Refusal } from '../refusal.ts'
import { decodeText } from '../text.ts'
import { htmlPage } from './html/page.ts'
import { openCounting } from './word/list-numbers.ts'
import { MARK_STYLES, startLists, withMarks } from './word/marks.ts'

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

export async function convertDocx(bytes: Uint8Array, title: string): Promise<ImportTree> {
  // All of it, whatever its name: a bomb is found here, and mammoth gets only what was measured.
  const { files } = await unzip(bytes, { withHidden: true })
  const assets = openImportAssets()
  const html = await htmlOf(marked(files))
  const ref = assets.nextRef()
  const page = htmlPage(html, {
    title,
    prepare: startLists,
    targetOf: (written, use) => {
      if (/^data:/i.test(written)) return use === 'image' ? assets.takeData(written) : undefined
      return isHarmless(written) ? written : undefined
    },
  })
  return assets.tree([{ ref, children: [], ...page }])
}

/** The parts with text, with what mammoth would pass over. */
function marked(files: UnzippedFiles): UnzippedFiles {
  const numbering = files.get('word/numbering.xml')
  const count = openCounting(numbering ? decodeText(numbering) : '')
  const isText = (path: string) => /^word\/(?:document|footnotes|endnotes)\d*\.xml$/.test(path)
  return new Map(
    [...files].map(([path, bytes]) => [
      path,
      isText(path) ? Buffer.from(withMarks(decodeText(bytes), count)) : bytes,
    ]),
  )
}

async function htmlOf(files: UnzippedFiles) {
  // Not packed: it is read at once.
  const buffer = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }))
  const styleMap = [...STYLES, ...MARK_STYLES]
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap, externalFileAccess: false })
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal('invalid', `the Word document cannot be read: ${reason}`)
  }
}
