// Parts of API descriptions on a page. What is written of one is kept by the version of the description.
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { hashOfText } from '../../../engines/content/nodes/nodes.ts'
import type { ContentRef } from '../../../engines/content/records.ts'
import { readyColours } from '../../../engines/html/highlight.ts'
import { apisIn } from '../../../engines/html/placeholders/fill-in.ts'
import type { DocumentWords } from '../../../engines/html/words.ts'
import type { ApiPart, Filling, WrittenDocument } from '../../../engines/html/written-document.ts'
import type { FoundApi } from '../../../engines/openapi/api-source.ts'
import {
  type KeptBlock,
  lettersOf,
  openPageBlocks,
  type PageOfApis,
  SAMPLE_LANGUAGES,
  type WantedApi,
} from '../../../engines/openapi/view/page-blocks.ts'
import { type SaidSchemas, saidNothing } from '../../../engines/openapi/view/site-scope.ts'
import type { ApiWords } from '../../../engines/openapi/view/words.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { ApiFiles, FindApi } from '../../../rooms/content/pages/reading/apis.ts'

type About = {
  find: FindApi
  files: ApiFiles
  spaceId: string
  words: ApiWords & DocumentWords
  /** Of the words. */
  locale: string
  /** Whoever can mend a block is told what is wrong with it. */
  tellsProblems: boolean
  /** What the reader wants to see; of other operations it is told which they are. */
  only?: WantedApi
}

type Asked = { ref: ContentRef; part: ApiPart }
type Block = WrittenDocument | { problem: string } | undefined

/** `described`: the descriptions that are there. */
type ApiBlocks = Pick<Filling, 'api'> & { described: DescribedApi[] }
export type DescribedApi = { slug: string; title: string }

export async function apiBlocksOf(
  ctx: ReadContext,
  about: About,
  documents: readonly WrittenDocument[],
): Promise<ApiBlocks> {
  const [page, ...others] = documents
  const asked = documents.flatMap(apisIn)
  if (!page || asked.length === 0) return { described: [] }
  for (const language of SAMPLE_LANGUAGES) {
    await yieldToEventLoop()
    readyColours(language)
  }
  const find = about.find(ctx, about.spaceId, about.files)
  const apis = new Map<string, FoundApi | undefined>()
  const blocks = new Map<string, Block>()
  const writeOnPage = openPageBlocks({
    words: about.words,
    only: about.only,
    keep: keeper(ctx, about.locale),
  })
  const write = async ({ ref, part }: Asked, said: SaidSchemas) => {
    const name = JSON.stringify(ref)
    if (!apis.has(name)) apis.set(name, await find(ref))
    // Each takes tens of milliseconds the first time.
    await yieldToEventLoop()
    const api = apis.get(name)
    const block = (api && writeOnPage({ ...api, part, said })) ?? problemWith(about, { ref, part }, api)
    blocks.set(keyOf(ref, part), block)
  }

  const saidOf = new Map<string, SaidSchemas>()
  for (const one of apisIn(page)) {
    const name = JSON.stringify(one.ref)
    const said = saidOf.get(name) ?? saidNothing(prefixOf(about, saidOf.size))
    saidOf.set(name, said)
    await write(one, said)
  }
  // What is included may be met anywhere on the page, and leads nowhere.
  for (const [at, one] of others.flatMap(apisIn).entries())
    if (!blocks.has(keyOf(one.ref, one.part))) await write(one, saidNothing(`included-${at}-`))
  return { api: (ref, part) => blocks.get(keyOf(ref, part)), described: describedIn(apis) }
}

function describedIn(apis: Map<string, FoundApi | undefined>) {
  return [...apis].flatMap(([name, api]): DescribedApi[] => {
    const ref = JSON.parse(name) as ContentRef
    return api && ref.kind === 'openapi'
      ? [{ slug: ref.spec, title: api.document.info?.title ?? ref.spec }]
      : []
  })
}

/** What is put into a page that is open already has other ids than what is there. */
function prefixOf({ only }: About, count: number): string {
  const own = only && hashOfText(`${only.operation}${only.part ?? ''}`).slice(0, 6)
  return `${own === undefined ? '' : `${own}-`}${count > 0 ? `${count}-` : ''}`
}

function keyOf(ref: ContentRef, part: ApiPart) {
  return JSON.stringify([ref, part])
}

function problemWith(
  { words, tellsProblems }: About,
  { ref, part }: Asked,
  api: FoundApi | undefined,
): Block {
  if (!tellsProblems || (!api && ref.kind === 'url')) return
  if (!api) return { problem: words.unknownApi({ name: ref.kind === 'openapi' ? ref.spec : '' }) }
  return { problem: words.notInApi({ name: nameOf(part) }) }
}

function keeper(ctx: ReadContext, locale: string): PageOfApis['keep'] {
  return (key, write) => {
    const name = `api ${locale} ${hashOfText(key)}`
    const known = ctx.nodeCache.get(name) as KeptBlock | undefined
    if (known) return known
    const block = write()
    if (block) ctx.nodeCache.set(name, block, lettersOf(block.written) + 200)
    return block
  }
}

function nameOf(part: ApiPart): string {
  return part.kind === 'schemas' ? part.names.join(', ') : `${part.method.toUpperCase()} ${part.path}`
}
