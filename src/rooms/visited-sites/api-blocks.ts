// Parts of API descriptions on a page. What is written of one is kept by the version of the description.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { hashOfText } from '../../content/nodes/nodes.ts'
import type { ContentRef } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { apisIn } from '../../html/fill-in.ts'
import { readyColours } from '../../html/highlight.ts'
import { type Markup, partsOf } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import type { DocumentWords } from '../../html/words.ts'
import type { ApiPart, Filling, WrittenDocument } from '../../html/written-document.ts'
import type { FoundApi } from '../../openapi/api-source.ts'
import { briefOperationView, siteOperationView } from '../../openapi/view/site-operation-view.ts'
import { siteSchemasView } from '../../openapi/view/site-schemas-view.ts'
import { type SaidSchemas, saidNothing } from '../../openapi/view/site-scope.ts'
import type { ApiWords } from '../../openapi/view/words.ts'
import type { ApiFiles, FindApi } from '../content/apis.ts'

type About = {
  find: FindApi
  files: ApiFiles
  spaceId: string
  words: ApiWords & DocumentWords
  /** Of the words. */
  locale: string
  /** Whoever can mend a block is told what is wrong with it. */
  tellsProblems: boolean
}

type Asked = { ref: ContentRef; part: ApiPart }
/** What stands before a block on its page. */
type Before = { said: SaidSchemas; isFull: boolean }
type KeptBlock = { written: WrittenDocument; said: [string, string][] }

/** In what operations are asked and answered, as a rule. */
const LANGUAGES = ['bash', 'javascript', 'python', 'json']

/** Of all parts of API descriptions on a page: beyond, operations are only named. */
const MOST_LETTERS = 4_000_000

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
  for (const language of LANGUAGES) {
    await yieldToEventLoop()
    readyColours(language)
  }
  const find = about.find(ctx, about.spaceId, about.files)
  const apis = new Map<string, FoundApi | undefined>()
  const blocks = new Map<string, WrittenDocument | { problem: string } | undefined>()
  const room = { letters: MOST_LETTERS }
  const write = async ({ ref, part }: Asked, before: Before) => {
    const name = JSON.stringify(ref)
    if (!apis.has(name)) apis.set(name, await find(ref))
    // Each takes tens of milliseconds the first time.
    await yieldToEventLoop()
    const block = blockOf(ctx, about, { api: apis.get(name), ref, part }, before)
    if (block && 'parts' in block) room.letters -= lettersOf(block)
    blocks.set(keyOf(ref, part), block)
  }
  const saidOf = new Map<string, SaidSchemas>()
  for (const one of apisIn(page)) {
    const name = JSON.stringify(one.ref)
    const said = saidOf.get(name) ?? saidNothing(saidOf.size > 0 ? `${saidOf.size}-` : '')
    saidOf.set(name, said)
    await write(one, { said, isFull: room.letters <= 0 })
  }
  // What is included may be met anywhere on the page, and leads nowhere.
  for (const [at, one] of others.flatMap(apisIn).entries())
    if (!blocks.has(keyOf(one.ref, one.part)))
      await write(one, { said: saidNothing(`included-${at}-`), isFull: room.letters <= 0 })
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
  { api, ref, part }: Asked & { api: FoundApi | undefined },
  { said, isFull }: Before,
) {
  const wrong = (problem: string) => (tellsProblems ? { problem } : undefined)
  if (!api && ref.kind === 'url') return
  if (!api) return wrong(words.unknownApi(ref.kind === 'openapi' ? ref.spec : ''))
  if (isFull) return briefBlock(api, part, words)
  const after = said.ids.size > 0 ? hashOfText([...said.ids.keys()].join(' ')) : ''
  const key = `api ${api.version} ${locale} ${JSON.stringify(part)} ${said.prefix}${after}`
  const known = ctx.nodeCache.get(key) as KeptBlock | undefined
  for (const [name, id] of known?.said ?? []) said.ids.set(name, id)
  if (known) return known.written
  const before = said.ids.size
  const written = writeBlock(api, part, words, said)
  if (!written) return wrong(words.notInApi(nameOf(part)))
  const kept: KeptBlock = { written, said: [...said.ids].slice(before) }
  ctx.nodeCache.set(key, kept, lettersOf(written) + 200)
  return written
}

function lettersOf({ parts }: WrittenDocument) {
  return parts.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 100), 0)
}

function nameOf(part: ApiPart): string {
  return part.kind === 'schemas' ? part.names.join(', ') : `${part.method.toUpperCase()} ${part.path}`
}

/** Undefined for what the description does not have. */
export function writeBlock(
  { document }: Pick<FoundApi, 'document'>,
  part: ApiPart,
  words: ApiWords & DocumentWords,
  said: SaidSchemas = saidNothing(),
): WrittenDocument | undefined {
  const options = { words, prose: openProse(words), said }
  if (part.kind === 'schemas') return asDocument(siteSchemasView(document, part.names, options), [])
  const written = siteOperationView(document, part, options)
  return asDocument(written?.markup, written?.servers ?? [])
}

function briefBlock({ document }: FoundApi, part: ApiPart, words: ApiWords): WrittenDocument | undefined {
  return part.kind === 'schemas' ? undefined : asDocument(briefOperationView(document, part, words), [])
}

function asDocument(markup: Markup | undefined, servers: readonly string[]): WrittenDocument | undefined {
  return markup && { parts: partsOf(markup), needs: { mermaid: false, maths: false, servers } }
}
