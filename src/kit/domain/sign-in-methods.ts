/** The ways to begin a sign-in, each of which an installation can switch off. */
export const SIGN_IN_METHODS = ['password', 'link', 'passkey', 'oidc', 'saml', 'token'] as const

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** What an installation asks of whoever signs in, beside the methods. */
export type SignInRules = {
  /** Whoever has no second factor is led to set one up before anything else. */
  isSecondFactorRequired: boolean
  /** A service that knows more breached passwords than come along: it is told the first letters of a hash. */
  breachedPasswordsUrl?: string
}

export const NO_SIGN_IN_RULES: SignInRules = { isSecondFactorRequired: false }
