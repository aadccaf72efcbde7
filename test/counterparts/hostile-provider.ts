// An identity provider that says whatever a test tells it to. Its keys are real, and so are its signatures.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { OidcProvider } from '../../src/world/oidc/provider.ts'
import { atEndOfFile } from '../file-scope.ts'

type Key = Awaited<ReturnType<typeof makeKey>>

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export async function openHostileProvider(id = 'hostile') {
  const [key, other] = [await makeKey('one'), await makeKey('one')]
  let published: Key[] = [key]
  let signing = key
  let claims: Record<string, unknown> = {}
  let metadata: Record<string, unknown> = {}
  let unsigned = false
  const asked: { path: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const path = request.url?.split('?')[0] ?? ''
    asked.push({ path, body })
    const send = (answer: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (path === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...metadata,
      })
    if (path === '/keys') return send({ keys: published.map(({ jwk }) => jwk) })
    if (path === '/token')
      return send({ access_token: 'token', token_type: 'Bearer', id_token: await idToken() })
    return send({}, 404)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEndOfFile(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })

  async function idToken() {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: issuer, aud: 'quire', iat: now, exp: now + 300, ...claims }
    const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    if (unsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(present)}.`
    }
    return new SignJWT(present)
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid })
      .sign(signing.privateKey)
  }

  return {
    issuer,
    asked,
    settings: (more: Partial<OidcProvider> = {}): OidcProvider => ({
      id,
      label: 'Hostile ID',
      issuer,
      clientId: 'quire',
      clientSecret: 'a secret of quire',
      scope: 'openid email',
      createsAccounts: true,
      emailDomains: [],
      secondFactor: { amr: [], acr: [] },
      allowsPrivateNetwork: true,
      ...more,
    }),
    /** What the next token says; undefined leaves a claim out. */
    say: (next: Record<string, unknown>) => {
      claims = next
    },
    claim: (next: Record<string, unknown>) => {
      metadata = next
    },
    /** As providers do from time to time. */
    async rotate() {
      const fresh = await makeKey('two')
      published = [key, fresh]
      signing = fresh
    },
    signWithAnotherKey: () => {
      signing = other
    },
    sendUnsigned: () => {
      unsigned = true
    },
    behave: () => {
      claims = {}
      metadata = {}
      unsigned = false
      published = [key]
      signing = key
    },
  }
}
