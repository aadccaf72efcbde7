// What this service does of SCIM (RFC 7643, sections 5 to 7).
import { MOST_RESULTS, SCHEMAS } from './schema.ts'

type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  required?: boolean
  multiValued?: boolean
  caseExact?: boolean
  mutability?: 'readWrite' | 'readOnly' | 'immutable'
  uniqueness?: 'none' | 'server'
  description: string
  subAttributes?: Attribute[]
}

function attribute(given: Attribute): Attribute & { returned: string } {
  const defaults = { multiValued: false, required: false, caseExact: false, returned: 'default' } as const
  return { ...defaults, mutability: 'readWrite', uniqueness: 'none', ...given }
}

const text = (name: string, description: string, more: Partial<Attribute> = {}) =>
  attribute({ name, type: 'string', description, ...more })

const USER = [
  text('userName', 'By which the directory knows the person', { required: true, uniqueness: 'server' }),
  text('externalId', 'The id of the person in the directory', { caseExact: true }),
  attribute({
    name: 'name',
    type: 'complex',
    description: 'The name in parts',
    subAttributes: [
      text('formatted', 'The whole name'),
      text('givenName', 'The given name'),
      text('familyName', 'The family name'),
    ],
  }),
  text('displayName', 'The name that others see'),
  attribute({ name: 'active', type: 'boolean', description: 'False suspends the member' }),
  attribute({
    name: 'emails',
    type: 'complex',
    multiValued: true,
    mutability: 'immutable',
    description: 'The e-mail address of the account, which its owner changes',
    subAttributes: [
      text('value', 'The address'),
      text('type', 'Always `work`'),
      attribute({ name: 'primary', type: 'boolean', description: 'Always true' }),
    ],
  }),
  attribute({
    name: 'groups',
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    description: 'Groups of the directory that the person is in',
    subAttributes: [
      text('value', 'Id of the group', { mutability: 'readOnly' }),
      text('display', 'Name of the group', { mutability: 'readOnly' }),
    ],
  }),
]

const GROUP = [
  text('displayName', 'The title of the team', { required: true, uniqueness: 'server' }),
  text('externalId', 'The id of the group in the directory', { caseExact: true }),
  attribute({
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'Users of the directory',
    subAttributes: [
      text('value', 'Id of the user', { mutability: 'immutable', caseExact: true }),
      text('display', 'Name of the user', { mutability: 'readOnly' }),
    ],
  }),
]

export function serviceProviderConfig(base: string) {
  const no = { supported: false }
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A SCIM token of the organization',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string) {
  return (
    [
      ['User', '/Users', SCHEMAS.user, 'A member of the organization'],
      ['Group', '/Groups', SCHEMAS.group, 'A team of the organization'],
    ] as const
  ).map(([name, endpoint, schema, description]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    description,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

export function schemaDescriptions(base: string) {
  return (
    [
      [SCHEMAS.user, 'User', 'A member of the organization', USER],
      [SCHEMAS.group, 'Group', 'A team of the organization', GROUP],
    ] as const
  ).map(([id, name, description, attributes]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }))
}
