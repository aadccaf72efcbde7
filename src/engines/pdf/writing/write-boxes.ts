import type { ContentRef } from '../../content/records.ts'
import { captionOf } from '../../html/blocks/write-references.ts'
import { fileKind, nameIn, sizeInWords } from '../../html/file-words.ts'
import { safeUrl } from '../../html/safe-url.ts'
import type { Block, TagProps } from '../../markdown/document.ts'
import { childrenOf, fragmentsOf } from '../../markdown/nodes.ts'
import { plainTarget } from '../../markdown/write/markdown-writer.ts'
import { named } from './anchors.ts'
import { leadOf, linked } from './references.ts'
import { inside, type PdfSpot, type RenderState, writeInside } from './render-state.ts'
import { joined } from './typst-escape.ts'
import { writeInlines } from './write-inlines.ts'

/** Blocks around other blocks, and those that stand for something that is not on paper. */
export function writeBox(state: RenderState, block: Block, spot: PdfSpot): string {
  const { ink } = state
  const within = (nodes: readonly Block[]) => writeInside(state, nodes, inside(spot))
  switch (block.type) {
    case 'tabs':
      return joined(block.nodes.map((tab) => writeBox(state, tab, spot)))
    case 'tabs-item':
      return named(state, block, spot, `tab(${ink.words(block.data.title || 'Tab')},${within(block.nodes)})`)
    case 'stepper':
      return `steps(${block.nodes.map((step) => within(step.nodes)).join(',')})`
    case 'expandable':
      return named(state, block, spot, writeExpandable(state, block, spot))
    case 'columns':
      return writeColumns(state, block, spot)
    case 'updates':
      return joined(block.nodes.map((update) => writeBox(state, update, spot)))
    case 'update': {
      const { date = '', tags = [] } = block.data
      const labels = tags.map((tag) => `choice("",${ink.words(tag)})`)
      return `dated(${[ink.literal(date), within(block.nodes), ...labels].join(',')})`
    }
    case 'prompt':
      return `expandable(${ink.words(block.data.description || 'Prompt')},${within(block.nodes)})`
    case 'api-method':
      return named(state, block, spot, joined([writeMethod(state, block.data.props), within(block.nodes)]))
    case 'api-method-part':
      return joined([writePart(state, block.data.props), within(block.nodes)])
    case 'content-ref':
      return writeReference(state, block.data.ref, spot)
    case 'embed':
      return linkedCard(state, block.data.url, captionOf(block) || block.data.url)
    case 'file':
      return writeFile(state, block, spot)
    case 'swagger':
      return named(state, block, spot, endpoint(state, block.data, sourceOf(state, block.data.ref, spot)))
    case 'openapi-operation':
      return named(state, block, spot, endpoint(state, block.data, sourceOf(state, block.data.ref, spot)))
    case 'openapi-webhook': {
      const { method, name, ref } = block.data
      const source = sourceOf(state, ref, spot)
      return named(state, block, spot, endpoint(state, { method, path: name }, source, 'Webhook'))
    }
    case 'openapi-schemas': {
      const names = block.data.schemas.map((name) => `raw(${ink.literal(name)})`)
      return `card("Schemas",${[`{${names.join(';", ";')}}`, sourceOf(state, block.data.ref, spot)].join(',')})`
    }
    case 'integration':
      return writeIntegration(state, block)
    default:
      return joined([
        within(childrenOf(block)),
        ...fragmentsOf(block).map((fragment) => within(fragment.nodes)),
      ])
  }
}

type Of<T extends Block['type']> = Extract<Block, { type: T }>

function writeExpandable(state: RenderState, { fragments }: Of<'expandable'>, spot: PdfSpot): string {
  const nodesOf = (name: string) => fragments.find(({ fragment }) => fragment === name)?.nodes ?? []
  const title = nodesOf('expandable-title').flatMap((block) =>
    block.type === 'paragraph' ? [writeInlines(state, block.nodes, inside(spot))] : [],
  )
  return `expandable(${joined(title)},${writeInside(state, nodesOf('expandable-body'), inside(spot))})`
}

/** Of both old ways to name an endpoint. */
function writeMethod(state: RenderState, { method, path, baseUrl, host, summary }: TagProps): string {
  const address = [baseUrl ?? host, path].filter((part) => typeof part === 'string').join('')
  const lines = typeof summary === 'string' && summary !== '' ? [`small(${state.ink.words(summary)})`] : []
  return endpoint(state, { method: typeof method === 'string' ? method : '', path: address }, ...lines)
}

/** What is known of a parameter or a response, before its description. */
function writePart({ ink }: RenderState, props: TagProps): string {
  const known = Object.entries(props).map(([name, value]) => (isYes(value) ? name : value))
  const words = known.filter((value) => value !== '' && value !== 'false')
  return words.length === 0 ? '[]' : `aside-note(${ink.words(words.join(' · '))})`
}

function isYes(value: string | true): boolean {
  return value === true || value === 'true'
}

function writeColumns(state: RenderState, { nodes }: Of<'columns'>, spot: PdfSpot): string {
  const known = nodes.map(({ data: { width } }) =>
    typeof width === 'object' && width.unit === '%' && width.value > 0
      ? Math.min(width.value, 100)
      : undefined,
  )
  const taken = known.reduce<number>((sum, width) => sum + (width ?? 0), 0)
  const open = known.filter((width) => width === undefined).length
  const rest = Math.max(100 - taken, 20 * open) / Math.max(open, 1)
  const widths = known.map((width) => `${(width ?? rest).toFixed(2)}fr`)
  const aligns = nodes.map(({ data }) =>
    data.verticalAlignment === 'middle' ? 'horizon' : (data.verticalAlignment ?? 'top'),
  )
  const bodies = nodes.map((column) => writeInside(state, column.nodes, inside(spot)))
  return `grid(columns:(${widths.join(',')},),column-gutter:16pt,align:(${aligns.join(',')},),${bodies.join(',')})`
}

function writeReference(state: RenderState, ref: ContentRef, spot: PdfSpot): string {
  const { ink } = state
  const lead = leadOf(state, ref, spot)
  const title = ink.words([lead.known?.emoji, lead.title || plainTarget(ref)].filter(Boolean).join(' '))
  const lines = lead.known?.description ? [`small(${ink.words(lead.known.description)})`] : []
  return `card(${[linked(lead, title), ...lines].join(',')})`
}

function linkedCard(state: RenderState, url: string, title: string): string {
  const lead = { place: '', page: '', url: safeUrl(url) }
  const address = title === url ? [] : [`small(${state.ink.words(url)})`]
  return `card(${[linked(lead, state.ink.words(title)), ...address].join(',')})`
}

function writeFile(state: RenderState, block: Of<'file'>, spot: PdfSpot): string {
  const { ink } = state
  const { ref } = block.data
  const lead = leadOf(state, ref, spot)
  const file = ref.kind === 'file' ? state.library.file(ref.file) : undefined
  const name = file?.name ?? nameIn(lead.title || plainTarget(ref))
  const about = [fileKind(name, file?.contentType), sizeInWords(file?.size)].filter((part) => part)
  const lines = [about.join(' · '), captionOf(block)].filter((line) => line !== '')
  return `card(${[linked(lead, ink.words(name)), ...lines.map((line) => `small(${ink.words(line)})`)].join(',')})`
}

function endpoint(
  { ink }: RenderState,
  { method, path }: { method: string; path: string },
  ...lines: string[]
): string {
  const notes = lines.map((line) => (line === 'Webhook' ? 'small("Webhook")' : line))
  return `endpoint(${[ink.literal(method), ink.literal(path), ...notes].join(',')})`
}

/** Where an API is described. */
function sourceOf(state: RenderState, ref: ContentRef, spot: PdfSpot): string {
  const lead = leadOf(state, ref, spot)
  const words = state.ink.words(ref.kind === 'openapi' ? ref.spec : (lead.title ?? plainTarget(ref)))
  return `small(${linked(lead, words)})`
}

function writeIntegration(state: RenderState, { data }: Of<'integration'>): string {
  const { ink } = state
  const name = ink.literal(`${data.integration}/${data.block}`)
  const url = data.url ? [linked({ place: '', page: '', url: safeUrl(data.url) }, ink.words(data.url))] : []
  return `card(${[`{"Content of the integration ";${name}}`, ...url.map((link) => `small(${link})`)].join(',')},look:grey)`
}
