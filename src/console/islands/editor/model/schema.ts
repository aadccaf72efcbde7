// One type of node for each type of block. What a block says beside what it holds is one opaque attribute, `rest`.
import { type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { emojiOf } from '../../../../engines/html/emoji-names.ts'
import { MARK_ORDER, type MARK_ORDER as ORDER } from '../../../../engines/markdown/nodes.ts'
import { tableSpecs } from '../tables/table-specs.ts'
import { nodeName, ROLES, roleOf } from './blocks.ts'

/** Fields of a block but for `object`, `type`, `key`, and what it holds; null for a block that was made here. */
export type Rest = { data?: Record<string, unknown>; meta?: Record<string, unknown> } | null

const own = { id: { default: null }, rest: { default: null } }

export function dataOf(node: Node): Record<string, unknown> {
  const rest: Rest = node.attrs.rest
  return rest?.data ?? {}
}

export function withData(node: Node, data: Record<string, unknown>): { id: string | null; rest: Rest } {
  const { id, rest } = node.attrs
  return { id, rest: { ...rest, data: { ...dataOf(node), ...data } } }
}

function said(node: Node, name: string): string {
  const value = dataOf(node)[name]
  return typeof value === 'string' ? value : ''
}

type Look = (node: Node) => DOMOutputSpec

const fixed = { contenteditable: 'false' }

/** What holds lines runs as the first of them does, with its marks on that side. */
const auto = { dir: 'auto' }

/** Sides have the names that they have on a site. */
const SIDES: Readonly<Record<string, string>> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
}

function aligned(node: Node): { class?: string } {
  const side = SIDES[said(node, 'align')]
  return side ? { class: `align-${side}` } : {}
}

let tasks = 0

function headingLook(level: number): Look {
  return (node) => {
    const depth: unknown = node.attrs.rest?.meta?.depth
    return [`h${level === 3 && typeof depth === 'number' ? Math.min(6, depth) : level}`, aligned(node), 0]
  }
}

const LOOKS: Readonly<Record<string, Look>> = {
  paragraph: (node) => ['p', aligned(node), 0],
  'heading-1': headingLook(1),
  'heading-2': headingLook(2),
  'heading-3': headingLook(3),
  'list-ordered': (node) => ['ol', { ...auto, start: String(dataOf(node).start ?? 1) }, 0],
  'list-unordered': () => ['ul', auto, 0],
  'list-tasks': () => ['ul', { ...auto, class: 'tasks' }, 0],
  'list-item': (node) => {
    const { checked } = dataOf(node)
    if (checked === undefined) return ['li', ['div', 0]]
    const tick = { class: checked ? 'tick done' : 'tick', role: 'checkbox', 'aria-checked': String(checked) }
    const id = `task-${tasks++}`
    return [
      'li',
      { class: 'task' },
      ['span', { ...tick, ...fixed, 'aria-labelledby': id }],
      ['div', { id }, 0],
    ]
  },
  divider: () => ['hr'],
  blockquote: () => ['blockquote', auto, 0],
  hint: (node) => {
    const style = said(node, 'style') || 'info'
    return [
      'div',
      { ...auto, class: `hint ${style}` },
      ['span', { class: 'hint-sign', ...fixed }],
      ['div', { class: 'hint-body' }, 0],
    ]
  },
  if: (node) => ['div', { class: 'edit-frame', 'data-label': `if ${said(node, 'expression')}` }, 0],
  images: (node) => ['div', { class: `pictures ${aligned(node).class ?? ''}`.trim() }, 0],
  image: () => ['figure', { class: 'picture' }, ['div', 0]],
  code: (node) => {
    const title = said(node, 'title')
    const code: DOMOutputSpec = ['pre', ['code', 0]]
    const isWrapped = said(node, 'overflow') === 'wrap'
    const around = { class: isWrapped ? 'code-block wrapped' : 'code-block', dir: 'ltr' }
    return title
      ? ['figure', around, ['figcaption', { class: 'code-title', ...fixed }, title], code]
      : ['figure', around, code]
  },
  'code-line': (node) => ['div', { class: dataOf(node).highlighted ? 'line marked' : 'line' }, 0],
  expandable: () => ['div', { class: 'expandable' }, 0],
  tabs: () => ['div', { class: 'edit-tabs' }, 0],
  'tabs-item': (node) => ['div', { class: 'edit-frame', 'data-label': said(node, 'title') || 'Tab' }, 0],
  stepper: () => ['ol', { ...auto, class: 'stepper' }, 0],
  'stepper-step': () => ['li', { class: 'step' }, 0],
  columns: () => ['div', { class: 'columns' }, 0],
  column: () => ['div', { class: 'column' }, 0],
}

function nodeSpec(type: string): NodeSpec | undefined {
  const role = roleOf(type)
  const look = LOOKS[type]
  if (role.role === 'atom' || role.role === 'table' || !look) return
  const isPart = ('isPart' in role && role.isPart) || role.role === 'line'
  const isApart = type === 'code' || ('isPart' in role && type !== 'list-item') || type === 'expandable'
  return {
    attrs: own,
    content: role.role === 'blocks' ? role.holds : contentOf(role.role),
    ...(isPart ? {} : { group: 'block' }),
    defining: type !== 'paragraph',
    isolating: isApart,
    ...(role.role === 'line' && { code: true, whitespace: 'pre' }),
    toDOM: look,
    parseDOM: READ[type],
  }
}

function contentOf(role: 'text' | 'line' | 'leaf' | 'fragments') {
  if (role === 'leaf') return ''
  return role === 'fragments' ? 'fragment*' : 'inline*'
}

const READ: Readonly<Record<string, NodeSpec['parseDOM']>> = {
  paragraph: [{ tag: 'p' }],
  'heading-1': [{ tag: 'h1' }],
  'heading-2': [{ tag: 'h2' }],
  'heading-3': [{ tag: 'h3' }, { tag: 'h4' }, { tag: 'h5' }, { tag: 'h6' }],
  'list-ordered': [{ tag: 'ol' }],
  'list-unordered': [{ tag: 'ul' }],
  'list-item': [{ tag: 'li' }],
  divider: [{ tag: 'hr' }],
  blockquote: [{ tag: 'blockquote' }],
}

const blockSpecs = Object.keys(ROLES).flatMap((type) => {
  const spec = nodeSpec(type)
  return spec ? [[nodeName(type), spec] as const] : []
})

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+', attrs: { data: { default: {} } } },
  // The first of its group is what is filled in where something must be.
  ...Object.fromEntries(blockSpecs),
  fragment: {
    attrs: own,
    content: 'block+',
    isolating: true,
    defining: true,
    toDOM: (node) => ['div', { class: `fragment ${node.attrs.rest?.fragment ?? ''}` }, 0],
  },
  atom: {
    attrs: { id: { default: null }, block: {} },
    group: 'block',
    atom: true,
    selectable: true,
    draggable: true,
    toDOM: (node) => ['div', { class: 'edit-atom', 'data-type': node.attrs.block.type }],
  },
  ...tableSpecs,
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    toDOM: () => ['br'],
    parseDOM: [{ tag: 'br' }],
  },
  inline_atom: {
    attrs: { node: {} },
    group: 'inline',
    inline: true,
    atom: true,
    toDOM: ({ attrs: { node } }) => [
      'span',
      { class: `inline-atom ${node.type ?? 'raw'}`, ...fixed },
      inlineLabel(node),
    ],
  },
  // A piece of text.
  condition_tag: {
    attrs: { source: {} },
    group: 'inline',
    inline: true,
    atom: true,
    leafText: ({ attrs }) => String(attrs.source),
    toDOM: ({ attrs }) => ['span', { class: 'condition-tag', ...fixed }, String(attrs.source)],
  },
}

/** Where text is asked for: what is no text, and is none in Markdown either, as `other`. */
export function leafText(other: string): (node: Node) => string {
  return ({ type, attrs }) => (type.name === 'condition_tag' ? String(attrs.source) : other)
}

type Inside = { type?: string; leaves?: { text: string }[]; nodes?: Inside[]; data?: Record<string, unknown> }

/** What an inline shows that is not edited letter by letter. */
export function inlineLabel({ type, leaves, nodes = [], data = {} }: Inside): string {
  if (leaves) return leaves.map((leaf) => leaf.text).join('')
  const field = {
    emoji: 'code',
    icon: 'icon',
    expression: 'expression',
    'inline-math': 'formula',
    button: 'label',
  }[type ?? '']
  const value = String(data[field ?? 'alt'] ?? '')
  if (type === 'emoji') return emojiOf(value)
  if (type === 'expression') return `{{ ${value} }}`
  return value || nodes.map(inlineLabel).join('') || (type ?? '')
}

const plain = (tag: string, ...also: string[]): MarkSpec => ({
  excludes: '',
  toDOM: () => [tag, 0],
  parseDOM: [tag, ...also].map((tag) => ({ tag })),
})

const marks: Record<(typeof ORDER)[number] | 'link', MarkSpec> = {
  link: {
    attrs: { rest: {}, at: { default: 0 } },
    inclusive: false,
    toDOM: (mark) => ['a', { href: hrefOf(mark.attrs.rest?.data?.ref) }, 0],
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs(dom) {
          const url = dom.getAttribute('href') ?? ''
          const isPlace = /^(https?:|mailto:|tel:|[^:/?#]*([/?#]|$))/i.test(url)
          return isPlace && { rest: { data: { ref: { kind: 'url', url } } } }
        },
      },
    ],
  },
  color: {
    attrs: { data: {} },
    excludes: '',
    toDOM: ({ attrs: { data } }) => [
      'span',
      { class: `colour text-${data.text} paper-${data.background}` },
      0,
    ],
  },
  bold: plain('strong', 'b'),
  italic: plain('em', 'i'),
  strikethrough: plain('s', 'del'),
  superscript: plain('sup'),
  subscript: plain('sub'),
  keyboard: plain('kbd'),
  code: { ...plain('code'), code: true },
}

/** Never a place to go to: links are followed from the toolbar, so that a click puts the cursor there. */
function hrefOf(ref: ContentRef | undefined): string {
  if (ref?.kind === 'url') return /^(https?|mailto):/i.test(ref.url) ? ref.url : '#'
  return '#'
}

// Spread in their order: ProseMirror sorts marks by it.
const ordered = Object.fromEntries([['link', marks.link], ...MARK_ORDER.map((name) => [name, marks[name]])])

export const schema = new Schema({ nodes, marks: ordered })

export function nodeType(type: string) {
  const found = schema.nodes[nodeName(type)]
  if (!found) throw new Error(`No node for ${type}`)
  return found
}

export function markType(name: keyof typeof marks) {
  const found = schema.marks[name]
  if (!found) throw new Error(`No mark ${name}`)
  return found
}
