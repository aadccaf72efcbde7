// People delete their accounts themselves. What belongs to others must have somebody to answer for it first; what belongs
// to nobody else goes with them.
import type { Person, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid } from '../../../kit/domain/problems.ts'
import { isLastAdministrator, requireUser } from '../identity/users.ts'
import { administratedAlone } from '../members/members.ts'
import { deleteOrganization } from './organizations.ts'
import { deleteUser } from './users.ts'

/** What stands in the way of a deletion, and which organizations go with the account. */
export async function whatDeletionMeans(ctx: ReadContext, person: Person) {
  const administrated = await administratedAlone(ctx, person.id)
  return {
    isLastAdministrator: person.isAdministrator && (await isLastAdministrator(ctx, person.id)),
    toHandOver: administrated.filter(({ others }) => others > 0),
    deletedToo: administrated.filter(({ others }) => others === 0),
  }
}

/** Nothing brings it back: so the address must be told, as proof that it was meant. */
export function isConfirmed({ email }: Person, confirm: string) {
  return confirm.trim().toLowerCase() === email.toLowerCase()
}

export async function deleteOwnAccount(ctx: WriteContext, person: Person, confirm: string) {
  if (!isConfirmed(person, confirm))
    throw invalid('query.confirm must be the e-mail address of your account', { field: 'query.confirm' })
  const { toHandOver, deletedToo } = await whatDeletionMeans(ctx, person)
  if (toHandOver.length > 0) {
    const titles = toHandOver.map(({ title }) => `"${title}"`).join(', ')
    throw conflict(
      `You are the only admin of ${titles}: make another member an admin there first, or delete the organization`,
      { organizations: toHandOver.map(({ id }) => id), user: person.id },
    )
  }
  for (const organization of deletedToo) await deleteOrganization(ctx, organization)
  await deleteUser(ctx, await requireUser(ctx, person.id))
}
