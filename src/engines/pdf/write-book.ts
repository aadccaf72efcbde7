import type { JSONDocument } from '../markdown/document.ts'
import { inlineText } from '../markdown/nodes.ts'
import { plainText } from '../markdown/sections.ts'
import type { BookDetails, BookLibrary, BookPage, WrittenBook } from './book.ts'
import type { Coverage } from './fonts.ts'
import { type Language, languageOf } from './scripts.ts'
import { template } from './template.ts'
import { leadOf, linked } from './writing/references.ts'
import { claimPlace, type PdfSpot, placeOfPage, type RenderState } from './writing/render-state.ts'
import { dictionary, joined, nameOf, openInk, plainLiteral } from './writing/typst-escape.ts'
import { writeBlocks } from './writing/write-blocks.ts'

/** Takes the pages of a book in their order and makes one source of them. */
export type BookWriter = { add(page: BookPage): void; finish(): WrittenBook }

/** Letters of code with colours in a book: about ten seconds of work. */
const MOST_COLOURED = 400 * 1024

type Sheet = { language: string; title: string; parts: string[] }

export function openBook(
  details: BookDetails,
  library: BookLibrary,
  tools: { coverage: Coverage; outlinesHeadings?: boolean },
): BookWriter {
  const ink = openInk(tools.coverage)
  const state: RenderState = {
    writeBlocks,
    ink,
    library,
    places: new Set(),
    notes: new Map(),
    images: new Set(),
    formulas: new Set(),
    colours: MOST_COLOURED,
    outlinesHeadings: tools.outlinesHeadings ?? false,
  }
  const [latin = 'en'] = /^[a-z]{2,3}(?=$|[-_])/.exec(details.language ?? '') ?? []
  const sheets: Sheet[] = []
  const elsewhere: string[] = []
  const spoken = new Map<string, number>()
  /** Titles of groups, which are above the title of the page that follows. */
  let above: string[] = []

  function add(page: BookPage) {
    if (page.kind === 'link') {
      const lead = page.target && leadOf(state, page.target, spotOf(page, '', 'en'))
      elsewhere.push(lead ? linked(lead, ink.words(page.title)) : ink.words(page.title))
      return
    }
    if (page.kind === 'group') {
      above.push(`part(${titleOf(page)})`)
      return
    }
    const text = page.document ? `${page.title} ${plainText(page.document)}` : page.title
    const language = languageOf(text)
    const spokenHere = language === 'en' ? latin : language
    spoken.set(spokenHere, (spoken.get(spokenHere) ?? 0) + text.length)
    const lead = page.description ? `,lead:${ink.words(page.description)}` : ''
    const parts = [...above, `chapter(${titleOf(page)}${lead})`]
    if (page.document)
      parts.push(writeBlocks(state, withoutTitle(page.document, page.title), spotOf(page, text, language)))
    else parts.push(`aside-note({"This page is made elsewhere: ";${linkedAddress(page)}})`)
    sheets.push({ language: spokenHere, title: ink.words(page.title), parts })
    above = []
  }

  function linkedAddress({ address }: BookPage) {
    return linked({ place: '', page: '', url: address }, ink.words(address))
  }

  function titleOf(page: BookPage) {
    const place = claimPlace(state, placeOfPage(page.id)) ?? `${placeOfPage(page.id)} again`
    const emoji = page.emoji ? [ink.words(page.emoji), 'h(0.35em)'] : []
    return `${Math.min(page.depth + 1, 6)},${plainLiteral(place)},${joined([...emoji, ink.words(page.title)])}`
  }

  function finish(): WrittenBook {
    if (above.length > 0) sheets.push({ language: latin, title: '[]', parts: above })
    if (elsewhere.length > 0)
      sheets.push({ language: 'en', title: '"Links"', parts: [`section(1,1,"Links")`, listOf(elsewhere)] })
    const language = [...spoken].sort(([, one], [, other]) => other - one)[0]?.[0] ?? latin
    const title = ink.literal(details.title)
    const front = details.hasFront ? [titlePage(), 'contents(3)'] : []
    const names = [...state.images].map((id) => `${plainLiteral(id)}:${ink.literal(nameOfFile(id))}`)
    const missing = [...ink.missing].sort((a, b) => a - b).map(nameOf)
    const note = `Characters that could not be shown: ${missing.join(', ')}`
    if (sheets.length === 0) sheets.push({ language, title: '[]', parts: [] })
    sheets.at(-1)?.parts.push(`closing(${missing.length > 0 ? plainLiteral(note) : 'none'})`)
    const source = [
      `#let book-title = ${title}`,
      `#let picture-names = ${dictionary(names)}`,
      template(),
      documentLine(title, details),
      `#show: book.with("${language}")`,
      ...front.map((part) => `#${part}`),
      ...sheets.map((sheet) => `#sheet("${sheet.language}",${sheet.title},{${sheet.parts.join('\n')}})`),
    ].join('\n')
    return {
      source,
      images: [...state.images],
      formulas: [...state.formulas],
      places: [...state.places],
      warnings: missing.length > 0 ? [note] : [],
    }
  }

  function nameOfFile(id: string) {
    return library.file(id)?.name ?? id
  }

  function titlePage() {
    const { title, subtitle, version, address } = details
    const lines = [
      plainLiteral(longDate(details.date)),
      `{"Version ";${ink.literal(version)}}`,
      `link(${plainLiteral(address)},${ink.words(address)})`,
    ]
    const second = subtitle ? ink.words(subtitle) : 'none'
    return `title-page(${ink.words(title)},${second},${lines.join(' + linebreak() + ')})`
  }

  return { add, finish }
}

function documentLine(title: string, { date, version, address }: BookDetails) {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  const description = plainLiteral(`Version ${version} of ${address}`)
  return `#set document(title:${title},description:${description},date:datetime(year:${year},month:${month},day:${day}))`
}

function longDate(date: string) {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

function spotOf(page: BookPage, text: string, language: Language): PdfSpot {
  // The compiler turns all of a page in one of these languages.
  const isTurned = language === 'ar' || language === 'he'
  const mayTurn = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
  return { page, nesting: 0, including: [], mayTurn, isTurned }
}

/** Texts from repositories begin with the title of their page, which is printed already. */
function withoutTitle({ nodes }: JSONDocument, title: string) {
  const [first, ...rest] = nodes
  return first?.type === 'heading-1' && inlineText(first.nodes).trim() === title.trim() ? rest : nodes
}

function listOf(items: string[]) {
  return `list(tight:true,${items.join(',')})`
}
