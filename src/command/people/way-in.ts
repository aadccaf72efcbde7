import { ConfigError } from '../../config.ts'
import { SIGN_IN_METHODS } from '../../kit/domain/sign-in-methods.ts'
import { hasAdministratorWayIn } from '../../rooms/people/accounts/methods/ways-in.ts'
import { needsSetUp } from '../../rooms/people/invites/set-up.ts'
import type { Services } from '../../services.ts'

/** Methods that are switched off must leave an administrator who can sign in, or one who is about to be set up. */
export async function requireWayIn(services: Services, methods: readonly string[]) {
  if (methods.length === SIGN_IN_METHODS.length) return
  const isFine = await services.asSystem(
    async (ctx) =>
      (methods.includes('password') && (await needsSetUp(ctx))) || (await hasAdministratorWayIn(ctx)),
  )
  if (isFine) return
  throw new ConfigError([
    `QUIRE_SIGN_IN_METHODS leaves no administrator a way to sign in: none has ${methods.join(', ')}. ` +
      'Switch on a method that one of them has, sign in, and add another before you switch it off',
  ])
}
