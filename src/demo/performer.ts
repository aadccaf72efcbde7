// Somebody of the sample organization at work, behind the same doors as a request: each deed is one transaction.
import { type Actor, NO_CREDENTIAL, type OutsideContext, type WriteContext } from '../kit/domain/context.ts'
import type { UserRow } from '../rooms/people/identity/store.ts'
import type { Services } from '../services.ts'

export type Performer = {
  id: string
  does<T>(work: (ctx: WriteContext) => Promise<T>): Promise<T>
  /** What a request does before its transaction begins. */
  prepares<T>(work: (ctx: OutsideContext) => Promise<T>): Promise<T>
}

export function performerFor(services: Services, { id, email, isAdministrator }: UserRow): Performer {
  const actor: Actor = {
    kind: 'user',
    id,
    email,
    isAdministrator,
    isEmailVerified: false,
    closedTo: [],
    credential: NO_CREDENTIAL,
  }
  return {
    id,
    does: (work) => services.database.inTransaction((db) => work(services.inside(db, actor))),
    prepares: (work) => work(services.outside(actor)),
  }
}
