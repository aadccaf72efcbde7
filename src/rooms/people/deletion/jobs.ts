import { Type } from 'typebox'
import { longJob } from '../../../kit/domain/jobs.ts'
import { deleteJobsAbout } from '../../../kit/storage/jobs/failed-jobs.ts'
import { purgeSpacesOf } from '../../content/spaces/spaces.ts'
import { removeOrganization } from '../organizations/organizations.ts'
import { deleteEventsOf } from './store.ts'

/** What lies below a space may be many rows: a transaction takes only some spaces. */
const SPACES_AT_ONCE = 10

/** Takes away all that belongs to an organization that nobody is in any more. */
export const purgeOrganization = longJob({
  name: 'organizations.purge',
  payload: Type.Object({ organizationId: Type.String() }),
  run: async (_ctx, { organizationId }, inTransaction) => {
    const purgeSome = () =>
      inTransaction(async (ctx) => {
        const spaceIds = await purgeSpacesOf(ctx, organizationId, SPACES_AT_ONCE)
        await deleteJobsAbout(ctx.db, organizationId, spaceIds)
        return spaceIds.length
      })
    while ((await purgeSome()) > 0);
    await inTransaction(async (ctx) => {
      await removeOrganization(ctx, organizationId)
      await deleteEventsOf(ctx.db, organizationId)
    })
  },
})
