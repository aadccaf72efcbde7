import { type Block, COLORS, type InlineNode, type JSONDocument } from '../document.ts'
import { MARK_ORDER, own } from '../nodes.ts'
import { oldApiType } from '../read/tags.ts'

// Documents come from clients too. `checkDocument` refuses fields of the wrong type; here whatever is missing is filled
// in, so that the writer can trust the types.

export function repairDocument(document: JSONDocument): JSONDocument {
  const data = isObject(document.data) ? document.data : {}
  return {
    object: 'document',
    data: { ...data, definitions: stringsOf(data.definitions) },
    nodes: repairBlocks(document.nodes),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

const INLINE_HOLDERS = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line'])
const BLOCK_HOLDERS: Record<string, string | true | undefined> = {
  'list-ordered': 'list-item',
  'list-unordered': 'list-item',
  'list-tasks': 'list-item',
  'list-item': true,
  blockquote: true,
  hint: true,
  if: true,
  images: 'image',
  code: 'code-line',
  tabs: 'tabs-item',
  'tabs-item': true,
  stepper: 'stepper-step',
  'stepper-step': true,
  columns: 'column',
  column: true,
  updates: 'update',
  update: true,
  prompt: true,
  'api-method': true,
  'api-method-part': true,
}
const STRINGS: Record<string, string[] | undefined> = {
  embed: ['url'],
  math: ['formula'],
  if: ['expression'],
  swagger: ['path', 'method'],
  'openapi-operation': ['path', 'method'],
  'openapi-webhook': ['name', 'method'],
  integration: ['integration', 'block'],
}
const OLD_API_TAGS = { 'api-method': 'api-method', 'api-method-part': 'api-method-description' }
const REFERRING = new Set(['image', 'file', 'swagger', 'content-ref', 'reusable-content'])

function repairBlocks(value: unknown): Block[] {
  return listOf(value).flatMap((block) => repairBlock(block) ?? [])
}

function repairBlock(block: Record<string, unknown>): Block | undefined {
  const type = String(block.type)
  const data: Record<string, unknown> = isObject(block.data) ? { ...block.data } : {}
  for (const name of own(STRINGS, type) ?? []) data[name] = typeof data[name] === 'string' ? data[name] : ''
  if (REFERRING.has(type)) data.ref = refOf(data.ref)
  if (type.startsWith('openapi-')) data.ref = isObject(data.ref) ? data.ref : { kind: 'openapi', spec: '' }
  if (type === 'openapi-schemas') data.schemas = stringsOf(data.schemas)
  if (type === 'integration') data.props = isObject(data.props) ? data.props : {}
  if (type === 'hint' && !['info', 'warning', 'danger', 'success'].includes(String(data.style)))
    data.style = 'info'
  if (type === 'api-method' || type === 'api-method-part') {
    data.tag = oldApiType(String(data.tag)) === type ? data.tag : own(OLD_API_TAGS, type)
    data.props = isObject(data.props) ? data.props : {}
  }
  // Only what was looked at goes on: a block that holds nothing may come with nodes all the same.
  const { nodes: _, fragments: __, meta, ...rest } = block
  const repaired: Record<string, unknown> = { ...rest, object: 'block', type, data }
  if (isObject(meta)) repaired.meta = meta
  if (INLINE_HOLDERS.has(type)) repaired.nodes = repairInlines(block.nodes)
  const child = own(BLOCK_HOLDERS, type)
  if (child) repaired.nodes = childBlocks(block.nodes, child)
  if (type === 'table') Object.assign(data, tableData(data))
  if (type === 'table' || type === 'image' || type === 'expandable')
    repaired.fragments = fragments(block.fragments)
  return isKnown(type, child) ? asBlock(repaired) : unknownBlock(block)
}

function isKnown(type: string, child: unknown): boolean {
  const isVoid = ['divider', 'drawing', 'table', 'expandable', 'openapi-schemas', 'code'].includes(type)
  return (
    isVoid ||
    INLINE_HOLDERS.has(type) ||
    child !== undefined ||
    own(STRINGS, type) !== undefined ||
    REFERRING.has(type)
  )
}

/** The one place where what a client sent is taken to be a block, after all its fields were looked at. */
function asBlock(value: Record<string, unknown>): Block {
  return value as unknown as Block
}

function childBlocks(value: unknown, type: string | true): Block[] {
  const blocks = repairBlocks(value)
  if (type === true) return blocks
  // A list holds items and nothing else: any other block becomes one.
  return blocks.map((block) =>
    block.type === type
      ? block
      : asBlock({
          object: 'block',
          type,
          data: { ref: refOf(undefined) },
          nodes: wrapped(block, type),
          fragments: [],
        }),
  )
}

function wrapped(block: Block, type: string): unknown[] {
  if (type !== 'code-line') return [block]
  return repairInlines([{ object: 'text', leaves: [{ text: textOf(block) }] }])
}

function unknownBlock(block: Record<string, unknown>): Block | undefined {
  const text = textOf(block)
  if (text === '') return undefined
  return asBlock({
    object: 'block',
    type: 'paragraph',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })
}

/** All the text below a node, whatever its shape. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) {
    const texts = node.map(textOf).filter((text) => text !== '')
    return texts.join(isObject(node[0]) && node[0].object === 'block' ? '\n' : '')
  }
  if (!isObject(node)) return ''
  if (typeof node.text === 'string') return node.text
  return [node.leaves, node.nodes, node.fragments]
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n')
}

function refOf(value: unknown): unknown {
  return isObject(value) && typeof value.kind === 'string' ? value : { kind: 'url', url: '' }
}

function fragments(value: unknown): unknown[] {
  return listOf(value).map((fragment) => ({ ...fragment, nodes: repairBlocks(fragment.nodes) }))
}

function tableData(data: Record<string, unknown>): Record<string, unknown> {
  const definition = mapped(data.definition, definitionOf)
  const records = mapped(data.records, (_, value) => ({
    orderIndex: String(value.orderIndex ?? ''),
    values: isObject(value.values) ? value.values : {},
  }))
  const view = isObject(data.view) ? data.view : { type: 'grid', hideHeader: false }
  return {
    definition,
    records,
    view: { ...view, columns: view.columns ? stringsOf(view.columns) : Object.keys(definition) },
  }
}

function mapped(value: unknown, map: (id: string, value: Record<string, unknown>) => unknown): object {
  const entries = Object.entries(isObject(value) ? value : {})
  return Object.fromEntries(entries.flatMap(([id, item]) => (isObject(item) ? [[id, map(id, item)]] : [])))
}

function definitionOf(id: string, value: Record<string, unknown>): Record<string, unknown> {
  const type = typeof value.type === 'string' ? value.type : 'text'
  const options = type === 'select' && { options: listOf(value.options).map(optionOf) }
  const max = type === 'rating' && { max: value.max ?? 5 }
  return { ...value, id, type, title: String(value.title ?? ''), ...options, ...max }
}

function optionOf(option: Record<string, unknown>): Record<string, unknown> {
  return { value: '', label: '', color: '', ...option }
}

function repairInlines(value: unknown): InlineNode[] {
  return listOf(value).map(repairInline)
}

function repairInline(node: Record<string, unknown>): InlineNode {
  const { meta, nodes: _, fragments: __, ...rest } = node
  const kept = { ...rest, object: 'inline', ...(isObject(meta) && { meta }) }
  if (node.object === 'text' || Array.isArray(node.leaves))
    return asInline({ ...kept, object: 'text', leaves: leavesOf(node) })
  const data: Record<string, unknown> = isObject(node.data) ? { ...node.data } : {}
  const type = String(node.type)
  if (type === 'link')
    return asInline({ ...kept, data: { ref: refOf(data.ref) }, nodes: repairInlines(node.nodes) })
  if (type === 'annotation') {
    return asInline({ ...kept, nodes: repairInlines(node.nodes), fragments: fragments(node.fragments) })
  }
  const field = own(INLINE_FIELDS, type)
  if (field === undefined)
    return asInline({ object: 'text', leaves: [{ object: 'leaf', text: textOf(node), marks: [] }] })
  if (field) data[field] = String(data[field] ?? '')
  if (type === 'inline-image' || type === 'mention' || type === 'button') data.ref = refOf(data.ref)
  if (type === 'button' && data.kind !== 'secondary') data.kind = 'primary'
  return asInline({ ...kept, data })
}

const INLINE_FIELDS: Record<string, string | undefined> = {
  emoji: 'code',
  icon: 'icon',
  expression: 'expression',
  'inline-math': 'formula',
  'inline-image': '',
  mention: '',
  button: 'label',
}

function asInline(value: Record<string, unknown>): InlineNode {
  return value as unknown as InlineNode
}

const MARKS = new Set<string>(MARK_ORDER)

function leavesOf(node: Record<string, unknown>): unknown[] {
  return listOf(node.leaves).map((leaf) => {
    const marks = listOf(leaf.marks).filter(
      (mark) => MARKS.has(String(mark.type)) && (mark.type !== 'color' || isObject(mark.data)),
    )
    const text = typeof leaf.text === 'string' ? leaf.text : ''
    return { object: 'leaf', text, marks: marks.map(repairMark) }
  })
}

/** Colours are written as they are named, so a name has to be one of ours. */
function repairMark(mark: Record<string, unknown>): Record<string, unknown> {
  if (mark.type !== 'color' || !isObject(mark.data)) return mark
  const { text, background } = mark.data
  return { ...mark, data: { text: colorOf(text), background: colorOf(background) } }
}

function colorOf(value: unknown): string {
  return COLORS.find((color) => color === value) ?? 'default'
}
