import type { PageRecord, Variables } from '../content/records.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { sectionsIn, type TextSection } from '../markdown/sections.ts'
import { decideText } from '../reading/conditional-text.ts'
import { evaluateForEverybody } from '../reading/evaluate-document.ts'
import { includeOf, type ShownText } from '../reading/included-texts.ts'
import { withOpenNames } from '../reading/pages/visible-pages.ts'
import { lexemeOf, quoted, type SearchField, sampleLexemesOf } from './lexemes.ts'
import { nameOf, termsOf } from './terms.ts'

/** A section on its way into the index. */
export type SectionRow = {
  pageId: string
  at: number
  anchor: string
  title: string
  body: string
  /** Words in it. */
  length: number
  /** A tsvector as text. */
  terms: string
}

/** The words of a section, each once. */
export type SectionWords = Record<'own' | 'heading' | 'above' | 'title', readonly string[]>

/** What the index takes of a page beside its text. */
export type IndexedPage = Pick<PageRecord, 'id' | 'title' | 'description' | 'variables'>

/**
 * Characters in one row. What is longer takes several, so that nothing of it is lost: a tsvector has room for 1 MB, and
 * no row gets near that.
 */
const LONGEST_BODY = 8_000
/** Of one page. Each is a row, and all of them go through the event loop. */
const MOST_SECTIONS = 2_000
/** So many times, and a section is about a word rather than with it. */
const OFTEN = 3

/** What the readers of a space find. Links and computed pages have no place of their own to lead to. */
export function isFound(page: PageRecord) {
  return !page.hidden && !page.noIndex && page.type !== 'link' && page.type !== 'computed'
}

/** Whether the index has to hear of it; the place of a page does not matter to the index. */
export function looksOther(before: PageRecord, after: PageRecord) {
  const fields = ['body', 'title', 'description'] as const
  return (
    isFound(before) !== isFound(after) ||
    fields.some((field) => before[field] !== after[field]) ||
    JSON.stringify(before.computed) !== JSON.stringify(after.computed) ||
    JSON.stringify(before.variables) !== JSON.stringify(after.variables)
  )
}

type CutSection = SectionRow & { words: SectionWords }

/** The space by its numeral, with its variables. */
export type SpaceOfRows = { space: string; variables: Variables }

export function rowsOf({ space, variables }: SpaceOfRows, written: IndexedPage, shown: ShownText) {
  const page = withOpenNames(written)
  const [first, ...rest] = fewSections(startingWithTop(shownSections(shown, variables, page)))
  const top = [page.description ?? '', first?.body ?? ''].filter((part) => part !== '').join('\n')
  const rows: CutSection[] = []
  const inTitle = termsOf(page.title)
  const about = { space, pageId: page.id, pageTitle: page.title, inTitle, title: once(inTitle) }
  addSection(rows, about, { id: '', title: '', body: top })
  for (const section of rest) addSection(rows, about, section)
  return rows
}

/** With what is included, whatever the conditions, and with what values say to everybody. A NUL, which no database takes, cannot be read. */
function shownSections(shown: ShownText, variables: Variables, page: IndexedPage) {
  const read = ({ text }: ShownText) => {
    const said = decideText(text.replaceAll('\0', '\ufffd'), () => true)
    const document = parseMarkdown(said, { hasKeys: false })
    return evaluateForEverybody(document, { space: variables, page })
  }
  return sectionsIn(read(shown), includeOf(shown, read))
}

type AboutPage = { space: string; pageId: string; pageTitle: string; inTitle: string[]; title: string[] }

function addSection(rows: CutSection[], about: AboutPage, section: TextSection) {
  const { space, pageId, pageTitle, inTitle, title } = about
  const inHeading = termsOf(section.title)
  const ofHeading = once(inHeading)
  for (const body of piecesOf(section.body)) {
    const at = rows.length
    const own = [...(at === 0 ? inTitle : []), ...inHeading, ...termsOf(body)]
    const times = countsOf(own)
    const words = {
      own: [...times.keys()],
      heading: ofHeading,
      above: at === 0 ? [] : title,
      title: at === 0 ? title : [],
    }
    rows.push({
      pageId,
      at,
      anchor: section.id,
      title: section.title,
      body,
      length: own.length,
      terms: [
        vectorOf(space, `${pageId} ${at}`, words, times),
        ...lexemesIn(space, 'wholeTitle', at === 0 ? namesOf(pageTitle) : []),
        ...lexemesIn(space, 'wholeHeading', namesOf(section.title)),
      ].join(' '),
      words,
    })
  }
}

/** A heading is also called by what is before its remarks: "log_format (string)", "log_format: how lines look". */
function namesOf(title: string) {
  const names = [nameOf(title), nameOf(title.replace(/\s*(?:\(|:\s).*$/, ''))]
  return once(names.filter((name) => name !== undefined))
}

/** A tsvector as text. */
function vectorOf(space: string, place: string, words: SectionWords, times: Map<string, number>) {
  const often = words.own.filter((word) => (times.get(word) ?? 0) >= OFTEN)
  return [
    ...sampleLexemesOf(space, place).map(quoted),
    ...lexemesIn(space, 'title', words.title),
    ...lexemesIn(space, 'above', words.above),
    ...lexemesIn(space, 'heading', words.heading),
    ...lexemesIn(space, 'own', words.own),
    ...lexemesIn(space, 'often', often),
  ].join(' ')
}

function lexemesIn(space: string, field: SearchField, words: readonly string[]) {
  return words.map((word) => quoted(lexemeOf(space, field, word)))
}

/** The first row of a page carries its title, also where there is nothing before the first heading. */
function startingWithTop(sections: TextSection[]) {
  const isTop = sections[0]?.id === '' && sections[0].title === ''
  return isTop ? sections : [{ id: '', title: '', body: '' }, ...sections]
}

/** What follows the last of so many belongs to it, with its headings: all of it is found. */
function fewSections(sections: TextSection[]) {
  const [last, ...more] = sections.slice(MOST_SECTIONS - 1)
  if (!last || more.length === 0) return sections
  const lines = more.flatMap(({ title, body }) => [title, body]).filter((line) => line !== '')
  return [...sections.slice(0, MOST_SECTIONS - 1), { ...last, body: [last.body, ...lines].join('\n') }]
}

function piecesOf(body: string) {
  const pieces: string[] = []
  let rest = body
  while (rest.length > LONGEST_BODY) {
    const space = rest.slice(0, LONGEST_BODY).search(/\s\S*$/)
    const end = space > 0 ? space : wholeCharacters(rest, LONGEST_BODY)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest]
}

function wholeCharacters(text: string, length: number) {
  return /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length
}

function once(words: string[]) {
  return [...new Set(words)]
}

function countsOf(words: string[]) {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
