import { newPasskey, passkeysPage, removePasskeyPage, renamePasskeyPage } from './account/factors/passkeys.ts'
import { newRecoveryCodesPage } from './account/factors/recovery-codes.ts'
import { removeTotpPage, startTotpPage, totpPage } from './account/factors/two-step.ts'
import { profilePage } from './account/profile.ts'
import { passwordPage, securityPage, sessionsPage } from './account/security.ts'
import { revokeTokenPage, tokensPage } from './account/tokens.ts'
import type { ConsoleEndpoint, ConsolePage } from './page.ts'
import { forgotPage } from './sign-in/forgot.ts'
import { resetPage } from './sign-in/reset.ts'
import { secondFactorPage, secondFactorPasskey, signInPasskey } from './sign-in/second-factor.ts'
import { setUpPage } from './sign-in/set-up.ts'
import { signInPage, signOutPage } from './sign-in/sign-in.ts'

export const pages: readonly ConsolePage[] = [
  ...[setUpPage, signInPage, signOutPage, forgotPage, resetPage],
  secondFactorPage,
  ...[profilePage, securityPage, passwordPage, sessionsPage, tokensPage, revokeTokenPage],
  ...[startTotpPage, totpPage, removeTotpPage, newRecoveryCodesPage],
  ...[passkeysPage, renamePasskeyPage, removePasskeyPage],
]

export const endpoints: readonly ConsoleEndpoint[] = [signInPasskey, secondFactorPasskey, newPasskey]
