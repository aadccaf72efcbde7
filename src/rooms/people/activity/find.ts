// Everything that one may read, by its name: for whoever knows where they want to go.
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { searchOrganization } from '../../content/search/search.ts'
import { type SeenSpace, spaceAbilities, spacesByIds } from '../../content/spaces/access.ts'
import {
  listChangeRequestsNamed,
  listOrganizationIdsOpenTo,
  listOrganizationsNamed,
  listPeopleNamed,
  listSitesNamed,
  listSpaceIdsNamed,
} from './store.ts'

/** Organizations whose pages are searched for one who has very many. */
const MOST_SEARCHED = 10

export type FoundPages = Awaited<ReturnType<typeof searchOrganization>>['rows'][number]['pages']

export async function findByName(
  ctx: ReadContext,
  viewer: Viewer,
  { query, limit }: { query: string; limit: number },
) {
  const sought = { viewer, query: query.trim(), limit }
  const spaces = await readableSpaces(
    ctx,
    (await listSpaceIdsNamed(ctx.db, sought)).map(({ id }) => id),
  )
  const requests = await listChangeRequestsNamed(ctx.db, sought)
  const open = await readableSpaces(ctx, [...new Set(requests.map(({ spaceId }) => spaceId))])
  const mayRead = new Set(open.map(({ id }) => id))
  return {
    organizations: await listOrganizationsNamed(ctx.db, sought),
    spaces,
    sites: await listSitesNamed(ctx.db, sought),
    requests: requests.filter(({ spaceId }) => mayRead.has(spaceId)),
    people: await listPeopleNamed(ctx.db, sought),
    pages: await findPages(ctx, sought),
  }
}

/** In the order of the ids. */
async function readableSpaces(ctx: ReadContext, ids: string[]): Promise<SeenSpace[]> {
  const seen = await spacesByIds(ctx, ids)
  return ids.flatMap((id) => {
    const space = seen.get(id)
    return space && spaceAbilities(space).view ? [space] : []
  })
}

async function findPages(
  ctx: ReadContext,
  { viewer, query, limit }: { viewer: Viewer; query: string; limit: number },
) {
  const organizations = await listOrganizationIdsOpenTo(ctx.db, viewer, MOST_SEARCHED)
  const found: FoundPages = []
  for (const { id } of organizations) {
    const { rows } = await searchOrganization(ctx, id, { query, limit })
    found.push(...rows.flatMap(({ pages }) => pages))
  }
  const words = query.toLocaleLowerCase()
  const rank = ({ page }: FoundPages[number]) => (page.title.toLocaleLowerCase().includes(words) ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit)
}
