// Parts of API descriptions on a page. What is written of one is kept by the version of the description.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import type { ContentRef } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { apisIn } from '../../html/fill-in.ts'
import { type Markup, partsOf } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import type { ApiPart, Filling, WrittenDocument } from '../../html/written-document.ts'
import type { FoundApi } from '../../openapi/api-source.ts'
import { siteOperationView } from '../../openapi/view/site-operation-view.ts'
import { siteSchemasView } from '../../openapi/view/site-schemas-view.ts'
import type { ApiWords } from '../../openapi/view/words.ts'
import type { ApiFiles, FindApi } from '../content/apis.ts'

type About = {
  find: FindApi
  files: ApiFiles
  spaceId: string
  words: ApiWords
  /** Of the words. */
  locale: string
  /** Whoever can mend a block is told what is wrong with it. */
  tellsProblems: boolean
}

/** `described`: the descriptions that are there. */
type ApiBlocks = Pick<Filling, 'api'> & { described: DescribedApi[] }
export type DescribedApi = { slug: string; title: string }

export async function apiBlocksOf(
  ctx: ReadContext,
  about: About,
  documents: readonly WrittenDocument[],
): Promise<ApiBlocks> {
  const asked = documents.flatMap(apisIn)
  if (asked.length === 0) return { described: [] }
  const find = about.find(ctx, about.spaceId, about.files)
  const apis = new Map<string, FoundApi | undefined>()
  const blocks = new Map<string, WrittenDocument | { problem: string } | undefined>()
  for (const { ref, part } of asked) {
    const name = JSON.stringify(ref)
    if (!apis.has(name)) apis.set(name, await find(ref))
    // Each takes tens of milliseconds the first time.
    await yieldToEventLoop()
    blocks.set(keyOf(ref, part), blockOf(ctx, about, apis.get(name), ref, part))
  }
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

function keyOf(ref: ContentRef, part: ApiPart) {
  return JSON.stringify([ref, part])
}

function blockOf(
  ctx: ReadContext,
  { words, locale, tellsProblems }: About,
  api: FoundApi | undefined,
  ref: ContentRef,
  part: ApiPart,
) {
  const wrong = (problem: string) => (tellsProblems ? { problem } : undefined)
  if (!api && ref.kind === 'url') return
  if (!api) return wrong(words.unknownApi(ref.kind === 'openapi' ? ref.spec : ''))
  const key = `api ${api.version} ${locale} ${JSON.stringify(part)}`
  const known = ctx.nodeCache.get(key) as WrittenDocument | undefined
  if (known) return known
  const written = writeBlock(api, part, words)
  if (!written) return wrong(words.notInApi(nameOf(part)))
  const letters = written.parts.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 100), 0)
  ctx.nodeCache.set(key, written, letters + 200)
  return written
}

function nameOf(part: ApiPart): string {
  return part.kind === 'schemas' ? part.names.join(', ') : `${part.method.toUpperCase()} ${part.path}`
}

/** Undefined for what the description does not have. */
export function writeBlock(
  { document }: FoundApi,
  part: ApiPart,
  words: ApiWords,
): WrittenDocument | undefined {
  const options = { words, prose: openProse() }
  if (part.kind === 'schemas') return asDocument(siteSchemasView(document, part.names, options), [])
  const written = siteOperationView(document, part, options)
  return asDocument(written?.markup, written?.servers ?? [])
}

function asDocument(markup: Markup | undefined, servers: readonly string[]): WrittenDocument | undefined {
  return markup && { parts: partsOf(markup), needs: { mermaid: false, maths: false, servers } }
}
