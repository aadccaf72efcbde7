// Parts of API descriptions on a page. What is written of one is kept by the version of the description.
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { hashOfText } from '../../../engines/content/nodes/nodes.ts'
import type { ContentRef } from '../../../engines/content/records.ts'
import { readyColours } from '../../../engines/html/highlight.ts'
import { type Markup, partsOf } from '../../../engines/html/markup.ts'
import { apisIn } from '../../../engines/html/placeholders/fill-in.ts'
import { openProse } from '../../../engines/html/prose.ts'
import type { DocumentWords } from '../../../engines/html/words.ts'
import type { ApiPart, Filling, WrittenDocument } from '../../../engines/html/written-document.ts'
import type { FoundApi } from '../../../engines/openapi/api-source.ts'
import {
  briefOperationView,
  nameOfOperation,
  siteOperationView,
} from '../../../engines/openapi/view/site-operation-view.ts'
import { siteSchemasView } from '../../../engines/openapi/view/site-schemas-view.ts'
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
  /** The operation that the reader wants to see whole, as `nameOfOperation` calls it; of the others it is told which they are. */
  only?: string
}

type Asked = { ref: ContentRef; part: ApiPart }
/** What stands before a block on its page. */
type Before = { said: SaidSchemas }
type Block = WrittenDocument | { problem: string } | undefined
type KeptBlock = { written: WrittenDocument; said: [string, string][] }

/** In what operations are asked and answered, as a rule. */
const LANGUAGES = ['bash', 'javascript', 'python', 'json']

/**
 * Of all parts of API descriptions on a page, which then weighs 300 kB at most. Beyond, operations are named, and come
 * when a reader opens them.
 */
const MOST_LETTERS = 220_000

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
  const blocks = new Map<string, Block>()
  const room = { letters: MOST_LETTERS }
  const write = async ({ ref, part }: Asked, before: Before) => {
    const name = JSON.stringify(ref)
    if (!apis.has(name)) apis.set(name, await find(ref))
    // Each takes tens of milliseconds the first time.
    await yieldToEventLoop()
    const asked = { api: apis.get(name), ref, part }
    const saidBefore = before.said.ids.size
    const block = blockOf(ctx, about, asked, {
      ...before,
      isFull: !isWanted(about, part) || room.letters <= 0,
    })
    const brief =
      about.only === undefined && lettersIn(block) > room.letters
        ? asked.api && briefBlock(asked.api, part, about.words)
        : undefined
    // What is not shown after all can not be led to.
    if (brief) for (const said of [...before.said.ids.keys()].slice(saidBefore)) before.said.ids.delete(said)
    const shown = brief ?? block
    room.letters -= lettersIn(shown)
    blocks.set(keyOf(ref, part), shown)
  }

  const saidOf = new Map<string, SaidSchemas>()
  for (const one of apisIn(page)) {
    const name = JSON.stringify(one.ref)
    const said = saidOf.get(name) ?? saidNothing(prefixOf(about, saidOf.size))
    saidOf.set(name, said)
    await write(one, { said })
  }
  // What is included may be met anywhere on the page, and leads nowhere.
  for (const [at, one] of others.flatMap(apisIn).entries())
    if (!blocks.has(keyOf(one.ref, one.part))) await write(one, { said: saidNothing(`included-${at}-`) })
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
  return `${only === undefined ? '' : `${hashOfText(only).slice(0, 6)}-`}${count > 0 ? `${count}-` : ''}`
}

function isWanted({ only }: About, part: ApiPart): boolean {
  return only === undefined || (part.kind !== 'schemas' && nameOfOperation(part) === only)
}

function keyOf(ref: ContentRef, part: ApiPart) {
  return JSON.stringify([ref, part])
}

function blockOf(
  ctx: ReadContext,
  { words, locale, tellsProblems }: About,
  { api, ref, part }: Asked & { api: FoundApi | undefined },
  { said, isFull }: Before & { isFull: boolean },
): Block {
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

function lettersIn(block: Block): number {
  return block && 'parts' in block ? lettersOf(block) : 0
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
