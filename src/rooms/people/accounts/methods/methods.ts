// Which methods this installation lets people begin a sign-in with. Second factors are asked for whatever is switched off.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { unfit } from '../../../../kit/domain/problems.ts'
import { SIGN_IN_METHODS, type SignInMethod } from '../../../../kit/domain/sign-in-methods.ts'

/** Links need e-mail, too. */
export function isOn({ signInMethods, hasMail }: ReadContext, method: SignInMethod) {
  return signInMethods.includes(method) && (method !== 'link' || hasMail)
}

/** Of a session: the method that it began with. Links of invitations and new passwords are no method of their own. */
export function isMethodOff({ signInMethods }: ReadContext, method: string | undefined) {
  const known = SIGN_IN_METHODS.find((one) => one === method)
  return known !== undefined && known !== 'link' && !signInMethods.includes(known)
}

/** Without passwords a link to a new one would be a way around what was switched off. */
export function requirePasswords(ctx: ReadContext) {
  if (isOn(ctx, 'password')) return
  throw unfit('Sign-in by password is switched off on this installation (QUIRE_SIGN_IN_METHODS)')
}
