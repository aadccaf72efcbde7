import { emailPage } from './account/email.ts'
import { profilePage } from './account/profile.ts'
import { passwordPage, securityPage, sessionsPage } from './account/security.ts'
import { revokeTokenPage, tokensPage } from './account/tokens.ts'
import type { ConsolePage } from './page.ts'
import { confirmEmailPage, undoEmailPage } from './sign-in/email-links.ts'
import { forgotPage } from './sign-in/forgot.ts'
import { invitationPage } from './sign-in/invitation.ts'
import { joinPage } from './sign-in/join.ts'
import { resetPage } from './sign-in/reset.ts'
import { setUpPage } from './sign-in/set-up.ts'
import { signInPage, signOutPage } from './sign-in/sign-in.ts'

export const pages: readonly ConsolePage[] = [
  ...[setUpPage, signInPage, signOutPage, forgotPage, resetPage, invitationPage, joinPage],
  ...[confirmEmailPage, undoEmailPage],
  ...[profilePage, emailPage, securityPage, passwordPage, sessionsPage, tokensPage, revokeTokenPage],
]
