// The first administrator of an installation, and its first organization.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { administratorToBe, canAdministratorSignIn } from '../accounts/administrators.ts'
import { consumeLink, createLink } from '../accounts/links/one-time-links.ts'
import { type HashedPassword, keepPassword } from '../accounts/passwords/passwords.ts'
import { changeEmail, changeUser } from '../identity/users.ts'
import { foundOrganization } from '../members/found-organization.ts'
import { belongsToOrganization } from '../organizations/organizations.ts'

/** Whether nobody could open a console for administrators yet. */
export async function needsSetUp(ctx: ReadContext) {
  return !(await canAdministratorSignIn(ctx))
}

/** A link, as long as no administrator can sign in. */
export async function offerSetUp(ctx: WriteContext) {
  return (await needsSetUp(ctx)) ? createSetUpLink(ctx) : undefined
}

/** Whether the first administrator has an organization already, as after `quire publish`. */
export async function hasFirstOrganization(ctx: ReadContext) {
  const administrator = await administratorToBe(ctx)
  return administrator !== undefined && belongsToOrganization(ctx, administrator.id)
}

/** A new one ends the one before it. */
async function createSetUpLink(ctx: WriteContext) {
  const { secret, expiresAt } = await createLink(ctx, 'set-up')
  return { url: ctx.links.of(`/o/~set-up/${secret}`), expiresAt }
}

type SetUp = { displayName: string; email: string; title: string; password: HashedPassword }

/**
 * The administrator whom the installation began with becomes a person, who keeps what was published before. Undefined where
 * the link is used or over, or somebody else was faster.
 */
export async function setUpInstallation(ctx: WriteContext, secret: string, wanted: SetUp) {
  const link = await consumeLink(ctx, 'set-up', secret)
  const administrator = link && (await administratorToBe(ctx))
  if (!administrator) return
  const { id } = administrator
  await changeEmail(ctx, id, wanted.email)
  await changeUser(ctx, id, { displayName: wanted.displayName })
  await keepPassword(ctx, id, wanted.password)
  if (!(await belongsToOrganization(ctx, id))) await foundOrganization(ctx, id, { title: wanted.title })
  return { id }
}
