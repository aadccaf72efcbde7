// Bytes from anywhere to pages: the kind of the bytes is looked at, and must be one that the source can be.

import { type CheckedTree, checkImportTree, type ImportTree } from './archives/import-tree.ts'
import { stemOf, titleFromName } from './archives/names.ts'
import { convertZip } from './archives/zip.ts'
import { convertConfluence } from './formats/confluence.ts'
import { convertDocx } from './formats/docx.ts'
import { convertWikiPage, convertWikiZip } from './formats/github-wiki.ts'
import { convertGooglePage, convertGoogleZip } from './formats/google-docs.ts'
import { convertNotion } from './formats/notion.ts'
import { Refusal } from './refusal.ts'
import { convertHtml, convertMarkdown, type DocumentOrigin } from './single.ts'
import { hasElements, type Kind, kindOf } from './sniff.ts'
import type { ConversionInput, ImportSource } from './sources.ts'
import { decodeText } from './text.ts'

/** What each kind is called, and what to ask for when it was not expected. */
const KINDS: Record<Kind, { words: string; sources: ImportSource[] }> = {
  zip: { words: 'a zip archive', sources: ['zip', 'notion', 'confluence', 'google-docs', 'github-wiki'] },
  docx: { words: 'a Word document', sources: ['docx'] },
  html: { words: 'an HTML page', sources: ['html', 'website'] },
  text: { words: 'plain text or Markdown', sources: ['markdown'] },
  pdf: { words: 'a PDF file', sources: [] },
  image: { words: 'an image', sources: [] },
  'old Word': { words: 'a document of an old Word; save it as .docx', sources: [] },
  office: { words: 'a document of another office program', sources: [] },
  rtf: { words: 'an RTF document; save it as .docx', sources: [] },
  'other archive': { words: 'an archive in another format than zip; pack it as zip', sources: [] },
  unknown: { words: 'bytes of an unknown kind', sources: [] },
}

export async function convert(input: ConversionInput): Promise<CheckedTree> {
  if (input.bytes.length === 0) throw new Refusal('invalid', 'it is empty')
  const tree = await converted(input, kindOf(input.bytes))
  return checkImportTree(tree)
}

async function converted(input: ConversionInput, kind: Kind): Promise<ImportTree> {
  const { source, bytes } = input
  const text = () => decodeText(bytes, input.charset)
  switch (source) {
    case 'markdown':
      return kind === 'text' ? convertMarkdown(text(), input) : refuse(source, kind)
    case 'html':
      return kind === 'html' || (kind === 'text' && hasElements(text()))
        ? convertHtml(text(), input)
        : refuse(source, kind)
    case 'website':
      return kind === 'html' || (kind === 'text' && hasElements(text()))
        ? convertHtml(text(), input, { isWholeSite: true })
        : refuse(source, kind)
    case 'docx':
      return kind === 'docx' ? convertDocx(bytes, titleOf(input)) : refuse(source, kind)
    case 'zip':
      return kind === 'zip' ? convertZip(bytes) : refuse(source, kind)
    case 'notion':
      return kind === 'zip' ? convertNotion(bytes) : refuse(source, kind)
    case 'confluence':
      return kind === 'zip' ? convertConfluence(bytes) : refuse(source, kind)
    case 'google-docs':
      if (kind === 'zip') return convertGoogleZip(bytes)
      if (kind === 'docx') return convertDocx(bytes, titleOf(input))
      return kind === 'html' ? convertGooglePage(text(), input) : refuse(source, kind)
    case 'github-wiki':
      if (kind === 'zip') return convertWikiZip(bytes)
      if (kind === 'text') return convertMarkdown(text(), input)
      return kind === 'html' ? convertWikiPage(text(), input) : refuse(source, kind)
    default:
      return source satisfies never
  }
}

function titleOf({ name, url }: DocumentOrigin) {
  const last = name ?? url?.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return titleFromName(stemOf(last).replace(/\.docx$/i, '')) || 'Untitled'
}

function refuse(source: ImportSource, found: Kind): never {
  const { words, sources } = KINDS[found]
  const remedy = sources.length > 0 ? `; the source for that is ${sources.join(' or ')}` : ''
  throw new Refusal('invalid', `it is ${words}, which source ${source} does not take${remedy}`, {
    found,
    sources,
  })
}
