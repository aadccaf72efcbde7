// What stops a transfer, told before anybody tries: to those who may see the sites by their names, to others as a count.
import { isOutOfReach, type ReadContext } from '../../../kit/domain/context.ts'
import { organization } from '../../people/organizations/access.ts'
import { siteAbilities } from '../../sites/sites/access.ts'
import { sitesWith } from '../../sites/sites/lock-site.ts'
import type { SeenCollection } from '../collections/access.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { contentBelow } from '../spaces/homes.ts'
import type { TransferCheck } from './schema.ts'

export function checkSpaceTransfer(ctx: ReadContext, { id, organizationId }: SeenSpace) {
  return check(ctx, organizationId, [id])
}

export async function checkCollectionTransfer(ctx: ReadContext, { id, organizationId }: SeenCollection) {
  const content = await contentBelow(ctx, id)
  return check(
    ctx,
    organizationId,
    content.map((one) => one.id),
  )
}

async function check(ctx: ReadContext, organizationId: string, spaceIds: string[]): Promise<TransferCheck> {
  const found = await organization.find(ctx, { organizationId })
  const maySee = found !== undefined && siteAbilities({ organization: found }).view
  const sites = new Map<string, TransferCheck['sites'][number]>()
  for (const { id, title, spaceId } of await sitesWith(ctx, spaceIds)) {
    const site = sites.get(id) ?? { id, title, organization: organizationId, spaces: [] }
    sites.set(id, { ...site, spaces: [...site.spaces, spaceId].sort() })
  }
  const seen = [...sites.values()].filter(
    ({ id }) => maySee && !isOutOfReach(ctx.actor, { organizationId, siteId: id }),
  )
  return { object: 'transfer-check', sites: seen, hiddenSites: sites.size - seen.length }
}
