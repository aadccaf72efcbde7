import { emailPage } from './account/email.ts'
import { newPasskey, passkeysPage, removePasskeyPage, renamePasskeyPage } from './account/factors/passkeys.ts'
import { newRecoveryCodesPage } from './account/factors/recovery-codes.ts'
import { removeTotpPage, startTotpPage, totpPage } from './account/factors/two-step.ts'
import { profilePage } from './account/profile.ts'
import { passwordPage, securityPage, sessionsPage } from './account/security.ts'
import { revokeTokenPage, tokensPage } from './account/tokens.ts'
import type { ConsoleEndpoint, ConsolePage } from './page.ts'
import { confirmEmailPage, undoEmailPage } from './sign-in/email-links.ts'
import { forgotPage } from './sign-in/forgot.ts'
import { invitationPage } from './sign-in/invitation.ts'
import { joinPage } from './sign-in/join.ts'
import { resetPage } from './sign-in/reset.ts'
import { secondFactorPage, secondFactorPasskey, signInPasskey } from './sign-in/second-factor.ts'
import { setUpPage } from './sign-in/set-up.ts'
import { signInPage, signOutPage } from './sign-in/sign-in.ts'

export const pages: readonly ConsolePage[] = [
  ...[setUpPage, signInPage, signOutPage, forgotPage, resetPage, invitationPage, joinPage],
  ...[confirmEmailPage, undoEmailPage],
  ...[profilePage, emailPage, securityPage, passwordPage, sessionsPage, tokensPage, revokeTokenPage],
  secondFactorPage,
  ...[startTotpPage, totpPage, removeTotpPage, newRecoveryCodesPage],
  ...[passkeysPage, renamePasskeyPage, removePasskeyPage],
]

export const endpoints: readonly ConsoleEndpoint[] = [signInPasskey, secondFactorPasskey, newPasskey]
