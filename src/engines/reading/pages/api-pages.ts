// The pages of an API description: one for each tag with its operations, or for what paths are about, one for webhooks,
// one for schemas.
import { slugOf } from '../../content/draft/slugs.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import type { Block } from '../../markdown/document.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import type { ApiOutline, OutlineGroup, OutlineOperation } from '../../openapi/outline.ts'
import type { ComputedPage } from './computed-pages.ts'
import { type OperationList, rangesOf, splitByPath, splitLong } from './split-operations.ts'

/** Of one description. */
const MOST_TAGS = 500
/** Of one page of schemas. */
const MOST_SCHEMAS = 25
const LONGEST_DESCRIPTION = 300

/** A description by its name, as it is in one version, and whether its schemas have a page. */
type ShownApi = { spec: string; id: string; version: string; outline: ApiOutline; hasModels: boolean }

export async function pagesOfApi(api: ShownApi): Promise<ComputedPage[]> {
  const { groups, schemas } = api.outline
  const shown = groups.slice(0, MOST_TAGS)
  const tags = new Set(shown.map(({ tag }) => tag))
  const isBelow = ({ parent }: OutlineGroup, tag: string | undefined) =>
    tag === undefined ? parent === undefined || !tags.has(parent) : parent === tag
  const pagesBelow = async (tag: string | undefined): Promise<ComputedPage[]> => {
    const pages: ComputedPage[] = []
    for (const group of shown.filter((group) => isBelow(group, tag))) pages.push(...(await pagesFor(group)))
    return pages
  }
  const pagesFor = async (group: OutlineGroup): Promise<ComputedPage[]> => {
    if (group.tag === undefined) return untaggedPages(api, group)
    const [first, ...rest] = await tagPages(api, group)
    return [{ ...first, below: [...rest, ...(await pagesBelow(group.tag))] }]
  }
  return [
    ...(await pagesBelow(undefined)),
    ...(await webhookPages(api)),
    ...(api.hasModels && schemas.length > 0 ? [await modelsPage(api)] : []),
  ]
}

/** The first is the page of a tag; the others are parts of it. */
async function tagPages(api: ShownApi, group: OutlineGroup): Promise<[ComputedPage, ...ComputedPage[]]> {
  const { tag, icon, operations, description } = group
  const title = group.title || tag || api.outline.title || 'Operations'
  const said = inOneLine(description)
  const name = `tag ${tag}`
  const lists = splitLong(operations)
  const [first = '', ...rest] = await textsOf(lists, operationBlock(api))
  const intro = said === undefined ? prose(description) : ''
  const text = [intro, first].filter((part) => part !== '').join('\n\n')
  return [
    pageOf(api, name, { title, description: said, icon, text }),
    ...rest.map((text, at) =>
      pageOf(api, keyOfPart(name, lists[at + 1]), { title: lists[at + 1]?.title ?? title, text }),
    ),
  ]
}

/** What has no tag: a page for all that paths of one kind are about. */
async function untaggedPages(api: ShownApi, { operations }: OutlineGroup): Promise<ComputedPage[]> {
  const lists = splitByPath(operations)
  const texts = await textsOf(lists, operationBlock(api))
  const whole = api.outline.title || 'Operations'
  return texts.map((text, at) =>
    pageOf(api, lists.length === 1 ? 'untagged' : keyOfPart('untagged', lists[at]), {
      title: lists[at]?.title ?? whole,
      text,
    }),
  )
}

/** By what it is called: that others come or go leaves its address as it is. */
function keyOfPart(name: string, list: OperationList | undefined): string {
  return `${name} / ${list?.title ?? ''}`
}

function operationBlock(api: ShownApi): ToBlock {
  const ref = { kind: 'openapi' as const, spec: api.spec }
  return ({ method, path }) => ({ type: 'openapi-operation', data: { ref, method, path } })
}

async function webhookPages(api: ShownApi): Promise<ComputedPage[]> {
  const ref = { kind: 'openapi' as const, spec: api.spec }
  const lists = splitLong(api.outline.webhooks)
  if (api.outline.webhooks.length === 0) return []
  const texts = await textsOf(lists, ({ method, path }) => ({
    type: 'openapi-webhook',
    data: { ref, method, name: path },
  }))
  const [first = '', ...rest] = texts
  const below = rest.map((text, at) =>
    pageOf(api, keyOfPart('webhooks', lists[at + 1]), { title: lists[at + 1]?.title ?? 'Webhooks', text }),
  )
  return [{ ...pageOf(api, 'webhooks', { title: 'Webhooks', text: first }), below }]
}

type ToBlock = (operation: OutlineOperation) => Described

/** One a page. Of thousands of operations they take a tenth of a second together. */
async function textsOf(lists: readonly OperationList[], block: ToBlock) {
  const texts: string[] = []
  for (const { operations } of lists) {
    await yieldToEventLoop()
    texts.push(textOf(operations.map(block)))
  }
  return texts
}

async function modelsPage(api: ShownApi): Promise<ComputedPage> {
  const ref = { kind: 'openapi' as const, spec: api.spec }
  const named = api.outline.schemas.map(({ name }) => ({ name, title: name }))
  const pages: ComputedPage[] = []
  for (const { title = 'Models', items } of rangesOf(named, MOST_SCHEMAS)) {
    await yieldToEventLoop()
    const schemas = items.map(({ name }) => name)
    const text = textOf([{ type: 'openapi-schemas', data: { ref, schemas, grouped: true } }])
    pages.push(pageOf(api, pages.length === 0 ? 'models' : `models / ${title}`, { title, text }))
  }
  const [first, ...below] = pages
  return {
    ...(first ?? pageOf(api, 'models', { title: 'Models', text: '' })),
    title: 'Models',
    slug: 'models',
    below,
  }
}

type Said = Pick<ComputedPage, 'title' | 'description' | 'icon' | 'text'>

function pageOf({ spec, id, version }: ShownApi, key: string, said: Said): ComputedPage {
  const props = key.startsWith('models') ? { doc: 'models' } : { doc: 'operations', page: key }
  // With the version: what a page says changes with it, also where its text stays the same.
  const value = { object: 'openapi-spec', id, slug: spec, lastVersion: version }
  const dependencies = { spec: { ref: { kind: 'openapi', spec }, value } }
  const source = { type: 'builtin:openapi', props, dependencies }
  return { ...said, key, slug: slugOf(said.title), source, below: [] }
}

type ApiBlock = Extract<Block, { type: 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas' }>
type Described = ApiBlock extends infer One
  ? One extends ApiBlock
    ? Pick<One, 'type' | 'data'>
    : never
  : never

function textOf(blocks: Described[]) {
  const nodes = blocks.map((block) => ({ object: 'block', isVoid: true, ...block }) as Block)
  return writeMarkdown({ object: 'document', data: {}, nodes })
}

/** What strangers write is text: no tag of ours in it does anything. */
function prose(description = '') {
  return description.trim().replaceAll('{%', '{\u200b%')
}

/** Where that says it all, and without marks. */
function inOneLine(description = '') {
  const line = description.trim()
  return line !== '' && line.length <= LONGEST_DESCRIPTION && !/[\n#*_`<[|{]/.test(line) ? line : undefined
}
