import type { Align, Block, Heading, Paragraph } from '../../markdown/document.ts'
import { spellAlign } from '../../markdown/html/html-blocks.ts'
import { slugOf } from '../../markdown/names/slugs.ts'
import { childrenOf, fragmentsOf, inlinesOf, inlineText } from '../../markdown/nodes.ts'
import { alertIn } from '../../markdown/read/alerts.ts'
import { formatted } from '../../markdown/read/titles.ts'
import { alignedDivisions, type Division } from '../divisions.ts'
import { alreadyHtml } from '../html.ts'
import { isTag } from '../inline-tags.ts'
import { attribute, type Markup, markup, NOTHING } from '../markup.ts'
import { divisionClass } from './alignment.ts'
import { plainWords } from './plain-words.ts'
import { writeTable } from './tables/write-tables.ts'
import { writeMethod, writeMethodPart, writeOperation, writeSchemas, writeWebhook } from './write-api.ts'
import { writeExpandable, writeHint, writeHintOf, writeIntegration, writePrompt } from './write-boxes.ts'
import { writeCode } from './write-code.ts'
import { writeEmbed } from './write-embeds.ts'
import { writeDrawing, writeImages } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'
import { writeColumns, writeStepper, writeTabs, writeUpdates } from './write-layout.ts'
import { writeOrdered, writeTasks, writeUnordered } from './write-lists.ts'
import { writeFormula } from './write-maths.ts'
import { writeFile, writeReference } from './write-references.ts'
import {
  direction,
  directionOf,
  directionOfWords,
  type HtmlSpot,
  type IdHole,
  idAttribute,
  inside,
  otherNames,
  type WriteState,
} from './write-state.ts'
import { writeVerbatim } from './write-verbatim.ts'

/** Blocks in blocks beyond this lose what is around them: browsers follow some hundred elements, readers fewer. */
const DEEPEST = 24

export function writeBlocks(state: WriteState, blocks: readonly Block[], spot: HtmlSpot): Markup {
  const writeAll = (some: readonly Block[]) =>
    some.map((block, at) =>
      block.type === 'content-ref'
        ? writeReference(block, [some[at - 1], some[at + 1]].map(wordsOf).join('\n'))
        : writeBlock(state, block, underHeading(some[at - 1], block, spot)),
    )
  const divisions = spot.nesting > DEEPEST ? [] : alignedDivisions(blocks)
  const starts = [0, ...divisions.map(({ last }) => last + 1)]
  return starts.map((start, at) => {
    const division = divisions[at]
    const before = writeAll(blocks.slice(start, division?.first))
    return division ? [before, writeDivision(state, blocks, division, inside(spot))] : before
  })
}

/** Only what may repeat its heading has to know of it. */
function underHeading(before: Block | undefined, { type }: Block, spot: HtmlSpot): HtmlSpot {
  const isApi = type === 'openapi-operation' || type === 'openapi-webhook' || type === 'swagger'
  return isApi && before?.type.startsWith('heading') ? { ...spot, under: wordsOf(before) } : spot
}

/** Of a text beside something. */
function wordsOf(block: Block | undefined): string {
  return block?.type === 'paragraph' || block?.type.startsWith('heading') ? plainWords(inlinesOf(block)) : ''
}

/** The blocks with its tags may say more than these; it is in the division, too. */
function writeDivision(
  state: WriteState,
  blocks: readonly Block[],
  { tag, first, last }: Division,
  spot: HtmlSpot,
): Markup {
  const [opening, closing] = [blocks.slice(first, first + 1), blocks.slice(last, last + 1)]
  const held = [opening, blocks.slice(first + 1, last), closing]
  return markup`<div${divisionClass(tag)}>${held.map((some) => writeBlocks(state, some, spot))}</div>`
}

export function writeBlock(state: WriteState, block: Block, spot: HtmlSpot): Markup {
  if (spot.nesting > DEEPEST) return writeFlat(state, block, spot)
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(state, block, spot)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeading(state, block, spot)
    case 'list-ordered':
      return writeOrdered(state, block, spot)
    case 'list-unordered':
      return writeUnordered(state, block, spot)
    case 'list-tasks':
      return writeTasks(state, block, spot)
    case 'list-item':
      return writeUnordered(state, { object: 'block', type: 'list-unordered', nodes: [block] }, spot)
    case 'divider':
      return markup`<hr>`
    case 'blockquote':
      return writeQuote(state, block.nodes, spot)
    case 'hint':
      return writeHint(state, block, spot)
    case 'if':
      // Whether it is met was decided before; what is still here is read.
      return writeBlocks(state, block.nodes, inside(spot))
    case 'images':
      return writeImages(state, block, spot)
    case 'image':
      return writeImages(
        state,
        { object: 'block', type: 'images', nodes: [block], data: {}, isVoid: false },
        spot,
      )
    case 'file':
      return writeFile(block)
    case 'drawing':
      return writeDrawing(state, block)
    case 'embed':
      return writeEmbed(block)
    case 'code':
      return writeCode(state, block, spot)
    case 'code-line':
      return writeCode(state, { object: 'block', type: 'code', nodes: [block], data: {} }, spot)
    case 'math':
      return writeFormula(state, block.data.formula, true)
    case 'expandable':
      return writeExpandable(state, block, spot)
    case 'tabs':
      return writeTabs(state, block, spot)
    case 'tabs-item':
      return writeTabs(state, { object: 'block', type: 'tabs', nodes: [block] }, spot)
    case 'table':
      return writeTable(state, block, spot)
    case 'swagger':
    case 'openapi-operation':
      return writeOperation(state, block, spot)
    case 'openapi-schemas':
      return writeSchemas(block)
    case 'openapi-webhook':
      return writeWebhook(state, block, spot)
    case 'content-ref':
      return writeReference(block)
    case 'integration':
      return writeIntegration(block)
    case 'reusable-content':
      return { placeholder: 'include', ref: block.data.ref, isOutlined: spot.isOutlined }
    case 'stepper':
      return writeStepper(state, block, spot)
    case 'stepper-step':
      return writeStepper(state, { object: 'block', type: 'stepper', nodes: [block] }, spot)
    case 'columns':
      return writeColumns(state, block, spot)
    case 'column':
      return writeBlocks(state, block.nodes, inside(spot))
    case 'updates':
      return writeUpdates(state, block, spot)
    case 'update':
      return writeUpdates(state, { object: 'block', type: 'updates', nodes: [block], data: {} }, spot)
    case 'prompt':
      return writePrompt(state, block, spot)
    case 'api-method':
      return writeMethod(state, block, spot)
    case 'api-method-part':
      return writeMethodPart(state, block, spot)
    default:
      return block satisfies never
  }
}

function writeFlat(state: WriteState, block: Block, spot: HtmlSpot): Markup {
  const inlines = inlinesOf(block)
  if (inlines.length > 0) return markup`<p>${writeInlines(state, inlines, spot)}</p>`
  const nodes = [...childrenOf(block), ...fragmentsOf(block).flatMap((fragment) => fragment.nodes)]
  return nodes.map((child) => writeFlat(state, child, spot))
}

function writeParagraph(state: WriteState, block: Paragraph, spot: HtmlSpot): Markup {
  const verbatim = writeVerbatim(state, block, spot)
  if (verbatim !== undefined) return verbatim
  const isElement = block.data?.align !== undefined && !state.different
  const words = writeInlines(state, isElement ? formatted(block.nodes) : block.nodes, spot)
  const align = alignment(block.data?.align)
  if (spot.isTight && !align) return words
  if (isBlank(block)) return NOTHING
  return isAnchors(block)
    ? words
    : markup`<p${attribute('class', align)}${directionOfWords(state, words)}>${words}</p>`
}

function isBlank({ nodes }: Paragraph): boolean {
  return nodes.every((node) => node.object === 'text' && node.leaves.every(({ text }) => text.trim() === ''))
}

/** Something to lead to, and nothing to read: an empty paragraph would be a gap. */
function isAnchors({ nodes }: Paragraph): boolean {
  return nodes.every((node) => {
    if (node.object !== 'text') return false
    const words = inlineText([node])
    return words.trim() === '' || (isTag(node) && /^<\/?(?:a|span)\b/i.test(words))
  })
}

/** By the side that the source names, which stays where it is when a text runs the other way. */
function alignment(align: Align | undefined): string | undefined {
  return align && `align-${spellAlign(align)}`
}

function writeHeading(state: WriteState, block: Heading, spot: HtmlSpot): Markup {
  const own = block.meta?.depth ?? Number(block.type.at(-1))
  const level = Math.max(2, Math.min(own + state.shift, 6))
  const title = plainWords(block.nodes).trim()
  const id = state.anchors.unique(block.meta?.id || block.data.id || slugOf(title))
  const heading = spot.isOutlined && title !== '' && level < 5 ? { title, depth: level - 1 } : undefined
  const placeholder: IdHole = heading ? { placeholder: 'id', id, heading } : { placeholder: 'id', id }
  const words = writeInlines(state, block.nodes, spot)
  const name = attribute('class', alignment(block.data.align))
  // The words of the heading say it all to those who hear it.
  const link = markup`<a class="anchor" href="#${{ placeholder: 'id', id }}" tabindex="-1" aria-hidden="true"></a>`
  const tag = alreadyHtml(`h${level}`)
  const others = otherNames(state, [block.meta?.formerId])
  return markup`<${tag}${name}${direction(state)}${idAttribute(placeholder)}>${others}${words}${link}</${tag}>`
}

function writeQuote(state: WriteState, nodes: readonly Block[], spot: HtmlSpot): Markup {
  const alert = alertIn(nodes)
  if (alert) return writeHintOf(state, alert, spot)
  return markup`<blockquote${directionOf(state, nodes)}>${writeBlocks(state, nodes, inside(spot, { isOutlined: false }))}</blockquote>`
}
