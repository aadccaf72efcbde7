import { type Static, Type } from 'typebox'
import { operation } from '../../../../kit/http/operations/operation.ts'
import { Timestamp } from '../../../../kit/http/operations/shapes.ts'
import { organization } from '../../organizations/access.ts'
import { listScimTokens, type ScimTokenRow } from './store-tokens.ts'
import { createScimToken, revokeScimToken } from './tokens.ts'

const scimToken = {
  object: Type.Literal('scim-token'),
  id: Type.String({ examples: ['01kx6m7c8e5g2j9m6p3s0v7x4z'] }),
  label: Type.String({ examples: ['Okta'] }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
}
type ScimToken = Static<typeof ScimToken>
const ScimToken = Type.Object(scimToken, { title: 'ScimToken' })
const IssuedScimToken = Type.Object(
  {
    ...scimToken,
    token: Type.String({ description: 'The secret; shown this once and never again' }),
    baseUrl: Type.String({
      description: 'What to enter in the directory as its base URL or tenant URL',
      examples: ['https://docs.example.org/scim/v2/orgs/01kx6m0v9d4q8w2z7r5t3y1c6b'],
    }),
  },
  { title: 'IssuedScimToken' },
)
const NewScimToken = Type.Object({
  label: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '\\S',
    description: 'The directory that it is for; at least one visible character',
  }),
})

export const operations = [
  operation({
    id: 'listScimTokens',
    route: 'GET /v1/orgs/{organizationId}/scim-tokens',
    summary: 'List the SCIM tokens of an organization',
    on: organization,
    needs: 'admin',
    returns: Type.Object({ items: Type.Array(ScimToken) }),
    run: async ({ ctx, subject }) => ({
      items: (await listScimTokens(ctx.db, subject.id)).map(presentScimToken),
    }),
  }),
  operation({
    id: 'createScimToken',
    route: 'POST /v1/orgs/{organizationId}/scim-tokens',
    summary: 'Create a token for a directory',
    description:
      'With it Okta, Microsoft Entra or another directory provisions the members and teams of this organization, and does nothing else.',
    on: organization,
    needs: 'admin',
    isSensitive: true,
    body: NewScimToken,
    example: { label: 'Okta' },
    status: 201,
    returns: IssuedScimToken,
    refuses: { 409: 'The organization has as many SCIM tokens as it may have' },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/scim-tokens/${made.id}`,
    run: async ({ ctx, subject, body }) => {
      const row = await createScimToken(ctx, subject.id, body.label)
      const baseUrl = ctx.links.of(`/scim/v2/orgs/${subject.id}`)
      return { ...presentScimToken(row), token: row.token, baseUrl }
    },
  }),
  operation({
    id: 'revokeScimToken',
    route: 'DELETE /v1/orgs/{organizationId}/scim-tokens/{scimTokenId}',
    summary: 'Revoke a SCIM token',
    description: 'It stops to work at once. What was provisioned with it stays.',
    on: organization,
    needs: 'admin',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject, params }) => revokeScimToken(ctx, subject.id, params.scimTokenId),
  }),
]

function presentScimToken({ id, label, createdAt, lastUsedAt }: ScimTokenRow): ScimToken {
  return {
    object: 'scim-token',
    id,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
  }
}
