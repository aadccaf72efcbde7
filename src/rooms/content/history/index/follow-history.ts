import type { OutsideContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { openNodes } from '../../spaces/revisions/revisions.ts'
import { changedPages } from './changed-pages.ts'
import {
  deleteStepsBehind,
  type FoundStep,
  insertSteps,
  listStepsAhead,
  lockIndex,
  type NewStep,
} from './store.ts'

/** Revisions that are asked for at once on the way back. */
const FAR = 1_000
/** What is written in one transaction. */
const STEP = { revisions: 50, pages: 5_000 }

/**
 * Brings the index of a space to the revision that its readers see. Each step is a transaction of its own, written from
 * the oldest revision on: what is in the index is right and whole up to its last revision at any time.
 */
export async function followHistory(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const known = await inTransaction(({ db }) => lockIndex(db, spaceId))
  if (!known) return
  const { steps, last } = await stepsAhead(ctx, spaceId, known.head)
  // Heads only move on. Should one not, what does not lead to it any more is forgotten.
  if (known.length > last.place) await inTransaction(({ db }) => deleteStepsBehind(db, spaceId, last.place))
  let { place, root } = last
  let waiting: NewStep[] = []
  let pages = 0
  const write = async () => {
    const written = waiting
    waiting = []
    pages = 0
    await inTransaction(async ({ db }) => {
      // The space may have gone for good meanwhile.
      if (await lockIndex(db, spaceId)) await insertSteps(db, spaceId, written)
    })
  }
  while (steps.length > 0) {
    const step = steps.pop()
    if (!step) break
    const pageIds = await changedPages(openNodes(ctx), root, step.root)
    place += 1
    root = step.root
    waiting.push({ place, revisionId: step.id, pageIds })
    pages += pageIds.length
    if (waiting.length >= STEP.revisions || pages >= STEP.pages) await write()
  }
  if (waiting.length > 0) await write()
}

/** Revisions that are not in the index, newest first, and the last one that is. */
async function stepsAhead({ db }: OutsideContext, spaceId: string, head: string) {
  const steps: FoundStep[] = []
  let from: string | null = head
  while (from !== null) {
    const found: FoundStep[] = await listStepsAhead(db, spaceId, from, FAR)
    for (const step of found) {
      if (step.place !== null) return { steps, last: { place: step.place, root: step.root } }
      steps.push(step)
    }
    from = found.at(-1)?.parent ?? null
  }
  return { steps, last: { place: 0, root: null } }
}
