import { Type } from 'typebox'
import { notFound } from '../../../kit/domain/problems.ts'
import { operation } from '../../../kit/http/operations/operation.ts'
import { directory } from './access.ts'
import { resourceTypes, schemaDescriptions, serviceProviderConfig } from './discovery.ts'
import { baseOf } from './present.ts'
import { SCHEMAS } from './schema.ts'

const About = Type.Object(
  { schemas: Type.Array(Type.String({ examples: [SCHEMAS.list] })) },
  { additionalProperties: true },
)

export const operations = [
  operation({
    id: 'getScimServiceProviderConfig',
    route: 'GET /scim/v2/orgs/{organizationId}/ServiceProviderConfig',
    summary: 'See what is supported of SCIM',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    returns: About,
    run: ({ ctx, subject }) => serviceProviderConfig(baseOf(ctx.links, subject.id)),
  }),
  operation({
    id: 'listScimResourceTypes',
    route: 'GET /scim/v2/orgs/{organizationId}/ResourceTypes',
    summary: 'List the kinds of SCIM resources',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    returns: About,
    run: ({ ctx, subject }) => listed(resourceTypes(baseOf(ctx.links, subject.id))),
  }),
  operation({
    id: 'getScimResourceType',
    route: 'GET /scim/v2/orgs/{organizationId}/ResourceTypes/{scimResourceType}',
    summary: 'Get a kind of SCIM resources',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    returns: About,
    run: ({ ctx, subject, params }) =>
      oneOf(resourceTypes(baseOf(ctx.links, subject.id)), params.scimResourceType, 'resource type'),
  }),
  operation({
    id: 'listScimSchemas',
    route: 'GET /scim/v2/orgs/{organizationId}/Schemas',
    summary: 'List the schemas of SCIM resources',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    returns: About,
    run: ({ ctx, subject }) => listed(schemaDescriptions(baseOf(ctx.links, subject.id))),
  }),
  operation({
    id: 'getScimSchema',
    route: 'GET /scim/v2/orgs/{organizationId}/Schemas/{scimSchemaId}',
    summary: 'Get the schema of a SCIM resource',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    returns: About,
    run: ({ ctx, subject, params }) =>
      oneOf(schemaDescriptions(baseOf(ctx.links, subject.id)), params.scimSchemaId, 'schema'),
  }),
]

function listed<Item>(items: Item[]) {
  const count = items.length
  return {
    schemas: [SCHEMAS.list],
    totalResults: count,
    startIndex: 1,
    itemsPerPage: count,
    Resources: items,
  }
}

function oneOf<Item extends { id: string }>(items: Item[], id: string, what: string) {
  const found = items.find((item) => item.id === id)
  if (!found) throw notFound(what)
  return found
}
