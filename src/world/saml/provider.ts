/** A SAML provider as an answer is checked against it. */
export type SamlProvider = {
  /** Its entity id. */
  issuer: string
  /** What its answers are signed with, as PEM. */
  certificates: readonly string[]
  ssoUrl: string
}

/** What we are called, and where answers go. */
export type SamlService = { entityId: string; acsUrl: string }

export class SamlFailure extends Error {
  override readonly name = 'SamlFailure'
}
