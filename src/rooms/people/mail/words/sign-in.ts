/** Of mails about signing in. */
export const signInLink = {
  subject: 'Your link to sign in',
  heading: 'Sign in to Quire',
  text: 'Somebody, most likely you, wants to sign in to the account {email}.',
  limits: 'The link works once, for 10 minutes, in the browser in which you asked for it.',
  button: 'Sign in',
  footnote: 'If it was not you, ignore this mail. Nobody can sign in with this link in another browser.',
} as const

export const security = {
  passwordSubject: 'New password for your account',
  passwordHeading: 'Your account has a new password',
  passwordText: 'A new password was set for the account {email} on {time}.',
  methodSubject: 'New sign-in method for your account',
  methodHeading: 'Your account has a new sign-in method',
  methodText: 'A sign-in method was added to the account {email} on {time}: {method}.',
  removedSubject: 'A sign-in method was removed from your account',
  removedHeading: 'A sign-in method was removed',
  removedText: 'The account {email} lost a sign-in method on {time}: {method}.',
  methods: {
    totp: 'authenticator app',
    passkey: 'passkey',
    all: 'authenticator app, passkeys and recovery codes',
  },
  otherwise:
    'If it was not you, reset your password at once, and look at the sign-in methods and sessions of your account.',
  button: 'Reset your password',
  /** Where there are no passwords. */
  otherwiseLook: 'If it was not you, look at the sign-in methods and sessions of your account at once.',
  lookButton: 'Look at your account',
  footnote: 'If it was you, there is nothing to do.',
} as const
