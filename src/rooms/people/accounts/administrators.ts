import type { ReadContext } from '../../../kit/domain/context.ts'
import { findAdministratorWithoutSignIn, hasAdministratorWithSignIn } from './store-administrators.ts'

export async function canAdministratorSignIn(ctx: ReadContext) {
  return hasAdministratorWithSignIn(ctx.db)
}

/** The administrator whom the installation began with, until one of them can sign in. */
export async function administratorToBe(ctx: ReadContext) {
  return findAdministratorWithoutSignIn(ctx.db)
}
