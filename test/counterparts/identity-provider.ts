// A real identity provider, on loopback. Whoever comes is signed in there as the person that the test names.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { OidcProvider } from '../../src/world/oidc/provider.ts'
import { atEndOfFile } from '../file-scope.ts'

export type IdpPerson = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  amr?: string[]
  acr?: string
}

/** `origin`: where Quire is, asked when somebody comes first. */
type Options = {
  id?: string
  origin?: () => string
  /** Where answers go, of a provider of an organization. */
  redirectUri?: () => string
}

export async function openIdentityProvider(options: Options = {}) {
  const { id = 'idp' } = options
  const { origin = () => 'http://quire.test' } = options
  const { redirectUri = () => `${origin()}/o/~sign-in/with/${id}/answer` } = options
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error.stack)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, IdpPerson>()
  let current: IdpPerson | undefined
  let opened: Provider | undefined
  function open() {
    opened ??= new Provider(issuer, {
      clients: [
        {
          client_id: 'quire',
          client_secret: 'a secret of quire',
          redirect_uris: [redirectUri()],
        },
      ],
      claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'], profile: ['name'] },
      acrValues: ['urn:two'],
      cookies: { keys: ['a key of the provider'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: () => people.get(accountId) ?? { sub: accountId },
      }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      async loadExistingGrant(ctx) {
        const { session, client } = ctx.oidc
        const grant = new ctx.oidc.provider.Grant({
          clientId: client?.clientId,
          accountId: session?.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return opened
  }
  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (!request.url?.startsWith('/interaction/')) return open().callback()(request, response)
    if (!current) return open().interactionFinished(request, response, { error: 'access_denied' })
    const { sub, amr, acr } = current
    await open().interactionFinished(request, response, { login: { accountId: sub, amr, acr } })
  }
  async function close() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return {
    issuer,
    close,
    settings: (more: Partial<OidcProvider> = {}): OidcProvider => ({
      id,
      label: 'Example ID',
      issuer,
      clientId: 'quire',
      clientSecret: 'a secret of quire',
      scope: 'openid email profile',
      createsAccounts: false,
      emailDomains: [],
      secondFactor: { amr: [], acr: [] },
      allowsPrivateNetwork: true,
      ...more,
    }),
    /** Who signs in there next; undefined: nobody does. */
    be(person: IdpPerson | undefined) {
      current = person
      if (person) people.set(person.sub, person)
    },
    /** What a browser does there, from the address it is led to until it is led back. */
    async visit(address: string): Promise<string> {
      const jar = new Map<string, string>()
      let url = address
      for (let hops = 0; hops < 10; hops += 1) {
        const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const text of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
          jar.set(name, value)
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
        url = new URL(location, url).href
        if (!url.startsWith(issuer)) return url
      }
      throw new Error('The provider leads nowhere')
    },
  }
}

/** One for the tests of a file. */
export async function openIdentityProviderOfFile(options: Options = {}) {
  const provider = await openIdentityProvider(options)
  atEndOfFile(provider.close)
  return provider
}
