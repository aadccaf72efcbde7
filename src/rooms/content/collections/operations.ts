import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { collection, withLevel } from './access.ts'
import { changeCollection, createCollection, moveCollection } from './collections.ts'
import { presentCollection } from './present.ts'
import { Collection, CollectionChanges, CollectionFilter, ContentMove, NewCollection } from './schema.ts'
import { listCollectionsSeenBy } from './store.ts'

export const operations = [
  operation({
    id: 'listCollectionsInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/collections',
    summary: 'List the collections of an organization',
    on: organization,
    needs: 'view',
    query: CollectionFilter,
    returns: ListOf(Collection),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listCollectionsSeenBy(ctx.db, organization.id, ctx.actor.id, query), (row) =>
        presentCollection(withLevel(row), ctx.links),
      ),
  }),
  operation({
    id: 'createCollection',
    route: 'POST /v1/orgs/{organizationId}/collections',
    summary: 'Create a collection',
    on: organization,
    needs: 'view',
    access: 'You need permission to create content in the organization, or in the parent collection',
    body: NewCollection,
    isBodyOptional: true,
    example: { title: 'Handbooks' },
    status: 201,
    returns: Collection,
    refuses: { 403: 'You cannot create content there' },
    location: (made) => `/v1/collections/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentCollection(await createCollection(ctx, organization.id, body), ctx.links),
  }),
  operation({
    id: 'getCollectionById',
    route: 'GET /v1/collections/{collectionId}',
    summary: 'Get a collection',
    on: collection,
    needs: 'view',
    returns: Collection,
    run: ({ ctx, subject: collection }) => presentCollection(collection, ctx.links),
  }),
  operation({
    id: 'updateCollectionById',
    route: 'PATCH /v1/collections/{collectionId}',
    summary: 'Change the title, the description or the default level of a collection',
    on: collection,
    needs: 'admin',
    body: CollectionChanges,
    example: { title: 'Handbooks', description: 'How we work' },
    returns: Collection,
    run: async ({ ctx, subject: collection, body }) =>
      presentCollection(await changeCollection(ctx, collection, body), ctx.links),
  }),
  operation({
    id: 'moveCollection',
    route: 'POST /v1/collections/{collectionId}/move',
    summary: 'Move a collection into another one, or among its siblings',
    on: collection,
    needs: 'admin',
    body: ContentMove,
    example: { parent: '01kx6m1a8c5j2r6x4t9g7b3m0e' },
    returns: Collection,
    refuses: { 409: 'It is already there' },
    run: async ({ ctx, subject: collection, body }) =>
      presentCollection(await moveCollection(ctx, collection, body), ctx.links),
  }),
]
