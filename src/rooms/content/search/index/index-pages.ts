import { fileOfReusable } from '../../../../engines/content/links/paths.ts'
import { diffMaps } from '../../../../engines/content/nodes/map.ts'
import { findPages, type RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { PageRecord, ReusableRecord } from '../../../../engines/content/records.ts'
import { numeral } from '../../../../engines/search/lexemes.ts'
import { looksOther } from '../../../../engines/search/rows.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { readersRoot } from '../../pages/computed/computed-content.ts'
import {
  type AheadOfIndex,
  type IndexState,
  MOST_PENDING,
  openAhead,
  pendingWith,
  rootAheadOfIndex,
} from '../../spaces/indexes/index-state.ts'
import { type CutStep, cutStep } from './cut-step.ts'
import {
  changeWords,
  deleteSections,
  deleteWordChanges,
  type IndexedSpace,
  insertSections,
  insertWordChanges,
  listOutdatedPages,
  listPagesShowing,
  listWordChanges,
  replaceShownParts,
  replaceShownSpecs,
  type ShownPart,
  searchIndexStates,
  sortIn,
} from './store-index.ts'
import { type StalePages, waitingPages } from './waiting-pages.ts'
import { type WordLedger, wordLedger } from './word-ledger.ts'

/** Rows a statement: what is more keeps the event loop too long while it is written down. */
const SECTIONS_AT_ONCE = 125
const WORDS_AT_ONCE = 1_000
/** Words of so many steps are added up before the vocabulary gets them. */
const STEPS_COUNTED = 20

/** With more pages than wanted nothing is indexed: the work is for somebody with more time. */
type Outcome = 'done' | 'too-many-pages'
const GONE = Symbol('gone')

/**
 * Brings the search of a space up to what its readers see, by the difference to what the index describes. Each step is a
 * transaction of its own; until the last one is done, the index names the root as pending. What changes meanwhile comes
 * next: nobody waits for all of a space to find what they wrote.
 */
export async function indexSearch(
  ctx: OutsideContext,
  spaceId: string,
  inTransaction: InTransaction,
  mostPages = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const begun = await inTransaction((ctx) => begin(ctx, spaceId))
  if (!begun) return 'done'
  const index = { spaceId, space: numeral(begun.number) }
  const ahead = await openAhead(ctx, begun)
  const all = await stalePages(ctx, spaceId, ahead)
  for (const [id, page] of await findPages(ahead.after, begun.outdated)) all.set(id, page)
  if (all.size > mostPages) return 'too-many-pages'
  const hasPages = all.size > 0
  const waiting = waitingPages(all)

  let { root } = begun
  const cutNext = () => cutStep(ctx, { ...index, root }, waiting)
  const counted = wordLedger()
  counted.putIn(begun.counted)
  let step = await cutNext()
  for (let steps = 1; step; steps += 1) {
    const written = step
    const pending = pendingWith(begun.state, ...waiting.rootsBefore(), root)
    const next = cutNext()
    // Where writing fails nobody asks for it any more.
    next.catch(() => {})
    const newer = await inTransaction(async (ctx) => {
      if (!(await searchIndexStates.select(ctx.db, spaceId))) return GONE
      await replaceSections(ctx, index, written, counted)
      if (written.isLast || steps % STEPS_COUNTED === 0) await addWords(ctx, spaceId, counted)
      // Not after the last of what belongs together: else changes that keep coming would keep the rest waiting for good.
      return written.isLast ? undefined : findNewer(ctx, spaceId, { root, pending })
    })
    // The space went for good meanwhile, and its index with it.
    if (newer === GONE) return 'done'
    if (newer !== undefined) {
      const change = await openAhead(ctx, { root: newer, state: { root, pending: [] } })
      // What is being cut is not in the index yet, and shows what there was before.
      waiting.addChange(await stalePages(ctx, spaceId, change, (await next)?.parts), root)
      root = newer
    }
    step = (await next) ?? (await cutNext())
  }
  await inTransaction(async (ctx) => {
    if (!(await searchIndexStates.select(ctx.db, spaceId))) return
    await addWords(ctx, spaceId, counted)
    if (hasPages) await sortIn(ctx.db)
    await searchIndexStates.update(ctx.db, spaceId, { root, pending: [] })
  })
  return 'done'
}

async function begin(ctx: WriteContext, spaceId: string) {
  const state = await searchIndexStates.lockForRun(ctx.db, spaceId)
  if (!state) return
  const outdated = await listOutdatedPages(ctx.db, spaceId)
  const hasOutdated = outdated.length > 0
  const ahead =
    (await rootAheadOfIndex(ctx, spaceId, state, readersRoot)) ??
    (hasOutdated ? { root: state.root, state } : undefined)
  if (!ahead) return
  await searchIndexStates.update(ctx.db, spaceId, { pending: pendingWith(state, ahead.root) })
  // What a run counted that did not come to its end.
  const counted = await listWordChanges(ctx.db, spaceId)
  return { ...ahead, number: state.number, outdated, counted }
}

/** What readers see by now, if it is another root: noted as pending, since steps will be made towards it. */
async function findNewer(ctx: WriteContext, spaceId: string, state: IndexState) {
  const newest = await readersRoot(ctx, spaceId)
  if (newest === state.root || state.pending.length >= MOST_PENDING) return
  if (newest !== undefined)
    await searchIndexStates.update(ctx.db, spaceId, { pending: pendingWith(state, newest) })
  return newest
}

/** Pages that may be in the index as something else than they are now. */
async function stalePages(
  { db }: ReadContext,
  spaceId: string,
  { indexed, after }: AheadOfIndex,
  cut: ShownPart[] = [],
) {
  const stale: StalePages = new Map()
  const parts: ChangedPart[] = []
  for (const before of indexed) {
    const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
    for (const page of pages)
      if (!page.before || !page.after || looksOther(page.before, page.after)) stale.set(page.id, page.after)
    parts.push(...(await changedParts(before, after)))
  }
  if (parts.length === 0) return stale
  const showing = new Set(await listPagesShowing(db, spaceId, parts))
  for (const { pageId, kind, partId } of cut)
    if (parts.some((part) => part.kind === kind && part.partId === partId)) showing.add(pageId)
  for (const [id, page] of await findPages(after, showing)) stale.set(id, page)
  return stale
}

type ChangedPart = Omit<ShownPart, 'pageId'>

/** What pages show that is another thing now, though their own texts may have stayed. */
async function changedParts(before: RevisionView, after: RevisionView): Promise<ChangedPart[]> {
  const { nodes, root } = after
  const reusables = await diffMaps<ReusableRecord>(nodes, before.root.reusables, root.reusables)
  const parts = reusables.map(({ id }): ChangedPart => ({ kind: 'reusable', partId: id }))
  const hasNewPlaces = reusables.some(
    ({ before, after }) => after && (!before || fileOfReusable(before) !== fileOfReusable(after)),
  )
  if (hasNewPlaces) parts.push({ kind: 'nothing', partId: '' })
  if (JSON.stringify(before.root.variables) !== JSON.stringify(root.variables))
    parts.push({ kind: 'variables', partId: '' })
  return parts
}

async function replaceSections(
  { db }: WriteContext,
  index: IndexedSpace,
  step: CutStep,
  counted: WordLedger,
) {
  const { ids, cuts, shown, parts, isLast } = step
  const ledger = wordLedger()
  ledger.takeOut(await deleteSections(db, index, ids))
  await replaceShownSpecs(db, index.spaceId, ids, shown)
  await replaceShownParts(db, index.spaceId, ids, parts)
  for (const { sections, words } of cuts) {
    ledger.putIn(words)
    for (const rows of inPieces(sections, SECTIONS_AT_ONCE)) await insertSections(db, index.spaceId, rows)
  }
  const words = ledger.entries()
  counted.putIn(words)
  if (!isLast) await insertWordChanges(db, index.spaceId, words)
}

/** To the vocabulary. */
async function addWords({ db }: WriteContext, spaceId: string, counted: WordLedger) {
  if (counted.isEmpty()) return
  for (const words of inPieces(counted.entries(), WORDS_AT_ONCE)) await changeWords(db, spaceId, words)
  await deleteWordChanges(db, spaceId)
  counted.clear()
}

function* inPieces<T>(all: T[], length: number) {
  for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length)
}
