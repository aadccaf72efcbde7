/** The ways to begin a sign-in, each of which an installation can switch off. */
export const SIGN_IN_METHODS = ['password', 'link', 'passkey', 'oidc', 'saml', 'token'] as const

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
