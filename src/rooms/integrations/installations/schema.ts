import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Address, Id, OneOf, Open, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { Space } from '../../content/spaces/schema.ts'
import { Site } from '../../sites/sites/schema.ts'
import { Integration, PUBLIC_ENDPOINTS, ScopeName } from '../integrations/schema.ts'

const Status = OneOf(['active', 'pending', 'paused'], {
  description: '`pending`: required configuration is missing. `paused`: it receives no events',
  examples: ['active'],
})
const Switch = OneOf(['active', 'paused'], {
  description:
    '`paused`: it receives no events and answers no requests until it is set to `active` again. Then it is `pending` if required configuration is missing. Only people can change it',
  examples: ['paused'],
})
const SpaceSelection = OneOf(['all', 'selected'], {
  description: 'Whether it can access all spaces of the organization, or only the selected ones',
  examples: ['selected'],
})
const SiteSelection = OneOf(['all', 'selected'], {
  description: 'Whether it can access all sites of the organization, or only the selected ones',
  examples: ['selected'],
})
export type ConfigurationValues = Record<string, unknown>
const ConfigurationValues = Open<ConfigurationValues>({
  maxProperties: 200,
  description: 'The configuration, with the fields that the integration defines',
  examples: [{ key: 'G-123' }],
})
const ExternalIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  maxItems: 5,
  description: 'Ids in other systems, by which the script can find it',
  examples: [['T024BE7LD']],
})

export type Installation = Static<typeof Installation>
export const Installation = Type.Object(
  {
    id: Type.String({ examples: ['01kx6m7a3c9e5h1k7n3q9s6v2x'] }),
    status: Status,
    space_selection: SpaceSelection,
    site_selection: SiteSelection,
    spaces: Type.Integer({ description: 'Number of spaces it was installed on', examples: [1] }),
    scopes: Type.Array(ScopeName, {
      description: 'The approved scopes',
    }),
    requestedScopes: Type.Array(ScopeName, {
      description:
        'Further scopes that its last version requests; it runs without them until an admin approves them',
      examples: [['space:content:write']],
    }),
    configuration: ConfigurationValues,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({
      location: Address,
      app: Address,
      ...PUBLIC_ENDPOINTS,
    }),
    externalIds: ExternalIds,
    target: Type.Object({ organization: Told(Id, 'Id of the organization') }),
  },
  { title: 'IntegrationInstallation' },
)

export const NewInstallation = Type.Object({
  organization: Told(Id, 'Id of the organization to install it for'),
})

export type InstallationChanges = Static<typeof InstallationChanges>
export const InstallationChanges = Type.Object({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional(ConfigurationValues),
  status: Type.Optional(Switch),
  space_selection: Type.Optional(SpaceSelection),
  site_selection: Type.Optional(SiteSelection),
})

export const ScopeApproval = Type.Object({
  scopes: Type.Array(ScopeName, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'The scopes of `requestedScopes` to grant',
  }),
})
/** Without the configuration: answers to a POST are kept for those who send it again. */
export const InstallationScopes = Type.Object(
  { scopes: Installation.properties.scopes, requestedScopes: Installation.properties.requestedScopes },
  { title: 'IntegrationInstallationScopes' },
)

export type PlacementChanges = Static<typeof PlacementChanges>
export const PlacementChanges = Type.Object({
  externalIds: Type.Optional(ExternalIds),
  configuration: Type.Optional(ConfigurationValues),
  status: Type.Optional(Switch),
})

const PLACEMENT = {
  integration: Type.String({ description: 'Name of the integration', examples: ['word-count'] }),
  installation: Told(Id, 'Id of the installation'),
  status: Status,
  configuration: ConfigurationValues,
  externalIds: ExternalIds,
  urls: Type.Object({
    location: Address,
    ...PUBLIC_ENDPOINTS,
  }),
}

export type SpacePlacement = Static<typeof SpacePlacement>
export const SpacePlacement = Type.Object(
  {
    ...PLACEMENT,
    space: Type.Unsafe<string | Space>({
      description: 'Id of the space; with `extended`, the space itself',
      examples: ['01kx6m5d4f0h6k2n8q4s1v7x3z'],
      anyOf: [{ type: 'string' }, Space],
    }),
  },
  { title: 'IntegrationSpaceInstallation' },
)

export type SitePlacement = Static<typeof SitePlacement>
export const SitePlacement = Type.Object(
  {
    ...PLACEMENT,
    site: Type.Unsafe<string | Site>({
      description: 'Id of the site; with `extended`, the site itself',
      examples: ['01kx6m6e5g1j7m3p9r5t2w8y4a'],
      anyOf: [{ type: 'string' }, Site],
    }),
  },
  { title: 'IntegrationSiteInstallation' },
)

export const NewSpacePlacement = Type.Object({ space: Told(Id, 'Id of the space to install it on') })
export const NewSitePlacement = Type.Object({ siteId: Told(Id, 'Id of the site to install it on') })

const ExternalId = Type.Optional(
  Type.String({ maxLength: 256, description: 'Only installations with this external id' }),
)
const Extended = Type.Boolean({ default: false, description: 'Answer the space or site itself, not its id' })

export const InstallationFilters = Type.Object({ externalId: ExternalId, ...Paging.properties })
export const PlacementFilters = Type.Object({
  externalId: ExternalId,
  extended: Extended,
  ...Paging.properties,
})
export const PlacementPaging = Type.Object({ extended: Extended, ...Paging.properties })
export const PlacementQuery = Type.Object({ extended: Extended })

export const TemporaryToken = Type.Object(
  {
    token: Type.String({
      description: 'Valid for an hour, for the scopes of the installation',
      examples: ['quire_app_eyJpIjoiMDFreDZtN2EifQ~Zm9vYmFyYmF6cXV4'],
    }),
  },
  { title: 'APITemporaryToken' },
)

export const InstallationStatusAnswer = Type.Object({ status: Status })
export const InstalledIntegration = Type.Object(
  { status: Status, integration: Integration },
  { title: 'InstalledIntegration' },
)
export const OrganizationInstallation = Type.Object({ installation: Installation, integration: Integration })
export const SearchFilter = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 128, description: 'Only integrations whose name or title contains this' }),
  ),
})
export const InstallationSearch = Type.Object({ ...SearchFilter.properties, ...Paging.properties })
export const StatusFilters = Type.Object({
  target: OneOf(['organization', 'space', 'site'], {
    default: 'organization',
    description: 'Where it was installed',
  }),
  ...Paging.properties,
})

export const SpaceBlocks = Type.Array(
  Type.Object({
    name: Type.String({ description: 'Name of the integration', examples: ['word-count'] }),
    blocks: Type.Array(Open({ examples: [{ id: 'chart', title: 'Chart' }] }), {
      description: 'The blocks that writers can insert into pages of this space',
    }),
  }),
)
