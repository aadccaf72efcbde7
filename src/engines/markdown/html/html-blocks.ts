import type {
  Align,
  Block,
  Code,
  CodeLine,
  Heading,
  Hint,
  InlineNode,
  ListItem,
  TaskList,
  Text,
} from '../document.ts'
import { compact, leaf, withMeta } from '../nodes.ts'
import {
  type Attribute,
  attributeValue,
  elementAttribute,
  isSet,
  rememberAttributes,
  type WantedAttributes,
} from '../read/attributes.ts'
import { hintStyle } from '../read/tags.ts'
import { inlinesFromNodes, type NoteOfLabel } from './html-inlines.ts'
import { elementsOf, type HtmlElement, type HtmlNode, onlyElements, parseHtml } from './html-tree.ts'

/** `<p align="center">` and `<h2 align="center">` on their own. */
export function alignedFromHtml(source: string, notes: NoteOfLabel): Block | undefined {
  const [element, ...rest] = parseHtml(source.trim())
  if (element?.kind !== 'element' || rest.length > 0 || element.attributes.length !== 1) return undefined
  const align = alignOf(attributeValue(element.attributes, 'align'))
  if (!align || !isInline(element.children)) return undefined
  const level = /^h([1-6])$/.exec(element.name)?.[1]
  if (level) return headingBlock(Number(level), inlinesFromNodes(trimmed(element), notes), align)
  if (element.name !== 'p') return undefined
  return {
    object: 'block',
    type: 'paragraph',
    nodes: inlinesFromNodes(trimmed(element), notes),
    data: { align },
  }
}

function alignOf(value: string | undefined): Align | undefined {
  if (value === 'right') return 'end'
  return value === 'center' ? 'center' : value === 'left' ? 'start' : undefined
}

export function spellAlign(align: Align): string {
  return align === 'end' ? 'right' : align === 'center' ? 'center' : 'left'
}

export function headingBlock(level: number, nodes: InlineNode[], align?: Align): Heading {
  const type = level === 1 ? 'heading-1' : level === 2 ? 'heading-2' : 'heading-3'
  const meta = { depth: level > 3 ? level : undefined }
  return withMeta({ object: 'block', type, nodes, data: compact({ align }) }, meta)
}

function trimmed(element: HtmlElement): HtmlNode[] {
  return parseHtml(
    element.source.slice(element.open.length, element.source.length - element.close.length).trim(),
  )
}

const BLOCKS = /^(?:p|ul|ol|li|div|table|pre|blockquote|h[1-6]|details|figure|hr|tr|td|th|thead|tbody)$/

export function isInline(nodes: readonly HtmlNode[]): boolean {
  return nodes.every(
    (node) => node.kind !== 'element' || (!BLOCKS.test(node.name) && isInline(node.children)),
  )
}

/** What a cell of a table or an item of a list holds: inlines alone are one paragraph. */
export function blocksFromHtml(source: string, notes: NoteOfLabel): Block[] {
  return blocksFromNodes(parseHtml(source.trim()), notes)
}

function blocksFromNodes(nodes: readonly HtmlNode[], notes: NoteOfLabel): Block[] {
  if (nodes.length === 0) return []
  const blocks: Block[] = []
  let run: HtmlNode[] = []
  const flush = (): void => {
    const source = run.map((node) => node.source).join('')
    if (source.trim() !== '') blocks.push(paragraph(parseHtml(source.trim()), notes))
    run = []
  }
  for (const node of nodes) {
    const found = node.kind === 'element' ? blocksFromElement(node, notes) : undefined
    if (!found) {
      run.push(node)
      continue
    }
    flush()
    blocks.push(...found)
  }
  flush()
  return blocks
}

function paragraph(nodes: readonly HtmlNode[], notes: NoteOfLabel): Block {
  return { object: 'block', type: 'paragraph', nodes: inlinesFromNodes(nodes, notes) }
}

function blocksFromElement(element: HtmlElement, notes: NoteOfLabel): Block[] | undefined {
  // A paragraph ends where a block begins in it, as browsers have it.
  const isAround = element.name === 'p' && element.attributes.length === 0 && !isInline(element.children)
  if (isAround) return blocksFromNodes(element.children, notes)
  const block = blockFromElement(element, notes)
  return block && [block]
}

function blockFromElement(element: HtmlElement, notes: NoteOfLabel): Block | undefined {
  const { name, attributes } = element
  if (name === 'pre') return codeFromElement(element, notes) ?? bareCode(element, notes)
  if (name === 'div') return hintFromElement(element, notes)
  if (name === 'ul' && attributes.length === 1) return tasksFromElement(element, notes)
  if (attributes.length > 0) return undefined
  if (name === 'p') return isInline(element.children) ? paragraph(trimmed(element), notes) : undefined
  if (name === 'ul' || name === 'ol') return listFromElement(element, notes)
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (!level || !isInline(element.children)) return undefined
  return headingBlock(Number(level), inlinesFromNodes(trimmed(element), notes))
}

function listFromElement(element: HtmlElement, notes: NoteOfLabel): Block | undefined {
  const items = onlyElements(element.children)
  if (
    !items ||
    items.length === 0 ||
    items.some((item) => item.name !== 'li' || item.attributes.length > 0)
  ) {
    return undefined
  }
  const nodes: ListItem[] = items.map((item) => ({
    object: 'block',
    type: 'list-item',
    nodes: blocksFromNodes(trimmed(item), notes),
  }))
  if (element.name === 'ul') return { object: 'block', type: 'list-unordered', nodes }
  return { object: 'block', type: 'list-ordered', nodes, data: {} }
}

const TASKS = 'contains-task-list'

/** `<ul class="contains-task-list"><li><input type="checkbox">`. */
function tasksFromElement(element: HtmlElement, notes: NoteOfLabel): TaskList | undefined {
  const items = onlyElements(element.children)
  if (attributeValue(element.attributes, 'class') !== TASKS || !items || items.length === 0) return undefined
  const nodes = items.map((item) => taskFromElement(item, notes))
  if (!nodes.every((item) => item !== undefined)) return undefined
  return { object: 'block', type: 'list-tasks', nodes }
}

function taskFromElement(item: HtmlElement, notes: NoteOfLabel): ListItem | undefined {
  const [box, ...rest] = trimmed(item)
  if (item.name !== 'li' || item.attributes.length > 0) return undefined
  if (box?.kind !== 'element' || !/^<input type="checkbox"( checked)?>$/.test(box.source)) return undefined
  const data = { checked: isSet(box.attributes, 'checked') ?? false }
  return { object: 'block', type: 'list-item', data, nodes: blocksFromNodes(rest, notes) }
}

export function hintAttributes(style: string): WantedAttributes {
  return [
    ['data-gb-custom-block', true],
    ['data-tag', 'hint'],
    ['data-style', style],
    ['class', `hint hint-${style}`],
  ]
}

function hintFromElement(element: HtmlElement, notes: NoteOfLabel): Hint | undefined {
  if (attributeValue(element.attributes, 'data-tag') !== 'hint') return undefined
  const style = hintStyle(attributeValue(element.attributes, 'data-style') ?? 'info')
  const meta = { attributes: rememberAttributes(element.attributes, hintAttributes(style), elementAttribute) }
  const nodes = blocksFromNodes(trimmed(element), notes)
  return withMeta({ object: 'block', type: 'hint', data: { style }, nodes }, meta)
}

/** A hint as lists hold it, which have no tags. Between blank lines is Markdown, of which an element knows nothing. */
export function hintFromHtml(source: string, notes: NoteOfLabel): Hint | undefined {
  if (!/^\s*<div\s[^<>]*\bdata-tag=["']?hint\b/i.test(source) || /\n[ \t]*\n/.test(source.trim()))
    return undefined
  const [element, ...rest] = parseHtml(source.trim())
  const hint = element?.kind === 'element' && rest.length === 0 ? hintFromElement(element, notes) : undefined
  return hint && withMeta(hint, { ...hint.meta, form: 'html' })
}

export function isHintHtml(source: string): boolean {
  return hintFromHtml(source, () => undefined) !== undefined
}

export function codeFromHtml(source: string, notes: NoteOfLabel): Code | undefined {
  const [element, ...rest] = parseHtml(source.trim())
  if (element?.kind !== 'element' || rest.length > 0) return undefined
  return codeFromElement(element, notes)
}

function codeFromElement(pre: HtmlElement, notes: NoteOfLabel): Code | undefined {
  const [code, ...rest] = pre.children
  if (code?.kind !== 'element' || code.name !== 'code' || rest.length > 0) return undefined
  const data = preData(pre.attributes)
  const language = code.attributes.length === 0 ? undefined : attributeValue(code.attributes, 'class')
  const wantedLanguage = data.syntax === undefined ? undefined : `lang-${data.syntax}`
  if (code.attributes.length > 1 || language !== wantedLanguage) return undefined
  const nodes = codeLines(code.children, notes)
  const isPlain = nodes.every((line) => !line.data.highlighted && line.nodes.every(isPlainText))
  return withMeta(
    { object: 'block', type: 'code', nodes, data },
    {
      attributes: rememberAttributes(pre.attributes, preAttributes(data), elementAttribute),
      form: isPlain ? 'html' : undefined,
    },
  )
}

/** `<pre>` with nothing around the code. */
function bareCode(pre: HtmlElement, notes: NoteOfLabel): Code | undefined {
  if (elementsOf(pre.children, 'code').length > 0) return undefined
  const data = preData(pre.attributes)
  const attributes = rememberAttributes(pre.attributes, preAttributes(data), elementAttribute)
  const nodes = codeLines(pre.children, notes)
  return withMeta({ object: 'block', type: 'code', nodes, data }, { attributes, form: 'pre' })
}

export function isPlainText(node: InlineNode): boolean {
  return node.object === 'text' && !node.meta && node.leaves.every((part) => part.marks.length === 0)
}

export function preData(attributes: readonly Attribute[]): Code['data'] {
  const overflow = attributeValue(attributes, 'data-overflow')
  return compact({
    syntax: /^language-(.+)$/.exec(attributeValue(attributes, 'class') ?? '')?.[1],
    title: attributeValue(attributes, 'data-title'),
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: isSet(attributes, 'data-line-numbers'),
    fullWidth: isSet(attributes, 'data-full-width'),
  })
}

export function preAttributes(data: Code['data']): WantedAttributes {
  return [
    ['class', data.syntax === undefined ? undefined : `language-${data.syntax}`],
    ['data-title', data.title],
    ['data-overflow', data.overflow],
    ['data-line-numbers', data.lineNumbers === false ? 'false' : data.lineNumbers],
    ['data-full-width', data.fullWidth === false ? 'false' : data.fullWidth],
  ]
}

/** A line that is bold from end to end is a highlighted one. */
function codeLines(nodes: readonly HtmlNode[], notes: NoteOfLabel): CodeLine[] {
  const lines: InlineNode[][] = [[]]
  for (const node of inlinesFromNodes(nodes, notes, true)) {
    if (node.object !== 'text' || node.meta) {
      lines.at(-1)?.push(node)
      continue
    }
    for (const part of node.leaves) {
      part.text.split('\n').forEach((piece, index) => {
        if (index > 0) lines.push([])
        if (piece !== '') addLeaf(lines.at(-1) ?? [], { ...part, text: piece })
      })
    }
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop()
  return lines.map(codeLine)
}

function addLeaf(line: InlineNode[], part: Text['leaves'][number]): void {
  const last = line.at(-1)
  if (last?.object === 'text' && !last.meta) last.leaves.push(part)
  else line.push({ object: 'text', leaves: [part] })
}

function codeLine(nodes: InlineNode[]): CodeLine {
  const isBold = (part: Text['leaves'][number]): boolean => part.marks.some((mark) => mark.type === 'bold')
  const texts = nodes.filter((node) => node.object === 'text')
  const isHighlighted =
    nodes.length > 0 && texts.length > 0 && texts.every((node) => node.leaves.every(isBold))
  if (!isHighlighted) {
    const filled: InlineNode[] = nodes.length > 0 ? nodes : [{ object: 'text', leaves: [leaf('')] }]
    return { object: 'block', type: 'code-line', nodes: filled, data: {} }
  }
  const lighter = nodes.map((node) => (node.object === 'text' ? withoutBold(node) : node))
  return { object: 'block', type: 'code-line', nodes: lighter, data: { highlighted: true } }
}

function withoutBold(node: Text): Text {
  const leaves = node.leaves.map((part) => ({
    ...part,
    marks: part.marks.filter((mark) => mark.type !== 'bold'),
  }))
  return { ...node, leaves }
}
