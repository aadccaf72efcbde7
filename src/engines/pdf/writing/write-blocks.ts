import { safeUrl } from '../../html/safe-url.ts'
import type { Align, Block, Heading, JSONDocument, ListItem, Paragraph } from '../../markdown/document.ts'
import { childrenOf, fragmentsOf, inlinesOf, inlineText } from '../../markdown/nodes.ts'
import { alertIn } from '../../markdown/read/alerts.ts'
import { rightToLeft } from '../scripts.ts'
import { anchorArgument } from './anchors.ts'
import { writeFormula } from './maths.ts'
import { linked } from './references.ts'
import { inside, type PdfSpot, type RenderState } from './render-state.ts'
import { joined } from './typst-escape.ts'
import { writeBox } from './write-boxes.ts'
import { writeCode } from './write-code.ts'
import { writeDrawing, writeImages } from './write-images.ts'
import { writeBeside, writeInlines } from './write-inlines.ts'
import { writeTable } from './write-tables.ts'
import { writeVerbatim } from './write-verbatim.ts'

/** Blocks in blocks beyond this are printed side by side: each is several elements, of which the compiler follows 64. */
const DEEPEST = 10

export function writeBlocks(state: RenderState, blocks: readonly Block[], spot: PdfSpot): string {
  return joined(blocks.map((block) => writeTurned(state, block, spot)))
}

/** A block runs in the direction of its first letter. */
function writeTurned(state: RenderState, block: Block, spot: PdfSpot): string {
  if (!spot.mayTurn || block.type === 'code') return writeBlock(state, block, spot)
  const letters = firstLetters(block)
  const language = letters === undefined ? undefined : rightToLeft(letters)
  if (letters === undefined || (language !== undefined) === spot.isTurned)
    return writeBlock(state, block, spot)
  const inner = writeBlock(state, block, { ...spot, isTurned: !spot.isTurned })
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

function writeBlock(state: RenderState, block: Block, spot: PdfSpot): string {
  if (spot.nesting > DEEPEST) return flat(state, block, spot)
  const { ink } = state
  const below = () => ('nodes' in block ? writeBlocks(state, childrenOf(block), inside(spot)) : '[]')
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(state, block, spot)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(state, block, spot)
    case 'list-unordered':
      if (block.nodes.some(isTask)) return writeTasks(state, block, spot)
      return spaced(`list(tight:${!block.meta?.loose},${items(state, block.nodes, spot).join(',')})`, spot)
    case 'list-ordered':
      return spaced(
        `enum(start:${start(block.data.start)},tight:${!block.meta?.loose},${numbered(state, block.nodes, spot).join(',')})`,
        spot,
      )
    case 'list-tasks':
      return writeTasks(state, block, spot)
    case 'list-item':
      return writeItem(state, block, spot)
    case 'divider':
      return 'divider'
    case 'blockquote': {
      const alert = alertIn(block.nodes)
      if (alert) return `hint("${alert.style}",${writeBlocks(state, alert.nodes, inside(spot))})`
      // A quote is twice as many elements as other blocks.
      return `quoted(${writeBlocks(state, block.nodes, inside(inside(spot)))})`
    }
    case 'hint':
      return `hint("${block.data.style}",${below()})`
    case 'if':
      return `{aside-note({"Shown if ";raw(${ink.literal(block.data.expression.trim())})});${below()}}`
    case 'images':
      return writeImages(state, block, spot)
    case 'image':
      return writeImages(
        state,
        { object: 'block', type: 'images', nodes: [block], data: {}, isVoid: false },
        spot,
      )
    case 'drawing':
      return writeDrawing(state, block, spot)
    case 'code':
      return writeCode(state, block)
    case 'code-line':
      return `par(${writeInlines(state, block.nodes, spot)})`
    case 'math':
      return writeFormula(state, block.data.formula, true)
    case 'table':
      return writeTable(state, block, spot)
    case 'reusable-content':
      return writeReusable(state, block, spot)
    default:
      return writeBox(state, block, spot)
  }
}

/** Beyond the deepest nesting nothing moves in any further; an item of a list keeps its mark. */
function flat(state: RenderState, block: Block, spot: PdfSpot, mark = ''): string {
  const inlines = inlinesOf(block)
  if (inlines.length > 0) {
    const words = writeInlines(state, inlines, spot)
    return `par(${mark === '' ? words : `{${mark};h(6pt);${words}}`})`
  }
  const nodes = [...childrenOf(block), ...fragmentsOf(block).flatMap((fragment) => fragment.nodes)]
  return joined(nodes.map((child, at) => flat(state, child, spot, at === 0 ? markOf(block, mark) : '')))
}

function markOf(block: Block, above: string): string {
  if (block.type !== 'list-item') return above
  return isTask(block) ? `tick(${block.data?.checked === true})` : 'bullet'
}

function writeParagraph(state: RenderState, block: Paragraph, spot: PdfSpot): string {
  const verbatim = writeVerbatim(state, block, spot)
  if (verbatim !== undefined) return verbatim
  return aligned(`par(${writeInlines(state, block.nodes, spot)})`, block.data?.align)
}

function aligned(body: string, align: Align | undefined): string {
  return align === 'center' || align === 'end' ? `aligned(${align},${body})` : body
}

function writeHeading(state: RenderState, block: Heading, spot: PdfSpot): string {
  const own = Number(block.type.at(-1))
  const look = Math.min(block.meta?.depth ?? own, 4)
  const level = Math.min(spot.page.depth + 1 + own, 6)
  const notes: string[] = []
  const title = writeInlines(state, block.nodes, { ...spot, notes })
  const outlined = state.outlinesHeadings && own < 3
  const heading = `section(${look},${level},${title}${anchorArgument(state, block, spot)},outlined:${outlined})`
  return joined([aligned(heading, block.data.align), ...notes.map((note) => `small(${note})`)])
}

/** Items with numbers, of which some may be tasks too. */
function numbered(state: RenderState, nodes: readonly ListItem[], spot: PdfSpot): string[] {
  return items(state, nodes, spot).map((body, at) => {
    const checked = nodes[at]?.data?.checked
    return checked === undefined ? body : `{tick(${checked});h(6pt);${body}}`
  })
}

function isTask({ data }: ListItem): boolean {
  return data?.checked !== undefined
}

type List = Extract<Block, { type: 'list-tasks' | 'list-unordered' }>

/** Tasks, and what is between them without being one. */
function writeTasks(state: RenderState, { type, nodes, meta }: List, spot: PdfSpot): string {
  const bodies = items(state, nodes, spot)
  const done = nodes.map((item, at) => {
    const state = isTask(item) || type === 'list-tasks' ? item.data?.checked === true : 'none'
    return `(${state},${bodies[at] ?? '[]'})`
  })
  return spaced(`tasks(${meta?.loose ? '1.1em' : '0.75em'},${done.join(',')})`, spot)
}

/** A list within an item stands as near to it as the items to each other. */
function spaced(list: string, spot: PdfSpot): string {
  return spot.inItem ? list : `spaced(${list})`
}

function items(state: RenderState, nodes: readonly ListItem[], spot: PdfSpot): string[] {
  return nodes.map((item) => writeItem(state, item, inside(spot, { inItem: true })))
}

function writeItem(state: RenderState, item: ListItem, spot: PdfSpot): string {
  return writeBeside(state, item.nodes, spot)
}

const LAST_START = 1_000_000_000

function start(number: number | undefined) {
  return number !== undefined && number >= 0 && number < LAST_START ? Math.floor(number) : 1
}

type Reusable = Extract<Block, { type: 'reusable-content' }>

function writeReusable(state: RenderState, block: Reusable, spot: PdfSpot): string {
  const { ref } = block.data
  if (ref.kind !== 'reusable-content') return '[]'
  const id = ref.reusableContent
  const document: JSONDocument | undefined = spot.including.includes(id)
    ? undefined
    : state.library.reusable(id)
  if (document)
    return writeBlocks(state, document.nodes, inside(spot, { including: [...spot.including, id] }))
  const lead = { place: '', page: '', url: safeUrl(id) }
  return `aside-note({"Included from elsewhere: ";${linked(lead, state.ink.literal(id))}})`
}
