import type { Block, InlineNode, Mark } from '../document.ts'
import { markId, sortMarks, withMeta } from '../nodes.ts'
import { attributeValue, elementAttribute, rememberAttributes } from '../read/attributes.ts'
import { InlineBuilder } from '../read/inline-builder.ts'
import { imageOf, inlinePicture, markOf, voidOf } from './element-inlines.ts'
import { decodeHtml } from './html-text.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from './html-tree.ts'

/** The blocks of a footnote, when it exists. */
export type NoteOfLabel = (label: string) => Block[] | undefined

type Into = {
  builder: InlineBuilder
  marks: Mark[]
  notes: NoteOfLabel
  isPreformatted: boolean
  isLink: boolean
}

export function inlinesFromHtml(source: string, notes: NoteOfLabel): InlineNode[] {
  return inlinesFromNodes(parseHtml(source.trim()), notes)
}

export function inlinesFromNodes(
  nodes: readonly HtmlNode[],
  notes: NoteOfLabel,
  isPreformatted = false,
): InlineNode[] {
  const builder = new InlineBuilder()
  addNodes(nodes, { builder, marks: [], notes, isPreformatted, isLink: false })
  return builder.done()
}

function addNodes(nodes: readonly HtmlNode[], into: Into): void {
  for (const node of nodes) {
    if (node.kind === 'text') into.builder.addText(plain(node.source, into.isPreformatted), into.marks)
    else if (node.kind === 'other') into.builder.addVerbatim(node.source, into.marks)
    else addElement(node, into)
  }
}

function plain(source: string, isPreformatted: boolean): string {
  return decodeHtml(isPreformatted ? source : source.replace(/[ \t\n]+/g, ' '))
}

function addElement(element: HtmlElement, into: Into): void {
  const { builder, marks } = into
  if (element.name === 'br' && element.attributes.length === 0) {
    builder.addText('\n', marks)
    return
  }
  const mark = markOf(element.name, element.attributes)
  if (mark) {
    const others = marks.filter((each) => markId(each) !== markId(mark) && each.type !== mark.type)
    addNodes(element.children, { ...into, marks: sortMarks([...others, mark]) })
    return
  }
  const inline = into.isPreformatted ? preformattedInline(element, into) : inlineOf(element, into)
  if (inline) {
    builder.add(inline)
    return
  }
  if (element.name === 'pre') {
    // Its lines would be joined.
    builder.addVerbatim(element.source, marks)
    return
  }
  builder.addVerbatim(element.open, marks)
  addNodes(element.children, into)
  if (element.close !== '') builder.addVerbatim(element.close, marks)
}

/** Code lines hold annotations and expressions and nothing else. */
function preformattedInline(element: HtmlElement, into: Into): InlineNode | undefined {
  const inline = inlineOf(element, into)
  if (inline?.object !== 'inline') return undefined
  return inline.type === 'annotation' || inline.type === 'expression' ? inline : undefined
}

function inlineOf(element: HtmlElement, into: Into): InlineNode | undefined {
  if (element.name === 'img') return imageOf(element.attributes, 'html')
  if (element.name === 'picture') return inlinePicture(element, 'html')
  // A link holds text and images only.
  if (into.isLink) return undefined
  const inner = plainInner(element, into.isPreformatted)
  const single = inner === undefined ? undefined : voidOf(element.name, element.attributes, inner, 'html')
  if (single) return single
  if (element.name !== 'a') return undefined
  return annotationOf(element, into) ?? linkOf(element, into)
}

function plainInner(element: HtmlElement, isPreformatted: boolean): string | undefined {
  if (element.children.length === 0) return ''
  const [only] = element.children
  return element.children.length === 1 && only?.kind === 'text'
    ? plain(only.source, isPreformatted)
    : undefined
}

export const NOTE_TARGET = /^#user-content-fn-(.+)$/

function annotationOf(element: HtmlElement, into: Into): InlineNode | undefined {
  const label = NOTE_TARGET.exec(attributeValue(element.attributes, 'href') ?? '')?.[1]
  if (attributeValue(element.attributes, 'data-footnote-ref') !== '' || element.attributes.length !== 2)
    return undefined
  const body = label === undefined ? undefined : into.notes(label)
  if (!body) return undefined
  return annotation(label ?? '', insideLink(element, into), body)
}

export function annotation(label: string, nodes: InlineNode[], body: Block[]): InlineNode {
  const fragment = {
    object: 'fragment' as const,
    fragment: 'annotation-body',
    type: 'annotation-body',
    nodes: body,
  }
  return {
    object: 'inline',
    type: 'annotation',
    nodes,
    fragments: [fragment],
    isVoid: false,
    meta: { label },
  }
}

function insideLink(element: HtmlElement, into: Into): InlineNode[] {
  const builder = new InlineBuilder()
  addNodes(element.children, { ...into, builder, isLink: true })
  return builder.done()
}

function linkOf(element: HtmlElement, into: Into): InlineNode | undefined {
  const url = attributeValue(element.attributes, 'href')
  if (url === undefined) return undefined
  const meta = { attributes: rememberAttributes(element.attributes, [['href', url]], elementAttribute) }
  const ref = { kind: 'url' as const, url }
  return withMeta({ object: 'inline', type: 'link', data: { ref }, nodes: insideLink(element, into) }, meta)
}
