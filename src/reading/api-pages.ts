// The pages of an API description: one for each tag with its operations, one for webhooks, one for schemas.
import { slugOf } from '../content/draft/slugs.ts'
import { yieldToEventLoop } from '../content/event-loop.ts'
import type { Block } from '../markdown/document.ts'
import { writeMarkdown } from '../markdown/write.ts'
import type { ApiOutline, OutlineGroup, OutlineOperation } from '../openapi/outline.ts'
import type { ComputedPage } from './computed-pages.ts'

/** Of one description. */
const MOST_TAGS = 500
/** Of one page; what is more stands on pages below it. */
const MOST_OPERATIONS = 50
const LONGEST_DESCRIPTION = 300

/** A description by its name, as it is in one version, and whether its schemas have a page. */
export type ShownApi = { spec: string; id: string; version: string; outline: ApiOutline; hasModels: boolean }

export async function pagesOfApi(api: ShownApi): Promise<ComputedPage[]> {
  const { groups, schemas } = api.outline
  const shown = groups.slice(0, MOST_TAGS)
  const tags = new Set(shown.map(({ tag }) => tag))
  const isBelow = ({ parent }: OutlineGroup, tag: string | undefined) =>
    tag === undefined ? parent === undefined || !tags.has(parent) : parent === tag
  const pagesBelow = async (tag: string | undefined): Promise<ComputedPage[]> => {
    const pages: ComputedPage[] = []
    for (const group of shown.filter((group) => isBelow(group, tag))) pages.push(await tagPage(group))
    return pages
  }
  const tagPage = async (group: OutlineGroup): Promise<ComputedPage> => {
    const [first, ...rest] = await operationPages(api, group)
    const parts = group.tag === undefined ? [] : await pagesBelow(group.tag)
    return { ...first, below: [...rest, ...parts] }
  }
  return [
    ...(await pagesBelow(undefined)),
    ...(await webhookPages(api)),
    ...(api.hasModels && schemas.length > 0 ? [modelsPage(api)] : []),
  ]
}

async function operationPages(
  api: ShownApi,
  group: OutlineGroup,
): Promise<[ComputedPage, ...ComputedPage[]]> {
  const { tag, icon, operations, description } = group
  const title = group.title || tag || api.outline.title || 'Operations'
  const said = inOneLine(description)
  const name = tag === undefined ? 'untagged' : `tag ${tag}`
  const ref = { kind: 'openapi' as const, spec: api.spec }
  const [blocks = '', ...rest] = await textsOf(operations, ({ method, path }) => ({
    type: 'openapi-operation',
    data: { ref, method, path },
  }))
  const texts = [said === undefined ? prose(description) : '', blocks]
  const text = texts.filter((part) => part !== '').join('\n\n')
  return [
    pageOf(api, name, { title, description: said, icon, text }),
    ...rest.map((text, at) => pageOf(api, `${name} ${at + 2}`, { title: `${title} (${at + 2})`, text })),
  ]
}

async function webhookPages(api: ShownApi): Promise<ComputedPage[]> {
  const ref = { kind: 'openapi' as const, spec: api.spec }
  const [text, ...rest] = await textsOf(api.outline.webhooks, ({ method, path }) => ({
    type: 'openapi-webhook',
    data: { ref, method, name: path },
  }))
  if (text === undefined) return []
  const below = rest.map((text, at) =>
    pageOf(api, `webhooks ${at + 2}`, { title: `Webhooks (${at + 2})`, text }),
  )
  return [{ ...pageOf(api, 'webhooks', { title: 'Webhooks', text }), below }]
}

/** One a page. Of thousands of operations they take a tenth of a second together. */
async function textsOf(operations: OutlineOperation[], block: (operation: OutlineOperation) => Described) {
  const texts: string[] = []
  for (let at = 0; at < operations.length; at += MOST_OPERATIONS) {
    await yieldToEventLoop()
    texts.push(textOf(operations.slice(at, at + MOST_OPERATIONS).map(block)))
  }
  return texts
}

function modelsPage(api: ShownApi): ComputedPage {
  const ref = { kind: 'openapi' as const, spec: api.spec }
  const schemas = api.outline.schemas.map(({ name }) => name)
  const text = textOf([{ type: 'openapi-schemas', data: { ref, schemas, grouped: true } }])
  return pageOf(api, 'models', { title: 'Models', text })
}

type Said = Pick<ComputedPage, 'title' | 'description' | 'icon' | 'text'>

function pageOf({ spec, id, version }: ShownApi, key: string, said: Said): ComputedPage {
  const props = key === 'models' ? { doc: 'models' } : { doc: 'operations', page: key }
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
