// What is installed where, and what scripts were told, for rooms that use it.
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import { findDelivery, listDeliveries } from './delivery/store-deliveries.ts'
import {
  findInstallation,
  findInstallationIn,
  findInstalledOnSite,
  findPlacement,
  listActiveAt,
  type Place,
} from './store.ts'

export type { ScriptDeliveryRow } from './delivery/store-deliveries.ts'
export type { Place } from './store.ts'

export function installationOf(ctx: ReadContext, integration: string, id: string) {
  return findInstallation(ctx.db, integration, id)
}

export function installationIn(ctx: ReadContext, organizationId: string, integration: string) {
  return findInstallationIn(ctx.db, organizationId, integration)
}

/** In the organization that a site belongs to. */
export function installationForSite(ctx: ReadContext, integration: string, siteId: string) {
  return findInstalledOnSite(ctx.db, integration, siteId)
}

export function placementAt(ctx: ReadContext, installationId: string, at: Place) {
  return findPlacement(ctx.db, installationId, at)
}

/** What is installed on a space or site of an organization, and works there. */
export function activeAt(ctx: ReadContext, organizationId: string, at: Place) {
  return listActiveAt(ctx.db, organizationId, at)
}

export function deliveriesOf(ctx: ReadContext, integration: string, page: PageQuery) {
  return listDeliveries(ctx.db, integration, page)
}

export function deliveryOf(ctx: ReadContext, integration: string, id: string) {
  return findDelivery(ctx.db, integration, id)
}
