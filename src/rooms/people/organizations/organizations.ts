import { type ReadContext, viewerOf, type WriteContext } from '../../../kit/domain/context.ts'
import { invalid, unfit } from '../../../kit/domain/problems.ts'
import { isClosedNow } from '../accounts/sessions/still-signed-in.ts'
import { type SeenOrganization, withStanding } from './access.ts'
import type { NewOrganization, OrganizationChanges } from './schema.ts'
import {
  deleteOrganizationRow,
  findOrganization,
  findOrganizationNamed,
  findOrganizationSeenBy,
  hasSite,
  insertOrganization,
  listOrganizationsOf,
  listOrganizationsSeenBy,
  listOrganizationsWithDomain,
  lockOrganizationRow,
  updateOrganization,
} from './store.ts'

export async function establishOrganization(
  ctx: WriteContext,
  { title, emailDomains = [], type, useCase }: NewOrganization,
) {
  const organization = await insertOrganization(ctx.db, {
    id: ctx.ids.next(),
    title,
    emailDomains: emailDomains.map(normalizeDomain),
    type,
    useCase,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('organization.created', { organizationId: organization.id })
  return organization
}

export async function changeOrganization(
  ctx: WriteContext,
  organization: SeenOrganization,
  changes: OrganizationChanges,
): Promise<SeenOrganization> {
  const { defaultContent, mergeRules, emailDomains, ...plain } = changes
  if (defaultContent && !(await hasSite(ctx.db, organization.id, defaultContent.site)))
    throw invalid('body.defaultContent.site names no site of this organization', {
      field: 'body.defaultContent.site',
    })
  const row = await updateOrganization(ctx.db, organization.id, {
    ...plain,
    emailDomains: emailDomains?.map(normalizeDomain),
    // Null removes the default, absent leaves it as it is.
    defaultContent: defaultContent && JSON.stringify(defaultContent),
    mergeRules: mergeRules && JSON.stringify(mergeRules),
  })
  if (changes.sso && !organization.sso) await requireWayIn(ctx, row.id)
  await ctx.emit('organization.changed', { organizationId: row.id, fields: Object.keys(changes) })
  return { ...row, standing: organization.standing }
}

/** Its providers stay, for when they work again. */
export async function openToAnySignIn(ctx: WriteContext, { id }: { id: string }) {
  await updateOrganization(ctx.db, id, { sso: false })
  await ctx.emit('organization.changed', { organizationId: id, fields: ['sso'] })
}

export async function organizationsWithDomain(ctx: ReadContext, domain: string) {
  const rows = await listOrganizationsWithDomain(ctx.db, viewerOf(ctx.actor), normalizeDomain(domain))
  return rows.map(withStanding)
}

/** Organizations by their ids, with the caller's standing, also where they have none: what is shown of those is little. */
export async function organizationsByIds(ctx: ReadContext, ids: string[]) {
  // An installation does not have the rights of whoever answers for it.
  const viewer = ctx.actor.kind === 'user' ? ctx.actor : { id: '', closedTo: [] }
  const rows = ids.length > 0 ? await listOrganizationsSeenBy(ctx.db, ids, viewer) : []
  return new Map(rows.map((row) => [row.id, withStanding(row)]))
}

/** Whoever closes an organization to other sign-ins has come in by one of its own: it works, and nobody is locked out. */
async function requireWayIn(ctx: WriteContext, organizationId: string) {
  if (!(await isClosedNow(ctx, organizationId))) return
  throw unfit(
    'Sign in with an identity provider of the organization first: that shows that it works, and that you can come back',
  )
}

/** Also where it is closed to what the caller showed: they may get to know where to sign in. */
export async function organizationAtDoor(ctx: ReadContext, id: string) {
  const row = await findOrganizationSeenBy(ctx.db, id, ctx.actor.kind === 'user' ? ctx.actor.id : '')
  return row && withStanding(row)
}

/** Id of the organization that somebody names by its id or host name. */
export async function organizationIdOf(ctx: ReadContext, name: string) {
  return (await findOrganizationNamed(ctx.db, name))?.id ?? name
}

/** Lets nobody in any more, and gives its hostname free. */
export async function closeOrganization(ctx: WriteContext, organizationId: string) {
  await updateOrganization(ctx.db, organizationId, { emailDomains: [], inviteLinks: false, hostname: null })
}

/** With all that belongs to it. */
export function removeOrganization(ctx: WriteContext, organizationId: string) {
  return deleteOrganizationRow(ctx.db, organizationId)
}

/** Makes others who need to be alone with the organization wait until this transaction ends. */
export function lockOrganization(ctx: WriteContext, organizationId: string) {
  return lockOrganizationRow(ctx.db, organizationId)
}

function normalizeDomain(domain: string) {
  return domain.toLowerCase()
}

export async function belongsToOrganization(ctx: ReadContext, userId: string) {
  return (await listOrganizationsOf(ctx.db, { id: userId, closedTo: [] }, { limit: 1 })).rows.length > 0
}

/** For somebody who is let in by a link, and sees nothing of it otherwise yet. */
export function findOrganizationById(ctx: ReadContext, id: string) {
  return findOrganization(ctx.db, id)
}
