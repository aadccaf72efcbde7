// What stands inside a line: text with its marks, links, images, formulas, footnotes.
import type { InlineNode, Mark, MarkType } from '../../markdown/document.ts'
import { sameMarks, sortMarks, text } from '../../markdown/nodes.ts'
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

/** What is known while a line is read: whether a blank would be the second in a row, or the first of the line. */
type Line = { nodes: InlineNode[]; isBlank: boolean }

export function inlinesOf(maker: Maker, nodes: readonly Node[]): InlineNode[] {
  const line: Line = { nodes: [], isBlank: true }
  for (const node of nodes) add(maker, line, node, [])
  trimEnd(line.nodes)
  return line.nodes
}

function add(maker: Maker, line: Line, node: Node, marks: Mark[]): void {
  if (!isElement(node)) {
    addText(line, node, marks)
    return
  }
  switch (node.name) {
    case 'br':
      addBreak(line)
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
      put(line, {
        object: 'inline',
        type: 'inline-math',
        data: { formula: textOf(node).replaceAll(/\s+/g, ' ') },
        isVoid: true,
      })
      return
    case 'q':
      addText(line, '“', marks)
      addAll(maker, line, node, marks)
      addText(line, '”', marks)
      return
    case 'input':
    case 'wbr':
      return
    case 'rp':
    case 'rt':
      if (node.name === 'rt') addText(line, ` (${textOf(node).trim()})`, marks)
      return
    default:
  }
  addAll(maker, line, node, withMarks(marks, marksOf(node)))
}

function addAll(maker: Maker, line: Line, { children }: Element, marks: Mark[]) {
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

function addText(line: Line, source: string, marks: Mark[]): void {
  const collapsed = source.replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('\u200b', '')
  const isStart = line.isBlank && line.nodes.length === 0
  const content = line.isBlank ? collapsed.replace(isStart ? /^[ \u00a0]+/ : /^ /, '') : collapsed
  if (content === '') return
  const last = line.nodes.at(-1)
  const leaf = last?.object === 'text' ? last.leaves[0] : undefined
  if (leaf && sameMarks(leaf.marks, marks)) leaf.text += content
  else line.nodes.push(text(content, marks))
  line.isBlank = content.endsWith(' ')
}

function addBreak(line: Line) {
  trimEnd(line.nodes)
  if (line.nodes.length === 0) return
  const last = line.nodes.at(-1)
  const leaf = last?.object === 'text' ? last.leaves[0] : undefined
  if (leaf && leaf.marks.length === 0) leaf.text += '\n'
  else line.nodes.push(text('\n'))
  line.isBlank = true
}

function put(line: Line, node: InlineNode) {
  line.nodes.push(node)
  line.isBlank = false
}

function addImage(maker: Maker, line: Line, node: Element) {
  const alt = attribute(node, 'alt')?.trim()
  if (hasClass(node, 'emoticon', 'emoji', 'emote')) return addText(line, emoticonOf(node, alt), [])
  const url = imageTarget(maker, node)
  if (url === undefined) return addText(line, alt ?? '', [])
  put(line, {
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

function addLink(maker: Maker, line: Line, node: Element, marks: Mark[]): void {
  if (isNoteCall(node) && addNote(maker, line, node)) return
  const href = attribute(node, 'href')?.trim()
  const url = href === undefined || href === '' ? undefined : maker.targetOf(href, 'link')
  if (url === undefined) {
    addAll(maker, line, node, withMarks(marks, marksOf(node)))
    return
  }
  const inner: Line = { nodes: [], isBlank: line.isBlank }
  addAll(maker, inner, node, withMarks(marks, marksOf(node)))
  const label = withoutLinks(inner.nodes)
  const hasBlank = trimEnd(label)
  if (label.length > 0)
    put(line, { object: 'inline', type: 'link', data: { ref: { kind: 'url', url } }, nodes: label })
  if (hasBlank) addText(line, ' ', [])
}

/** A link holds no other. */
function withoutLinks(nodes: InlineNode[]): InlineNode[] {
  return nodes.flatMap((node) => (node.object === 'inline' && node.type === 'link' ? node.nodes : [node]))
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

function addNote(maker: Maker, line: Line, link: Element): boolean {
  const note = maker.noteOf(link)
  if (!note) return false
  put(line, {
    object: 'inline',
    type: 'annotation',
    nodes: [],
    fragments: [fragment('annotation-body', note.body)],
    isVoid: false,
    meta: { label: note.label },
  })
  return true
}

/** Takes blanks and breaks off the end; says whether there was a blank. */
function trimEnd(nodes: InlineNode[]): boolean {
  let hadBlank = false
  for (;;) {
    const last = nodes.at(-1)
    if (last?.object !== 'text') return hadBlank
    const leaf = last.leaves[0]
    if (!leaf) return hadBlank
    const kept = withoutEnd(leaf.text)
    hadBlank ||= kept !== leaf.text
    leaf.text = kept
    if (kept !== '') return hadBlank
    nodes.pop()
  }
}

/** By hand: an expression would look at every run of blanks from each of its signs. */
function withoutEnd(content: string) {
  let end = content.length
  while (end > 0 && ' \n\u00a0'.includes(content[end - 1] ?? '')) end--
  return content.slice(0, end)
}
