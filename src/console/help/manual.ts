// The manual of this release, from the files that came with it: there without a network, and about what is installed.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { ContentRef } from '../../engines/content/records.ts'
import { fillIn } from '../../engines/html/placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS } from '../../engines/html/words.ts'
import { writeDocument } from '../../engines/html/write-document.ts'
import type { FilledDocument, TargetLink } from '../../engines/html/written-document.ts'
import { parseMarkdown } from '../../engines/markdown/parse.ts'
import { splitPage } from '../../engines/repository/page/page-file.ts'
import { readSummary } from '../../engines/repository/summary/summary.ts'
import { openIcons } from '../../world/icons/icons.ts'
import { ownFile } from '../../world/own-files.ts'
import { HELP } from '../frame/frame.ts'

/** A page by its path below the manual, without its ending; the first page has none. */
export type ManualPage = { path: string; title: string }
export type ManualPart = { title?: string; pages: readonly ManualPage[] }
export type ManualText = ManualPage & { description?: string; document: FilledDocument }

const FOLDER = 'docs/manual/'
const FIRST = 'README.md'
const PICTURES = 'pictures/'

export type Manual = {
  parts: readonly ManualPart[]
  page(path: string): ManualText | undefined
  /** WebP, by the name of its file. */
  picture(name: string): Buffer | undefined
}

export function openManual(): Manual {
  const read = (file: string) => readFileSync(ownFile(FOLDER + file), 'utf8')
  const parts = readSummary(read('SUMMARY.md'), 'SUMMARY.md').parts.map(({ group, entries }) => ({
    title: group?.title,
    pages: entries.flatMap(({ title, target }) =>
      target.kind === 'file' ? [{ path: pathOf(target.path), title }] : [],
    ),
  }))
  const known = new Map(parts.flatMap(({ pages }) => pages.map((page) => [page.path, page])))
  const kept = new Map<string, ManualText>()
  const icons = openIcons()
  const pictures = new Set(readdirSync(ownFile(FOLDER + PICTURES)))

  /** What is no page of the manual is no file either, whatever was asked for. */
  function make(path: string): ManualText | undefined {
    const page = known.get(path)
    if (!page) return
    const file = fileOf(path)
    const { fields, body } = splitPage(read(file))
    const document = fillIn(writeDocument(parseMarkdown(body), { icons }), {
      resolve: (ref) => linkOf(ref, file, known),
      words: ENGLISH_DOCUMENT_WORDS,
      icons,
    })
    return { ...page, title: fields.title ?? page.title, description: fields.description, document }
  }

  return {
    parts,
    page(path) {
      const page = kept.get(path) ?? make(path)
      if (page) kept.set(path, page)
      return page
    },
    picture: (name) => (pictures.has(name) ? readFileSync(ownFile(FOLDER + PICTURES + name)) : undefined),
  }
}

const pathOf = (file: string) => (file === FIRST ? '' : file.replace(/\.md$/, ''))
const fileOf = (path: string) => (path === '' ? FIRST : `${path}.md`)

export const helpAt = (path: string) => (path === '' ? HELP : `${HELP}/${path}`)

/** From one file of the manual to another. */
function linkOf(
  ref: ContentRef,
  from: string,
  known: ReadonlyMap<string, ManualPage>,
): TargetLink | undefined {
  if (ref.kind !== 'url') return
  const [target = '', anchor] = ref.url.split('#')
  const path = posix.join(posix.dirname(from), target)
  if (path.startsWith(PICTURES)) return { href: helpAt(path) }
  const page = known.get(pathOf(path))
  return page && { href: helpAt(page.path) + (anchor ? `#${anchor}` : ''), title: page.title }
}
