// Configurations that releases before 0.15 kept in clear text: sealed at the first start of this one.
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { sealConfiguration } from '../configuration.ts'
import {
  listClearInstallations,
  listClearPlacements,
  sealInstallation,
  sealPlacement,
} from './store-clear.ts'

/** Of one transaction. */
const AT_ONCE = 200

/** How many there were: called until there are none. */
export async function sealStoredConfigurations(ctx: WriteContext): Promise<number> {
  const installations = await listClearInstallations(ctx.db, AT_ONCE)
  for (const { id, configuration } of installations)
    await sealInstallation(ctx.db, id, sealConfiguration(ctx, configuration ?? {}))
  const placements = await listClearPlacements(ctx.db, AT_ONCE)
  for (const { configuration, ...place } of placements)
    await sealPlacement(ctx.db, place, sealConfiguration(ctx, configuration ?? {}))
  return installations.length + placements.length
}
