// What every conversion makes: pages with pages below them, and the files they show. Links in the Markdown name pages
// and files of the same import by their `ref`.
import { withinLevels } from '../../content/draft/depth.ts'
import { LIMITS } from '../limits.ts'
import { Refusal } from '../refusal.ts'

export type Sheet = {
  ref: string
  title: string
  markdown: string
  children: Sheet[]
  type?: 'group' | 'link'
  /** Where a link leads. */
  url?: string
  icon?: string
  emoji?: string
  description?: string
  /** There, but in no table of contents. */
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  /** Who sees it. */
  condition?: string
  /** The picture above its title: a file of this import, or an address. */
  cover?: string
}

export type Asset = { ref: string; name: string; contentType: string; bytes: Uint8Array }

export type ImportTree = {
  pages: Sheet[]
  files: Asset[]
  /** Addresses of images that are not in the source itself. The Markdown has them unchanged. */
  images: string[]
  /** Files that pages show but that are not there, or are broken. */
  missing: number
  /** Files that came along but are neither a page nor shown by one. */
  left: number
}

/** Within so many levels: what was deeper is at the last one. */
export function shallowSheets(sheets: readonly Sheet[], levels?: number) {
  const { trees, raised } = withinLevels(
    sheets,
    { belowOf: ({ children }) => children, withBelow: (sheet, children) => ({ ...sheet, children }) },
    levels,
  )
  return { sheets: trees, raised: raised.map(({ title }) => title) }
}

/** The name of something in this import. No address and no path looks like it. */
export function refAt(number: number) {
  return `import:${number}`
}

export function isRef(target: string) {
  return /^import:\d+$/.test(target)
}

/** Pages, those below others included. */
export function countPages(pages: readonly Sheet[]): number {
  return pages.reduce((count, { children }) => count + 1 + countPages(children), 0)
}

const LONGEST = { title: 255, description: 2000, icon: 50, emoji: 50 }
const EMOJI =
  /^(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))[\p{Emoji}\p{Emoji_Component}]+$/u

/** The tree with fields that fit, or a refusal when it is empty or too large. */
export function checkImportTree(tree: ImportTree): CheckedTree {
  const { sheets, raised } = shallowSheets(tree.pages)
  const count = countPages(sheets)
  if (count === 0) throw new Refusal('invalid', 'it contains no pages')
  if (count > LIMITS.pages)
    throw new Refusal('too_large', `it has ${count} pages; at most ${LIMITS.pages} are imported at once`, {
      pages: count,
      most: LIMITS.pages,
    })
  return { ...tree, pages: sheets.map(fitting), raised }
}

/** With the titles of pages that were deeper than pages may stand. */
export type CheckedTree = ImportTree & { raised: string[] }

function fitting(sheet: Sheet): Sheet {
  const { title, description, icon, emoji, condition, markdown, children } = sheet
  return {
    ...sheet,
    title: oneLine(title).slice(0, LONGEST.title).trim() || 'Untitled',
    description: description === undefined ? undefined : oneLine(description).slice(0, LONGEST.description),
    emoji: emoji !== undefined && EMOJI.test(emoji) && emoji.length <= LONGEST.emoji ? emoji : undefined,
    icon: icon !== undefined && /^[\w-]+$/.test(icon) ? icon.slice(0, LONGEST.icon) : undefined,
    // Whole, however long: half a condition would show a page to others than it is meant for.
    condition: condition === undefined ? undefined : storable(condition),
    markdown: checkMarkdown(storable(markdown), title),
    children: children.map(fitting),
  }
}

function oneLine(text: string) {
  return storable(text).replaceAll(/\s+/g, ' ').trim()
}

/** Without what no database keeps as text. */
function storable(text: string) {
  return text.toWellFormed().replaceAll('\0', '')
}

export function checkMarkdown(markdown: string, title: string) {
  // A letter has at most three bytes as UTF-8 for one of UTF-16, so most texts need not be counted.
  const isLong = markdown.length * 3 > LIMITS.pageBytes && Buffer.byteLength(markdown) > LIMITS.pageBytes
  if (!isLong) return markdown
  throw new Refusal('too_large', `the page “${title.slice(0, 80)}” has more than 2 MB of Markdown`, {
    page: title.slice(0, 80),
    mostBytes: LIMITS.pageBytes,
  })
}
