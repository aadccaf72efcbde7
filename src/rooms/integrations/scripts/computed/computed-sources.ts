// Keeps what scripts compute for the pages of a space up to date.
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { Problem } from '../../../../kit/domain/problems.ts'
import {
  type Computed,
  keepSources,
  keptSources,
  listDependents,
  sourcesOf,
  sourcesProposed,
  type ToCompute,
} from '../../../content/pages/computed/sources.ts'
import { findSpaceHead, findSpaceOwner } from '../store.ts'
import { computeContent, computerOf } from './compute-pages.ts'

/** Of one space. */
const MOST_SOURCES = 20

/** Only what was computed with something else than there is now is computed again; and what failed. */
export async function computeSpace(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const organizationId = await findSpaceOwner(ctx.db, spaceId)
  if (!organizationId) return
  const sources = (await sourcesOf(ctx, spaceId)).slice(0, MOST_SOURCES)
  const keys = sources.map(({ key }) => key)
  const kept = await keptSources(ctx, spaceId, keys)
  const fresh: Computed[] = []
  for (const one of sources) fresh.push(await compute(ctx, { id: spaceId, organizationId }, one, kept))
  await inTransaction((ctx) => keepSources(ctx, spaceId, fresh))
}

const NOTHING = { pages: [], files: [] }

type Kept = Awaited<ReturnType<typeof keptSources>>

async function compute(
  ctx: OutsideContext,
  space: { id: string; organizationId: string },
  one: ToCompute,
  kept: Kept,
): Promise<Computed> {
  const { integration } = one.source
  const computer = await computerOf(ctx, space, one.source)
  if (!computer)
    return {
      ...one,
      describedBy: '',
      content: NOTHING,
      problem: `"${integration}" is not installed on this space`,
    }
  const { describedBy } = computer
  const known = kept.get(one.key)
  if (known?.describedBy === describedBy && known.problem === null) return { ...one, describedBy }
  try {
    return { ...one, describedBy, content: await computeContent(ctx, computer, one.source) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.warn(
      { spaceId: space.id, integration, err: error },
      'Failed to compute the pages of an integration',
    )
    return { ...one, describedBy, problem: error.message }
  }
}

/** Something that happened, by the names that events give to what they are about. */
export type Happened = {
  type: string
  organizationId: string
  spaceId?: string
  changeRequestId?: string
  integration?: string
  slug?: string
}

/** The spaces whose computed pages may follow from it. */
export async function spacesAfter(
  ctx: ReadContext | WriteContext,
  { type, organizationId, spaceId, changeRequestId, integration, slug }: Happened,
): Promise<string[]> {
  if (type.startsWith('integration.') && integration) return listDependents(ctx.db, { integration })
  if (type.startsWith('installation.') && integration)
    return listDependents(ctx.db, { integration, organizationId })
  if (slug) return listDependents(ctx.db, { organizationId, dependency: `openapi ${slug}` })
  if (spaceId && changeRequestId)
    return (await sourcesProposed(ctx, spaceId, changeRequestId)).length > 0 ? [spaceId] : []
  if (!spaceId || !(await findSpaceHead(ctx.db, organizationId, spaceId))) return []
  const dependents = await listDependents(ctx.db, { organizationId, dependency: `space ${spaceId}` })
  const own = (await sourcesOf(ctx, spaceId)).length > 0 ? [spaceId] : []
  return [...new Set([...own, ...dependents])]
}
