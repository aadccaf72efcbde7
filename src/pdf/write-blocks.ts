import type { Align, Block, Heading, JSONDocument, ListItem, Paragraph } from '../markdown/document.ts'
import { childrenOf, fragmentsOf, inlinesOf, inlineText } from '../markdown/nodes.ts'
import { claimPlace, type Desk, inside, placeOfAnchor, type Spot } from './desk.ts'
import { joined, plainLiteral } from './ink.ts'
import { writeFormula } from './maths.ts'
import { linked, safeUrl } from './references.ts'
import { rightToLeft } from './scripts.ts'
import { writeBox } from './write-boxes.ts'
import { writeCode } from './write-code.ts'
import { writeDrawing, writeImages } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'
import { writeTable } from './write-tables.ts'
import { writeVerbatim } from './write-verbatim.ts'

/** Blocks in blocks beyond this are printed side by side: each is several elements, of which the compiler follows 64. */
const DEEPEST = 10

export function writeBlocks(desk: Desk, blocks: readonly Block[], spot: Spot): string {
  return joined(blocks.map((block) => writeTurned(desk, block, spot)))
}

/** A block runs in the direction of its first letter. */
function writeTurned(desk: Desk, block: Block, spot: Spot): string {
  if (!spot.mayTurn || block.type === 'code') return writeBlock(desk, block, spot)
  const letters = firstLetters(block)
  const language = letters === undefined ? undefined : rightToLeft(letters)
  if (letters === undefined || (language !== undefined) === spot.isTurned)
    return writeBlock(desk, block, spot)
  const inner = writeBlock(desk, block, { ...spot, isTurned: !spot.isTurned })
  return language ? `rtl("${language}",${inner})` : `ltr(${inner})`
}

/** The first text in a block that has a letter. */
function firstLetters(block: Block): string | undefined {
  const own = inlineText(inlinesOf(block))
  if (/\p{L}/u.test(own)) return own
  for (const child of [...childrenOf(block), ...fragmentsOf(block).flatMap(({ nodes }) => nodes)]) {
    const found = firstLetters(child)
    if (found !== undefined) return found
  }
  return undefined
}

function writeBlock(desk: Desk, block: Block, spot: Spot): string {
  if (spot.nesting > DEEPEST) return flat(desk, block, spot)
  const { ink } = desk
  const below = () => ('nodes' in block ? writeBlocks(desk, childrenOf(block), inside(spot)) : '[]')
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(desk, block, spot)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(desk, block, spot)
    case 'list-unordered':
      if (block.nodes.some(isTask)) return writeTasks(desk, block, spot)
      return spaced(`list(tight:${!block.meta?.loose},${items(desk, block.nodes, spot).join(',')})`, spot)
    case 'list-ordered':
      return spaced(
        `enum(start:${start(block.data.start)},tight:${!block.meta?.loose},${numbered(desk, block.nodes, spot).join(',')})`,
        spot,
      )
    case 'list-tasks':
      return writeTasks(desk, block, spot)
    case 'list-item':
      return writeItem(desk, block, spot)
    case 'divider':
      return 'divider'
    case 'blockquote':
      // A quote is twice as many elements as other blocks.
      return `quoted(${writeBlocks(desk, block.nodes, inside(inside(spot)))})`
    case 'hint':
      return `hint("${block.data.style}",${below()})`
    case 'if':
      return `{aside-note({"Shown if ";raw(${ink.literal(block.data.expression.trim())})});${below()}}`
    case 'images':
      return writeImages(desk, block, spot)
    case 'image':
      return writeImages(
        desk,
        { object: 'block', type: 'images', nodes: [block], data: {}, isVoid: false },
        spot,
      )
    case 'drawing':
      return writeDrawing(desk, block, spot)
    case 'code':
      return writeCode(desk, block)
    case 'code-line':
      return `par(${writeInlines(desk, block.nodes, spot)})`
    case 'math':
      return writeFormula(desk, block.data.formula, true)
    case 'table':
      return writeTable(desk, block, spot)
    case 'reusable-content':
      return writeReusable(desk, block, spot)
    default:
      return writeBox(desk, block, spot)
  }
}

/** Beyond the deepest nesting nothing moves in any further; an item of a list keeps its mark. */
function flat(desk: Desk, block: Block, spot: Spot, mark = ''): string {
  const inlines = inlinesOf(block)
  if (inlines.length > 0) {
    const words = writeInlines(desk, inlines, spot)
    return `par(${mark === '' ? words : `{${mark};h(6pt);${words}}`})`
  }
  const nodes = [...childrenOf(block), ...fragmentsOf(block).flatMap((fragment) => fragment.nodes)]
  return joined(nodes.map((child, at) => flat(desk, child, spot, at === 0 ? markOf(block, mark) : '')))
}

function markOf(block: Block, above: string): string {
  if (block.type !== 'list-item') return above
  return isTask(block) ? `tick(${block.data?.checked === true})` : 'bullet'
}

function writeParagraph(desk: Desk, block: Paragraph, spot: Spot): string {
  const verbatim = writeVerbatim(desk, block, spot)
  if (verbatim !== undefined) return verbatim
  return aligned(`par(${writeInlines(desk, block.nodes, spot)})`, block.data?.align)
}

function aligned(body: string, align: Align | undefined): string {
  return align === 'center' || align === 'end' ? `aligned(${align},${body})` : body
}

function writeHeading(desk: Desk, block: Heading, spot: Spot): string {
  const own = Number(block.type.at(-1))
  const look = Math.min(block.meta?.depth ?? own, 4)
  const level = Math.min(spot.page.depth + 1 + own, 6)
  const notes: string[] = []
  const title = writeInlines(desk, block.nodes, { ...spot, notes })
  const outlined = desk.outlinesHeadings && own < 3
  const heading = `section(${look},${level},${title}${nameOf(desk, block, spot)},outlined:${outlined})`
  return joined([aligned(heading, block.data.align), ...notes.map((note) => `small(${note})`)])
}

/** The anchor of a block, the first time it occurs on a page. */
function nameOf(desk: Desk, block: Block, spot: Spot): string {
  const id = block.meta?.id ?? (block.type.startsWith('heading') ? (block as Heading).data.id : undefined)
  const place = id && claimPlace(desk, placeOfAnchor(spot.page.id, id))
  return place ? `,name:${plainLiteral(place)}` : ''
}

/** Gives the anchor of a block, if it has one, to what was written for it. */
export function named(desk: Desk, block: Block, spot: Spot, body: string): string {
  const name = nameOf(desk, block, spot)
  return name === '' ? body : `place-here(${name.slice(',name:'.length)},${body})`
}

/** Items with numbers, of which some may be tasks too. */
function numbered(desk: Desk, nodes: readonly ListItem[], spot: Spot): string[] {
  return items(desk, nodes, spot).map((body, at) => {
    const checked = nodes[at]?.data?.checked
    return checked === undefined ? body : `{tick(${checked});h(6pt);${body}}`
  })
}

function isTask({ data }: ListItem): boolean {
  return data?.checked !== undefined
}

type List = Extract<Block, { type: 'list-tasks' | 'list-unordered' }>

/** Tasks, and what stands between them without being one. */
function writeTasks(desk: Desk, { type, nodes, meta }: List, spot: Spot): string {
  const bodies = items(desk, nodes, spot)
  const done = nodes.map((item, at) => {
    const state = isTask(item) || type === 'list-tasks' ? item.data?.checked === true : 'none'
    return `(${state},${bodies[at] ?? '[]'})`
  })
  return spaced(`tasks(${meta?.loose ? '1.1em' : '0.75em'},${done.join(',')})`, spot)
}

/** A list within an item stands as near to it as the items to each other. */
function spaced(list: string, spot: Spot): string {
  return spot.inItem ? list : `spaced(${list})`
}

function items(desk: Desk, nodes: readonly ListItem[], spot: Spot): string[] {
  return nodes.map((item) => writeItem(desk, item, inside(spot, { inItem: true })))
}

function writeItem(desk: Desk, item: ListItem, spot: Spot): string {
  return writeBeside(desk, item.nodes, spot)
}

/** Blocks of which the first, if it is a paragraph, goes on in the line where they begin. */
export function writeBeside(desk: Desk, blocks: readonly Block[], spot: Spot): string {
  const parts = blocks.map((block) => {
    if (block.type !== 'paragraph' || block.meta?.markdown !== undefined)
      return writeTurned(desk, block, spot)
    return writeInlines(desk, block.nodes, spot)
  })
  return joined(parts.flatMap((part, at) => (at === 0 ? [part] : ['parbreak()', part])))
}

const LAST_START = 1_000_000_000

function start(number: number | undefined) {
  return number !== undefined && number >= 0 && number < LAST_START ? Math.floor(number) : 1
}

type Reusable = Extract<Block, { type: 'reusable-content' }>

function writeReusable(desk: Desk, block: Reusable, spot: Spot): string {
  const { ref } = block.data
  if (ref.kind !== 'reusable-content') return '[]'
  const id = ref.reusableContent
  const document: JSONDocument | undefined = spot.including.includes(id)
    ? undefined
    : desk.library.reusable(id)
  if (document) return writeBlocks(desk, document.nodes, inside(spot, { including: [...spot.including, id] }))
  const lead = { place: '', page: '', url: safeUrl(id) }
  return `aside-note({"Included from elsewhere: ";${linked(lead, desk.ink.literal(id))}})`
}
