import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { presentToken } from '../identity/present.ts'
import { refuseToken } from '../identity/tokens.ts'
import { organization } from './access.ts'
import { OrganizationToken } from './schema-tokens.ts'
import { findTokenThatReaches, listTokensThatReach, type ReachingTokenRow } from './store-tokens.ts'

export const operations = [
  operation({
    id: 'listTokensInOrganization',
    route: 'GET /v1/orgs/{organizationId}/tokens',
    summary: 'List the API tokens that reach an organization',
    description:
      'The tokens of its members and guests, without those that have expired. Each acts with the rights of its owner, within its scopes.',
    section: 'Users and tokens',
    on: organization,
    needs: 'admin',
    query: Paging,
    returns: ListOf(OrganizationToken),
    run: async ({ ctx, subject: { id }, query }) =>
      listOf(
        await listTokensThatReach(ctx.db, { organizationId: id, now: ctx.clock.now() }, query),
        presentReaching,
      ),
  }),
  operation({
    id: 'removeTokenFromOrganization',
    route: 'DELETE /v1/orgs/{organizationId}/tokens/{tokenId}',
    summary: 'Close an organization to an API token',
    description:
      'Programs that use the token lose the organization at once. It goes on working in other organizations of its owner, who can create another.',
    section: 'Users and tokens',
    on: organization,
    needs: 'admin',
    status: 205,
    run: async ({ ctx, subject: { id: organizationId }, params: { tokenId } }) => {
      const found = await findTokenThatReaches(ctx.db, { organizationId, now: ctx.clock.now(), tokenId })
      if (!found) return false
      await refuseToken(ctx, organizationId, found)
    },
  }),
]

function presentReaching(row: ReachingTokenRow): OrganizationToken {
  const { userId: id, displayName, email } = row
  return { ...presentToken(row), owner: { id, displayName, email } }
}
