// As much as tests use of a package that has no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type OidcContext = {
    oidc: {
      session?: { accountId?: string }
      client?: { clientId: string }
      provider: Provider
    }
  }
  type Settings = {
    findAccount(context: OidcContext, accountId: string): object
    interactions: { url(context: OidcContext, interaction: { uid: string }): string }
    loadExistingGrant(context: OidcContext): Promise<object>
    [name: string]: unknown
  }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export class Provider {
    constructor(issuer: string, settings: Settings)
    Grant: new (of: {
      clientId?: string
      accountId?: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
