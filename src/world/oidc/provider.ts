/** An OpenID Connect provider that people of this installation sign in with, from the settings. */
export type OidcProvider = {
  /** In addresses: `google`. */
  id: string
  /** On the button: "Continue with Google". */
  label: string
  issuer: string
  clientId: string
  clientSecret?: string
  scope: string
  /** Whether somebody who has no account gets one. */
  createsAccounts: boolean
  /** The organization that newcomers join, if it has the domain of their address. */
  organizationId?: string
  /** Whose addresses it may bring; all where there are none. */
  emailDomains: readonly string[]
  /** What it says when it asked for a second factor. Without these it is not believed to. */
  secondFactor: { amr: readonly string[]; acr: readonly string[] }
  /** Undefined: as for whatever else goes out. */
  allowsPrivateNetwork?: boolean
}
