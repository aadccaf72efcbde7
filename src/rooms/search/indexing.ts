import { standpointsOf } from '../../content/links/resolve.ts'
import { weightOf } from '../../content/long-work.ts'
import { diffMaps } from '../../content/nodes/map.ts'
import { findPages, readRevision } from '../../content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../content/records.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../domain/context.ts'
import type { InTransaction } from '../../domain/jobs.ts'
import { mayShowApis } from '../../reading/describe-apis.ts'
import { numeral } from '../../search/lexemes.ts'
import { isFound, looksOther } from '../../search/rows.ts'
import { inBatches } from '../../world/batches.ts'
import { ThreadsClosed } from '../../world/threads.ts'
import { readersRoot } from '../computed/computing.ts'
import { findApi, textWithApis } from '../content/apis.ts'
import { describeApisLater } from '../content/described-texts.ts'
import { readApiDocument } from '../openapi/documents.ts'
import {
  type AheadOfIndex,
  MOST_PENDING,
  openAhead,
  openNodes,
  pendingWith,
  rootAheadOfIndex,
} from '../revisions/revisions.ts'
import { type Cut, cutPages, type PageText } from './cutting.ts'
import {
  changeWords,
  deleteIndex,
  deleteSections,
  type IndexedSpace,
  insertSections,
  listOutdatedPages,
  lockIndex,
  replaceShownSpecs,
  type ShownSpec,
  sortIn,
  updateIndex,
} from './store-index.ts'
import { wordLedger } from './word-ledger.ts'

/** Pages whose texts are in memory at once. */
const READ_AT_ONCE = 50
/**
 * Pages a step. Each commits what it counted of words, and every change of a common word leaves a dead row behind: so
 * steps are large.
 */
const STEP = 250
/** For what takes a thread a second. */
const TIME = { batch: 60_000, page: 20_000 }
/** Rows a statement: what is more keeps the event loop too long while it is written down. */
const SECTIONS_AT_ONCE = 125
const WORDS_AT_ONCE = 1_000

/**
 * Brings the search of a space up to what its readers see, by the difference to what the index describes. Each step is a
 * transaction of its own; until the last one is done, the index names the root as pending.
 */
export async function indexSearch(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const begun = await inTransaction((ctx) => begin(ctx, spaceId))
  if (!begun) return
  const ahead = await openAhead(ctx, begun)
  const index = { spaceId, space: numeral(begun.number) }
  const stale = await stalePages(ahead)
  const outdated = await findPages(ahead.after, begun.outdated)
  for (const [id, page] of outdated) if (!stale.has(id)) stale.set(id, page)
  for await (const { step, fresh } of cutAhead(ctx, { ...index, root: ahead.root }, [...stale]))
    await inTransaction((ctx) => replaceSections(ctx, index, step, fresh))
  await inTransaction(async ({ db }) => {
    if (stale.size > 0) await sortIn(db)
    await updateIndex(db, spaceId, { root: ahead.root, pending: [] })
  })
}

async function begin(ctx: WriteContext, spaceId: string) {
  const known = await lockIndex(ctx.db, spaceId)
  const isWorn = known && known.pending.length > MOST_PENDING
  if (isWorn) await deleteIndex(ctx.db, spaceId)
  const state = isWorn ? await lockIndex(ctx.db, spaceId) : known
  if (!state) return
  const outdated = await listOutdatedPages(ctx.db, spaceId)
  const hasOutdated = outdated.length > 0
  const ahead =
    (await rootAheadOfIndex(ctx, spaceId, state, readersRoot)) ??
    (hasOutdated ? { root: state.root, state } : undefined)
  if (!ahead) return
  await updateIndex(ctx.db, spaceId, { pending: pendingWith(state, ahead.root) })
  return { ...ahead, number: state.number, outdated }
}

type Stale = [id: string, now: PageRecord | undefined]

/** Pages that may be in the index as something else than they are now; without a page, it is gone. */
async function stalePages({ indexed, after }: AheadOfIndex) {
  const stale = new Map<string, PageRecord | undefined>()
  for (const before of indexed) {
    const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
    for (const page of pages)
      if (!page.before || !page.after || looksOther(page.before, page.after)) stale.set(page.id, page.after)
  }
  return stale
}

type IndexedRoot = IndexedSpace & { root: Hash | null }
type Fresh = { cuts: Cut[]; shown: ShownSpec[] }

/** Step by step. While one is written into the database, the next is cut. */
async function* cutAhead(ctx: OutsideContext, index: IndexedRoot, stale: Stale[]) {
  const steps = [...inPieces(stale, STEP)]
  const cut = (step: Stale[] | undefined) => {
    const fresh = step && cutStep(ctx, index, step)
    // Where writing fails nobody asks for it any more.
    fresh?.catch(() => {})
    return fresh
  }
  let next = cut(steps[0])
  for (const [at, step] of steps.entries()) {
    const fresh = await next
    next = cut(steps[at + 1])
    if (fresh) yield { step, fresh }
  }
}

async function cutStep(ctx: OutsideContext, index: IndexedRoot, step: Stale[]): Promise<Fresh> {
  const fresh: Fresh = { cuts: [], shown: [] }
  for (const some of inPieces(step, READ_AT_ONCE)) await cutSome(ctx, index, some, fresh)
  return fresh
}

async function cutSome(ctx: OutsideContext, index: IndexedRoot, stale: Stale[], fresh: Fresh) {
  const pages = await withTexts(
    ctx,
    stale.map(([, page]) => page),
  )
  // What a description says of an operation is found on the page that shows it.
  const showing = pages.filter(({ text }) => mayShowApis(text))
  const view = await readRevision(openNodes(ctx), index.root)
  const standpoints = await standpointsOf(
    view,
    showing.map(({ id }) => id),
  )
  for (const page of showing) {
    const files = { view, from: standpoints.get(page.id), read: (blob: string) => readApiDocument(ctx, blob) }
    const find = findApi(ctx, index.spaceId, files)
    const noting: FindsApi = async (ref) => {
      const found = await find(ref)
      if (ref.kind === 'openapi')
        fresh.shown.push({ pageId: page.id, spec: ref.spec, version: found?.version ?? null })
      return found
    }
    page.text = await described(ctx, noting, page)
  }
  for (const batch of inBatches(pages, ({ text }) => weightOf(text)))
    fresh.cuts.push(...(await cut(ctx, index, batch)))
}

/** One that takes too long is found by what is written on it. */
async function described({ threads, log }: OutsideContext, find: FindsApi, { id, text }: PageText) {
  const describing = { threads, find, task: describeApisLater, timeout: TIME.page }
  try {
    return await textWithApis(describing, text, { hasExamples: false })
  } catch (error) {
    if (error instanceof ThreadsClosed) throw error
    log.warn({ err: error, pageId: id }, 'what a page shows of API descriptions could not be written')
    return text
  }
}

type FindsApi = ReturnType<typeof findApi>

async function replaceSections(
  { db }: WriteContext,
  index: IndexedSpace,
  step: Stale[],
  { cuts, shown }: Fresh,
) {
  const ledger = wordLedger()
  const ids = step.map(([id]) => id)
  ledger.takeOut(await deleteSections(db, index, ids))
  await replaceShownSpecs(db, index.spaceId, ids, shown)
  for (const { sections, words } of cuts) {
    ledger.putIn(words)
    for (const rows of inPieces(sections, SECTIONS_AT_ONCE)) await insertSections(db, index.spaceId, rows)
  }
  for (const words of inPieces(ledger.entries(), WORDS_AT_ONCE)) await changeWords(db, index.spaceId, words)
}

/** One page that can not be cut takes its batch along: then each is cut alone, and that one is found without its text. */
async function cut(ctx: OutsideContext, index: IndexedSpace, pages: PageText[]): Promise<Cut[]> {
  const { spaceId, space } = index
  const timeout = pages.length > 1 ? TIME.batch : TIME.page
  try {
    return [await ctx.threads.run(cutPages, { space, pages }, { timeout })]
  } catch (error) {
    // Where not even pages without texts can be cut, that is not about the pages.
    if (error instanceof ThreadsClosed || pages.every(({ text }) => text === '')) throw error
    const [page, ...others] = pages
    if (page && others.length === 0) {
      const bare = await cut(ctx, index, [{ ...page, text: '' }])
      ctx.log.warn({ err: error, spaceId, pageId: page.id }, 'a page could not be cut into sections')
      return bare
    }
    const all: Cut[] = []
    for (const page of pages) all.push(...(await cut(ctx, index, [page])))
    return all
  }
}

/** Those that are found. Their texts are read for this step alone: all of them together may not fit in memory. */
async function withTexts(ctx: ReadContext, pages: (PageRecord | undefined)[]): Promise<PageText[]> {
  const found = pages.filter((page) => page !== undefined).filter(isFound)
  const nodes = openNodes(ctx)
  await nodes.fetch(found.map(({ body }) => body))
  return found.map(({ id, title, description, body }) => ({
    id,
    title,
    description,
    text: body === null ? '' : nodes.text(body),
  }))
}

function* inPieces<T>(all: T[], length: number) {
  for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length)
}
