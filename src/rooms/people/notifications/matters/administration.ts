import type { ReadContext } from '../../../../kit/domain/context.ts'
import { spaceNow } from '../../../content/spaces/heads.ts'
import { adminsOf } from '../../permissions/grants.ts'
import type { Reason } from '../reasons.ts'
import { concern, type Matter } from './matter.ts'
import type { NotifiedEvent } from './notified-event.ts'
import { findSyncRequest, listOrganizationAdmins } from './store-concerned.ts'

/** Who asked for it; of what nobody asked for, or nobody who is still there, admins of the space. */
export async function syncEnded(
  ctx: ReadContext,
  event: NotifiedEvent & { spaceId: string; operationId: string },
): Promise<Matter | undefined> {
  const { organizationId, spaceId, operationId, state } = event
  const asked = state === 'failure' && (await findSyncRequest(ctx.db, spaceId, operationId))
  if (!asked) return
  const concerned = new Map<string, Reason>()
  const { requestedBy } = asked
  concern(concerned, requestedBy === null ? await spaceAdmins(ctx, spaceId) : [requestedBy], 'sync-failed')
  return {
    thread: `git/${spaceId}`,
    audience: 'readers',
    ...{ organizationId, spaceId, concerned },
    subjectId: operationId,
    isRecurring: true,
  }
}

async function spaceAdmins(ctx: ReadContext, spaceId: string) {
  const space = await spaceNow(ctx, spaceId)
  return space ? adminsOf(ctx, space) : []
}

export function webhookDisabled(ctx: ReadContext, event: NotifiedEvent & { webhookId: string }) {
  const { webhookId } = event
  return toAdmins(ctx, event, {
    thread: `webhook/${webhookId}`,
    reason: 'webhook-disabled',
    subjectId: webhookId,
  })
}

export function scopesRequested(ctx: ReadContext, event: NotifiedEvent & { installationId: string }) {
  const { installationId } = event
  return toAdmins(ctx, event, {
    thread: `installation/${installationId}`,
    reason: 'scopes-requested',
    subjectId: installationId,
  })
}

export function installationFailing(ctx: ReadContext, event: NotifiedEvent & { installationId: string }) {
  const { installationId } = event
  return toAdmins(ctx, event, {
    thread: `installation/${installationId}`,
    reason: 'integration-failing',
    subjectId: installationId,
  })
}

type Told = { thread: string; reason: Reason; subjectId: string }

async function toAdmins(
  ctx: ReadContext,
  { organizationId, actorId }: NotifiedEvent,
  { thread, reason, subjectId }: Told,
): Promise<Matter> {
  const concerned = new Map<string, Reason>()
  concern(concerned, await listOrganizationAdmins(ctx.db, organizationId), reason)
  return { thread, audience: 'admins', organizationId, actorId, concerned, subjectId }
}

/** By somebody else: who joins knows. What brings in members by itself is for administrators to explain. */
export function memberAdded({
  organizationId,
  userId,
  actorId,
}: NotifiedEvent & { userId: string }): Matter | undefined {
  if (actorId === undefined) return
  const concerned = new Map<string, Reason>([[userId, 'added']])
  return { thread: `organization/${organizationId}`, audience: 'members', organizationId, actorId, concerned }
}
