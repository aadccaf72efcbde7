import { type Static, Type } from 'typebox'
import { Address, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { RoleOrGuest } from '../organizations/schema.ts'
import { Team } from '../teams/schema.ts'

const Label = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '\\S',
  description: 'How members know the provider',
  examples: ['Okta'],
})
const EntityId = Type.String({
  maxLength: 1024,
  description: 'What the provider calls itself',
  examples: ['https://idp.example.org/metadata'],
})
const SsoUrl = { description: 'Where people are sent to sign in', examples: ['https://idp.example.org/sso'] }
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----'
const address = (path: string) =>
  Type.String({ examples: [`https://docs.example.org/o/~sign-in/sso/01kx6m7c8e5g2j9m6p3s0v7x4z${path}`] })
const Certificate = Type.String({
  maxLength: 10_000,
  description:
    'What its answers are signed with, as PEM: RSA, 2,048 bits or more. Several, one below the other, while it changes its key',
  examples: [CERTIFICATE],
})
const DefaultTeam = Type.String({ maxLength: 100, description: 'Id of the team that newcomers get into' })
const DefaultRole = Told(RoleOrGuest, 'The role of newcomers; `admin` is not given to them')

const PROVIDER = {
  id: Type.String({ examples: ['01kx6m7c8e5g2j9m6p3s0v7x4z'] }),
  label: Label,
  defaultTeam: Type.Optional(Team),
  defaultRole: RoleOrGuest,
  createdAt: Timestamp,
  status: OneOf(['active', 'pending'], { description: '`pending` while something is missing' }),
  urls: Type.Object({
    location: Type.String({
      examples: [
        'https://docs.example.org/v1/orgs/01kx6m0v9d4q8w2z7r5t3y1c6b/saml/01kx6m7c8e5g2j9m6p3s0v7x4z',
      ],
    }),
  }),
}

export type SamlProviderShape = Static<typeof SamlProviderShape>
export const SamlProviderShape = Type.Object(
  {
    object: Type.Literal('saml-provider'),
    ...PROVIDER,
    ssoURL: Type.String(SsoUrl),
    entityID: EntityId,
    certificate: Certificate,
    service: Type.Object(
      { acsURL: address('/saml'), startURL: address(''), entityID: address('/metadata') },
      { description: 'What is entered at the provider' },
    ),
  },
  { title: 'OrganizationSAMLProvider' },
)

export type SamlProviderChanges = Static<typeof SamlProviderChanges>
export const SamlProviderChanges = Type.Object({
  label: Type.Optional(Label),
  entityID: Type.Optional(EntityId),
  certificate: Type.Optional(Certificate),
  ssoURL: Type.Optional({ ...Address, ...SsoUrl }),
  defaultTeam: Type.Optional(DefaultTeam),
  defaultRole: Type.Optional(DefaultRole),
})

export type NewSamlProvider = Static<typeof NewSamlProvider>
export const NewSamlProvider = Type.Object({ ...SamlProviderChanges.properties, label: Label })

export const SsoLogin = Type.Object(
  { id: Type.String({ examples: ['01kx6m7c8e5g2j9m6p3s0v7x4z'] }), label: Label, startURL: address('') },
  { title: 'OrganizationSSOProviderLogin' },
)

export const MetadataSource = Type.Object({
  url: Type.Optional(Told(Address, 'Where the provider publishes its metadata')),
  xml: Type.Optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'The metadata itself' })),
})
export const Metadata = Type.Object(
  { entityID: EntityId, ssoURL: Type.String(SsoUrl), certificate: Certificate },
  { title: 'SAMLMetadata' },
)

const Issuer = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where its configuration is found, below `.well-known`',
  examples: ['https://accounts.example.org'],
})
const ClientId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'What the provider knows us by',
  examples: ['quire'],
})
const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Kept sealed, never returned',
})

export type OidcProviderShape = Static<typeof OidcProviderShape>
export const OidcProviderShape = Type.Object(
  {
    object: Type.Literal('oidc-provider'),
    ...PROVIDER,
    issuer: Issuer,
    clientID: ClientId,
    hasClientSecret: Type.Boolean(),
    service: Type.Object(
      { redirectURL: address('/answer'), startURL: address('') },
      { description: 'What is entered at the provider' },
    ),
  },
  { title: 'OrganizationOIDCProvider' },
)

export type NewOidcProvider = Static<typeof NewOidcProvider>
export const NewOidcProvider = Type.Object({
  label: Label,
  issuer: Issuer,
  clientID: ClientId,
  clientSecret: Type.Optional(ClientSecret),
  defaultTeam: Type.Optional(DefaultTeam),
  defaultRole: Type.Optional(DefaultRole),
})
export type OidcProviderChanges = Static<typeof OidcProviderChanges>
export const OidcProviderChanges = Type.Partial(NewOidcProvider)

export const Check = Type.Object(
  {
    isReachable: Type.Boolean(),
    problem: Type.Optional(
      Type.String({
        description: 'What is wrong, where something is',
        examples: ['unexpected HTTP response status code'],
      }),
    ),
  },
  { title: 'OIDCProviderCheck' },
)
