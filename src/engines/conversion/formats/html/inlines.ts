// What is inside a line: text with its marks, links, images, formulas, footnotes.
import type { InlineNode, Mark, MarkType } from '../../../markdown/document.ts'
import { sortMarks } from '../../../markdown/nodes.ts'
import { InlineLine } from './line.ts'
import { fragment, type Maker } from './maker.ts'
import { MATH } from './math.ts'
import {
  attribute,
  classesOf,
  type Element,
  hasClass,
  isElement,
  type Node,
  styleOf,
  textOf,
} from './tree.ts'

const MARKS: Record<string, Exclude<MarkType, 'color'> | undefined> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', cite: 'italic', var: 'italic', dfn: 'italic' },
  ...{ code: 'code', tt: 'code', samp: 'code', kbd: 'keyboard', sup: 'superscript', sub: 'subscript' },
  ...{ del: 'strikethrough', s: 'strikethrough', strike: 'strikethrough' },
}

/** The pictures of Confluence, by their class. */
const EMOTICONS: Record<string, string | undefined> = {
  ...{ 'emoticon-smile': '🙂', 'emoticon-sad': '😞', 'emoticon-cheeky': '😛', 'emoticon-laugh': '😄' },
  ...{ 'emoticon-wink': '😉', 'emoticon-thumbs-up': '👍', 'emoticon-thumbs-down': '👎' },
  ...{ 'emoticon-tick': '✅', 'emoticon-cross': '❌', 'emoticon-plus': '➕', 'emoticon-minus': '➖' },
  ...{ 'emoticon-warning': '⚠️', 'emoticon-information': 'ℹ️', 'emoticon-question': '❓' },
  ...{ 'emoticon-light-on': '💡', 'emoticon-yellow-star': '⭐', 'emoticon-heart': '❤️' },
  ...{ 'emoticon-broken-heart': '💔' },
}

export function inlinesOf(maker: Maker, nodes: readonly Node[]): InlineNode[] {
  const line = new InlineLine()
  for (const node of nodes) add(maker, line, node, [])
  line.trimEnd()
  return line.nodes()
}

function add(maker: Maker, line: InlineLine, node: Node, marks: Mark[]): void {
  if (!isElement(node)) {
    line.addText(node, marks)
    return
  }
  switch (node.name) {
    case 'br':
      line.addBreak()
      return
    case 'img':
      addImage(maker, line, node)
      return
    case 'a':
      addLink(maker, line, node, marks)
      return
    case 'sup': {
      const note = onlyLink(node)
      if (note && addNote(maker, line, note)) return
      break
    }
    case MATH.inline:
    case MATH.block:
      line.put({
        object: 'inline',
        type: 'inline-math',
        data: { formula: textOf(node).replaceAll(/\s+/g, ' ') },
        isVoid: true,
      })
      return
    case 'q':
      line.addText('“', marks)
      addAll(maker, line, node, marks)
      line.addText('”', marks)
      return
    case 'input':
    case 'wbr':
      return
    case 'rp':
    case 'rt':
      if (node.name === 'rt') line.addText(` (${textOf(node).trim()})`, marks)
      return
    default:
  }
  addAll(maker, line, node, withMarks(marks, marksOf(node)))
}

function addAll(maker: Maker, line: InlineLine, { children }: Element, marks: Mark[]) {
  for (const child of children) add(maker, line, child, marks)
}

function marksOf(node: Element): Mark[] {
  const plain = MARKS[node.name]
  const marks: Mark[] = plain ? [{ object: 'mark', type: plain }] : []
  if (node.name === 'mark')
    marks.push({ object: 'mark', type: 'color', data: { text: 'default', background: 'yellow' } })
  const lozenge = hasClass(node, 'status-macro') ? lozengeColor(node) : undefined
  if (lozenge) marks.push({ object: 'mark', type: 'color', data: { text: lozenge, background: 'default' } })
  return attribute(node, 'style') === undefined ? marks : [...marks, ...styledMarks(node)]
}

/** Word processors say it with styles. */
function styledMarks(node: Element): Mark[] {
  const found: Exclude<MarkType, 'color'>[] = []
  const weight = styleOf(node, 'font-weight')
  if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) found.push('bold')
  if (styleOf(node, 'font-style') === 'italic') found.push('italic')
  if (/line-through/.test(styleOf(node, 'text-decoration') ?? '')) found.push('strikethrough')
  const height = styleOf(node, 'vertical-align')
  if (height === 'super' && node.name !== 'sup') found.push('superscript')
  if (height === 'sub' && node.name !== 'sub') found.push('subscript')
  if (node.name === 'span' && /courier|consolas|mono/.test(styleOf(node, 'font-family') ?? ''))
    found.push('code')
  return found.map((type) => ({ object: 'mark', type }))
}

function lozengeColor(node: Element) {
  if (hasClass(node, 'aui-lozenge-success')) return 'green'
  if (hasClass(node, 'aui-lozenge-error')) return 'red'
  if (hasClass(node, 'aui-lozenge-current', 'aui-lozenge-moved')) return 'orange'
  return hasClass(node, 'aui-lozenge-complete', 'aui-lozenge-progress') ? 'blue' : 'default'
}

function withMarks(outer: Mark[], inner: Mark[]) {
  const fresh = inner.filter(({ type }) => !outer.some((mark) => mark.type === type))
  return fresh.length === 0 ? outer : sortMarks([...outer, ...fresh])
}

function addImage(maker: Maker, line: InlineLine, node: Element) {
  const alt = attribute(node, 'alt')?.trim()
  if (hasClass(node, 'emoticon', 'emoji', 'emote')) return line.addText(emoticonOf(node, alt), [])
  const url = imageTarget(maker, node)
  if (url === undefined) return line.addText(alt ?? '', [])
  line.put({
    object: 'inline',
    type: 'inline-image',
    data: { ref: { kind: 'url', url }, ...(alt && { alt }) },
    isVoid: true,
  })
}

/** The sign, or else what stands for it: a sign that says nothing is worse than a word. */
function emoticonOf(node: Element, alt = '') {
  const known = classesOf(node).flatMap((name) => EMOTICONS[name] ?? [])[0]
  const fallback = attribute(node, 'data-emoji-fallback')
  const isSign = fallback !== undefined && /\p{Extended_Pictographic}/u.test(fallback)
  return isSign ? fallback : (known ?? (alt || fallback || ''))
}

/** Images that wait for somebody to scroll have their address elsewhere. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-image-src']

export function imageTarget(maker: Maker, node: Element): string | undefined {
  const source = attribute(node, 'src')
  const lazy = LAZY.map((name) => attribute(node, name)).find((value) => value !== undefined && value !== '')
  const isPlaceholder = source === undefined || source === '' || /^data:image\/(?:gif|svg)/.test(source)
  const written = isPlaceholder ? (lazy ?? firstOfSet(node) ?? source) : source
  return written === undefined || written.trim() === '' ? undefined : maker.targetOf(written.trim(), 'image')
}

function firstOfSet(node: Element) {
  return attribute(node, 'srcset')?.trim().split(/\s+/)[0]?.replace(/,$/, '')
}

function addLink(maker: Maker, line: InlineLine, node: Element, marks: Mark[]): void {
  if (isNoteCall(node) && addNote(maker, line, node)) return
  const href = attribute(node, 'href')?.trim()
  const url = href === undefined || href === '' ? undefined : maker.targetOf(href, 'link')
  if (url === undefined || line.isLink) {
    addAll(maker, line, node, withMarks(marks, marksOf(node)))
    return
  }
  const inner = new InlineLine({ isBlank: line.isBlank, isLink: true })
  addAll(maker, inner, node, withMarks(marks, marksOf(node)))
  const hasBlank = inner.trimEnd()
  const label = inner.nodes()
  if (label.length > 0)
    line.put({ object: 'inline', type: 'link', data: { ref: { kind: 'url', url } }, nodes: label })
  if (hasBlank) line.addText(' ', [])
}

function isNoteCall(node: Element) {
  return (
    attribute(node, 'role') === 'doc-noteref' ||
    attribute(node, 'data-footnote-ref') !== undefined ||
    hasClass(node, 'footnote-ref', 'footnote-reference', 'noteref')
  )
}

function onlyLink(node: Element): Element | undefined {
  const [only, ...more] = node.children.filter((child) => isElement(child) || child.trim() !== '')
  if (more.length > 0 || !isElement(only)) return
  return only.name === 'a' ? only : onlyLink(only)
}

function addNote(maker: Maker, line: InlineLine, link: Element): boolean {
  const note = maker.noteOf(link)
  if (!note) return false
  line.put({
    object: 'inline',
    type: 'annotation',
    nodes: [],
    fragments: [fragment('annotation-body', note.body)],
    isVoid: false,
    meta: { label: note.label },
  })
  return true
}
