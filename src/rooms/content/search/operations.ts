import { listOf, operation } from '../../../kit/http/operations/operation.ts'
import type { PageOfRows } from '../../../kit/storage/page.ts'
import { organization } from '../../people/organizations/access.ts'
import { space } from '../spaces/access.ts'
import { presentFoundPage, presentFoundSpace } from './present.ts'
import { FoundList, SearchPageResult, SearchQuery, SearchSpaceResult } from './schema.ts'
import { searchOrganization, searchSpace } from './search.ts'

export const operations = [
  operation({
    id: 'searchOrganizationContent',
    route: 'GET /v1/orgs/{organizationId}/search',
    summary: 'Search the spaces of an organization',
    description:
      'Searches the spaces that you can read. Returns the best pages of at most a hundred spaces; for more results, search a single space.',
    on: organization,
    needs: 'view',
    query: SearchQuery,
    returns: FoundList(SearchSpaceResult),
    run: async ({ ctx, subject: organization, query }) =>
      foundList(await searchOrganization(ctx, organization.id, query), (found) =>
        presentFoundSpace(found, ctx.links),
      ),
  }),
  operation({
    id: 'searchSpaceContent',
    route: 'GET /v1/spaces/{spaceId}/search',
    summary: 'Search the pages of a space',
    description: 'Returns at most the best hundred sections, grouped by page.',
    on: space,
    needs: 'view',
    query: SearchQuery,
    returns: FoundList(SearchPageResult),
    run: async ({ ctx, subject: space, query }) =>
      foundList(await searchSpace(ctx, space, query), (found) => presentFoundPage(found, ctx.links)),
  }),
]

export function foundList<Row, Item>(
  found: PageOfRows<Row> & { isOutdated: boolean },
  present: (row: Row) => Item,
) {
  const list = listOf(found, present)
  return found.isOutdated ? { ...list, outdated: true } : list
}
