// Elements to blocks. What is inline gathers in a paragraph until a block comes; what means nothing by itself is what
// it holds.
import type { Block, Heading } from '../../../markdown/document.ts'
import { slugOf } from '../../../markdown/names/slugs.ts'
import { inlineText } from '../../../markdown/nodes.ts'
import { calloutOf } from './callouts.ts'
import { codeBlock } from './code.ts'
import { inlinesOf } from './inlines.ts'
import { definitionsOf, listOf } from './lists.ts'
import { bold, type Footnote, fragment, type Maker, paragraph, type TargetUse } from './maker.ts'
import { MATH } from './math.ts'
import { figureOf, pictureOf, playedOf } from './media.ts'
import type { NoteOfLink } from './notes.ts'
import { paragraphOf } from './paragraphs.ts'
import { tableOf } from './tables.ts'
import {
  attribute,
  type Element,
  elementsIn,
  findElement,
  hasClass,
  isBlank,
  isElement,
  type Node,
  textOf,
} from './tree.ts'

export type Surroundings = {
  targetOf: (written: string, use: TargetUse) => string | undefined
  notes: NoteOfLink
  isLinkedTo: (id: string) => boolean
}

const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'center',
    'dd',
    'details',
    'dir',
    'div',
    'dl',
    'dt',
  ],
  ...[
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hgroup',
  ],
  ...[
    'hr',
    'iframe',
    'li',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'summary',
    'table',
    'tbody',
    'td',
    'th',
  ],
  ...['thead', 'tr', 'ul', 'video', 'audio', 'embed', MATH.block],
])
/** Lists, quotes, tables … in each other; a reader of Markdown gives up somewhere below. */
const DEEPEST = 12

export function makerFor({ targetOf, notes, isLinkedTo }: Surroundings): Maker {
  const blockInside = new WeakMap<Element, boolean>()
  const known = new Map<readonly Node[], Footnote>()
  let depth = 0
  let isInNote = false

  const maker: Maker = {
    blocks,
    below(nodes) {
      depth++
      const made = blocks(nodes)
      depth--
      return made
    },
    inlines: (nodes) => inlinesOf(maker, nodes),
    targetOf,
    isLinkedTo,
    noteOf,
  }

  /** The text of a footnote calls no others. */
  function noteOf(link: Element): Footnote | undefined {
    const nodes = isInNote ? undefined : notes(link)
    if (!nodes) return
    const before = known.get(nodes)
    if (before) return before
    isInNote = true
    const note = { label: String(known.size + 1), body: blocks(nodes) }
    isInNote = false
    known.set(nodes, note)
    return note
  }

  function blocks(nodes: readonly Node[]): Block[] {
    const made: Block[] = []
    let line: Node[] = []
    const flush = () => {
      if (line.length > 0) for (const block of paragraphOf(maker.inlines(line))) made.push(block)
      line = []
    }
    for (const node of nodes) {
      if (!isElement(node) || !isBlock(node)) {
        line.push(isElement(node) && node.name === 'picture' ? pictureOf(node) : node)
        continue
      }
      flush()
      for (const block of blocksOf(node)) made.push(block)
    }
    flush()
    return made
  }

  function isBlock(node: Element): boolean {
    if (BLOCKS.has(node.name)) return true
    const answer = blockInside.get(node)
    if (answer !== undefined) return answer
    const is = elementsIn(node.children).some(isBlock)
    blockInside.set(node, is)
    return is
  }

  function blocksOf(node: Element): Block[] {
    const callout = depth < DEEPEST ? calloutOf(node) : undefined
    if (callout) {
      const title = callout.title === undefined ? [] : [bold(callout.title)]
      const content = [...title, ...maker.below(callout.content)]
      return content.length === 0
        ? []
        : [{ object: 'block', type: 'hint', data: { style: callout.style }, nodes: content }]
    }
    switch (node.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return headingOf(node)
      case 'hr':
        return [{ object: 'block', type: 'divider', data: {}, isVoid: true }]
      case 'pre':
        return preOf(node)
      case MATH.block:
        return [{ object: 'block', type: 'math', data: { formula: textOf(node) }, isVoid: true }]
      case 'figure':
        return figureOf(maker, node)
      case 'iframe':
      case 'video':
      case 'audio':
      case 'embed':
        return playedOf(maker, node)
      default:
        return depth < DEEPEST ? containerOf(node) : blocks(node.children)
    }
  }

  function containerOf(node: Element): Block[] {
    switch (node.name) {
      case 'ul':
      case 'ol':
      case 'dir':
        return listOf(maker, node)
      case 'dl':
        return definitionsOf(maker, node)
      case 'table':
        return tableOf(maker, node)
      case 'details':
        return detailsOf(node)
      case 'blockquote': {
        const nodes = maker.below(node.children)
        return nodes.length === 0 ? [] : [{ object: 'block', type: 'blockquote', nodes }]
      }
      default:
        return divisionOf(node)
    }
  }

  function divisionOf(node: Element): Block[] {
    if (
      hasClass(node, 'highlight', 'sourceCode', 'code-block', 'codeblock') ||
      /highlight-/.test(attribute(node, 'class') ?? '')
    ) {
      const pre = findElement(node, ({ name }) => name === 'pre')
      if (pre && holdsAll(pre, node)) return [codeBlock(pre, [node])]
    }
    if (hasClass(node, 'column-list')) {
      const columns = elementsIn(node.children).filter((child) => hasClass(child, 'column'))
      const nodes = columns.map(
        (column): Block => ({
          object: 'block',
          type: 'column',
          data: {},
          nodes: maker.below(column.children),
        }),
      )
      if (columns.length > 1) return [asColumns(nodes)]
    }
    return blocks(node.children)
  }

  function preOf(node: Element): Block[] {
    const code = codeBlock(node)
    return textOf(node).trim() === '' ? [] : [code]
  }

  function detailsOf(node: Element): Block[] {
    const summary = elementsIn(node.children).find(({ name }) => name === 'summary')
    const body = maker.below(node.children.filter((child) => child !== summary))
    if (body.length === 0) return summary ? blocks(summary.children) : []
    const title = paragraph(maker.inlines(summary && !isBlank(summary) ? summary.children : ['Details']))
    const fragments = [fragment('expandable-title', [title]), fragment('expandable-body', body)]
    return [{ object: 'block', type: 'expandable', data: {}, fragments, isVoid: true }]
  }

  function headingOf(node: Element): Block[] {
    const level = Number(node.name.at(-1))
    const nodes = maker.inlines(node.children)
    if (nodes.length === 0) return []
    // An image is no title.
    if (inlineText(nodes).trim() === '') return paragraphOf(nodes)
    const inner = attribute(node, 'id') ?? idInside(node)
    const id =
      inner !== undefined && isLinkedTo(inner) && inner !== slugOf(inlineText(nodes)) ? inner : undefined
    const heading: Heading = {
      object: 'block',
      type: level <= 1 ? 'heading-1' : level === 2 ? 'heading-2' : 'heading-3',
      nodes,
      data: id === undefined ? {} : { id: id.toLowerCase() },
    }
    return [level > 3 ? { ...heading, meta: { depth: level } } : heading]
  }

  return maker
}

/** Whether there is nothing to read around it. */
function holdsAll(part: Element, whole: Element): boolean {
  return whole.children.every(
    (child) => child === part || (isElement(child) ? holdsAll(part, child) : child.trim() === ''),
  )
}

/** The anchor may be an element inside. */
function idInside(node: Element) {
  const inside = findElement(
    node,
    (child) => attribute(child, 'id') !== undefined || attribute(child, 'name') !== undefined,
  )
  return inside && (attribute(inside, 'id') ?? attribute(inside, 'name'))
}

function asColumns(nodes: Block[]): Block {
  const columns = nodes.filter((node) => node.type === 'column')
  return { object: 'block', type: 'columns', data: {}, nodes: columns, isVoid: false }
}
