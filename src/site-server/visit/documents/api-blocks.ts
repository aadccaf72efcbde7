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
import { type Folding, hasPart } from '../../../engines/openapi/view/fold-parts.ts'
import {
  briefOperationView,
  nameOfOperation,
  siteOperationView,
} from '../../../engines/openapi/view/site-operation-view.ts'
import { siteSchemasView } from '../../../engines/openapi/view/site-schemas-view.ts'
import { type SaidSchemas, type SiteOptions, saidNothing } from '../../../engines/openapi/view/site-scope.ts'
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

/** An operation as `nameOfOperation` calls it, or `schemas`; and of one that is too long for a page, one of its parts. */
export type WantedApi = { operation: string; part?: string }

type Asked = { ref: ContentRef; part: ApiPart }
/** What stands before a block on its page, and the letters that are left for it. */
type Before = { said: SaidSchemas; room: number }
type Block = WrittenDocument | { problem: string } | undefined
type KeptBlock = { written: WrittenDocument; said: [string, string][] }

/** In what operations are asked and answered, as a rule. */
const LANGUAGES = ['bash', 'javascript', 'python', 'json']

/**
 * Of all parts of API descriptions on a page, which then weighs 300 kB at most. Beyond, operations are named, and come
 * when a reader opens them; one that alone is longer comes in parts, also where it is the first of its page.
 */
const MOST_LETTERS = 220_000
/** Of what comes in parts, some is always there: titles, names, links. */
const MOST_IN_PARTS = 180_000
const MOST_AMONG_OTHERS = 110_000

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
  const write = async ({ ref, part }: Asked, before: Pick<Before, 'said'>) => {
    const name = JSON.stringify(ref)
    if (!apis.has(name)) apis.set(name, await find(ref))
    // Each takes tens of milliseconds the first time.
    await yieldToEventLoop()
    const asked = { api: apis.get(name), ref, part }
    const block = blockOf(ctx, about, asked, { ...before, room: isWanted(about, part) ? room.letters : 0 })
    room.letters -= lettersIn(block)
    blocks.set(keyOf(ref, part), block)
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
  const own = only && hashOfText(`${only.operation}${only.part ?? ''}`).slice(0, 6)
  return `${own === undefined ? '' : `${own}-`}${count > 0 ? `${count}-` : ''}`
}

function isWanted({ only }: About, part: ApiPart): boolean {
  if (only === undefined) return true
  if (nameOfBlock(part) !== only.operation) return false
  return part.kind !== 'schemas' || part.names.includes(only.part ?? '')
}

const SCHEMAS = 'schemas'

function nameOfBlock(part: ApiPart): string {
  return part.kind === 'schemas' ? SCHEMAS : nameOfOperation(part)
}

function keyOf(ref: ContentRef, part: ApiPart) {
  return JSON.stringify([ref, part])
}

function blockOf(
  ctx: ReadContext,
  about: About,
  { api, ref, part }: Asked & { api: FoundApi | undefined },
  { said, room }: Before,
): Block {
  const { words, tellsProblems, only } = about
  const wrong = (problem: string) => (tellsProblems ? { problem } : undefined)
  if (!api && ref.kind === 'url') return
  if (!api) return wrong(words.unknownApi({ name: ref.kind === 'openapi' ? ref.spec : '' }))
  if (room <= 0 && part.kind !== 'schemas') return briefBlock(api, part, words)
  const whole = keptBlock(ctx, about, { api, part, said })
  if (!whole) return wrong(words.notInApi({ name: nameOf(part) }))
  const isTooLong = lettersOf(whole.written) > room
  const isBrief = isTooLong && only === undefined && part.kind !== 'schemas' && room < MOST_LETTERS
  if (isBrief) return briefBlock(api, part, words)
  const { written, said: added } = (isTooLong && inParts(ctx, about, { api, part, said }, room)) || whole
  for (const [name, id] of added) said.ids.set(name, id)
  return written
}

type Shown = { api: FoundApi; part: ApiPart; said: SaidSchemas }

function inParts(ctx: ReadContext, about: About, shown: Shown, room: number): KeptBlock | undefined {
  const most = about.only === undefined ? MOST_AMONG_OTHERS : MOST_IN_PARTS
  const folding = { name: nameOfBlock(shown.part), room: Math.max(0, Math.min(room, most)) }
  const closed = keptBlock(ctx, about, { ...shown, folding })
  const open = isWanted(about, shown.part) ? about.only?.part : undefined
  // Anybody may ask for any part: what is kept are those that there are.
  const isThere = open !== undefined && closed?.written.parts.some((one) => hasPart(one, open))
  return isThere ? keptBlock(ctx, about, { ...shown, folding: { ...folding, open } }) : closed
}

/** Undefined for what the description does not have. */
function keptBlock(
  ctx: ReadContext,
  { words, locale }: About,
  { api, part, said, folding }: Shown & { folding?: Folding },
): KeptBlock | undefined {
  const after = said.ids.size > 0 ? hashOfText([...said.ids.keys()].join(' ')) : ''
  const folded = folding ? ` ${folding.room} ${folding.open ?? ''}` : ''
  const key = `api ${api.version} ${locale} ${JSON.stringify(part)} ${said.prefix}${after}${folded}`
  const known = ctx.nodeCache.get(key) as KeptBlock | undefined
  if (known) return known
  const own = { prefix: said.prefix, ids: new Map(said.ids) }
  const written = writeBlock(api, part, words, { said: own, folding })
  if (!written) return undefined
  const kept: KeptBlock = { written, said: [...own.ids].slice(said.ids.size) }
  ctx.nodeCache.set(key, kept, lettersOf(written) + 200)
  return kept
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
  shown: Pick<SiteOptions, 'said' | 'folding'> = {},
): WrittenDocument | undefined {
  const options = { words, prose: openProse(words), ...shown }
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
