// Reads the setting that names OpenID Connect providers. Messages never repeat a value: one of them is a secret.
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { OidcProvider } from './provider.ts'

const Words = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })

const Settings = Type.Array(
  Type.Object(
    {
      id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,30}$' }),
      label: Type.String({ minLength: 1, maxLength: 50 }),
      issuer: Type.String({ minLength: 1, maxLength: 500 }),
      clientId: Type.String({ minLength: 1, maxLength: 500 }),
      clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      scope: Type.Optional(Type.String({ pattern: '(^| )openid( |$)', maxLength: 500 })),
      createAccounts: Type.Optional(Type.Boolean()),
      organization: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      emailDomains: Type.Optional(Words),
      secondFactor: Type.Optional(
        Type.Object(
          { amr: Type.Optional(Words), acr: Type.Optional(Words) },
          { additionalProperties: false },
        ),
      ),
      allowPrivateNetwork: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20 },
)

export function readOidcProviders(value: string): OidcProvider[] {
  const given = parse(value)
  if (!Value.Check(Settings, given)) {
    const [first] = Value.Errors(Settings, given)
    throw new Error(`is wrong at ${first?.instancePath || 'the top'}: ${first?.message ?? 'not valid'}`)
  }
  const ids = given.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Error('has two providers with one id')
  const issuers = given.map(({ issuer }) => issuer)
  if (new Set(issuers).size < issuers.length) throw new Error('has two providers with one issuer')
  return given.map(providerOf)
}

function providerOf(given: Static<typeof Settings>[number], at: number): OidcProvider {
  const { id, label, issuer, clientId, clientSecret, createAccounts = false, secondFactor } = given
  const allowsPrivateNetwork = given.allowPrivateNetwork ?? false
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url?.protocol === 'http:' && allowsPrivateNetwork
  if (!url || (url.protocol !== 'https:' && !isPlain) || url.search || url.hash || url.username)
    throw new Error(`is wrong at /${at}/issuer: must be a URL like https://accounts.example.org`)
  return {
    id,
    label,
    issuer,
    clientId,
    clientSecret,
    scope: given.scope ?? 'openid email profile',
    createsAccounts: createAccounts,
    organizationId: given.organization,
    emailDomains: (given.emailDomains ?? []).map((domain) => domain.toLowerCase()),
    secondFactor: { amr: secondFactor?.amr ?? [], acr: secondFactor?.acr ?? [] },
    allowsPrivateNetwork,
  }
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Error('must be JSON, as in [{"id": "google", "label": "Google", "issuer": "https://…", …}]')
  }
}
