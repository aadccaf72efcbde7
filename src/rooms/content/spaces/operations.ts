import { Type } from 'typebox'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { member } from '../../people/members/access.ts'
import { organization } from '../../people/organizations/access.ts'
import { collection, withLevel } from '../collections/access.ts'
import { ContentMove } from '../collections/schema.ts'
import { space } from './access.ts'
import { presentDeletedSpace, presentSpace, presentSpaceOfMember } from './present.ts'
import {
  DeletedSpace,
  NewSpace,
  OrderedPaging,
  ShareKey,
  Space,
  SpaceChanges,
  SpaceOfMember,
} from './schema.ts'
import {
  changeSpace,
  createSpace,
  deleteCollection,
  deletedSpaces,
  deleteSpace,
  duplicateSpace,
  moveSpace,
  restoreSpace,
} from './spaces.ts'
import { listSpacesOfCollection, listSpacesOfOrganization } from './store.ts'

export const operations = [
  operation({
    id: 'listSpacesInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/spaces',
    summary: 'List the spaces of an organization',
    on: organization,
    needs: 'view',
    query: Paging,
    returns: ListOf(Space),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listSpacesOfOrganization(ctx.db, organization.id, ctx.actor.id, query), (row) =>
        presentSpace(withLevel(row), ctx.links),
      ),
  }),
  operation({
    id: 'listDeletedSpaces',
    route: 'GET /v1/orgs/{organizationId}/deleted-spaces',
    summary: 'List the spaces in the trash',
    description:
      'Those that you administer, the latest first, at most a hundred. They stay there for seven days.',
    on: organization,
    needs: 'view',
    returns: Type.Object({ items: Type.Array(DeletedSpace) }),
    run: async ({ ctx, subject: organization }) => ({
      items: (await deletedSpaces(ctx, organization.id)).map((row) => presentDeletedSpace(row, ctx.links)),
    }),
  }),
  operation({
    id: 'createSpace',
    route: 'POST /v1/orgs/{organizationId}/spaces',
    summary: 'Create a space',
    on: organization,
    needs: 'view',
    access: 'You need permission to create content in the organization, or in the parent collection',
    body: NewSpace,
    isBodyOptional: true,
    example: { title: 'Handbook', emoji: '📘' },
    status: 201,
    returns: Space,
    refuses: { 403: 'You cannot create content there' },
    location: (made) => `/v1/spaces/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentSpace(await createSpace(ctx, organization.id, body), ctx.links),
  }),
  operation({
    id: 'listSpacesInCollectionById',
    route: 'GET /v1/collections/{collectionId}/spaces',
    summary: 'List the spaces of a collection, in their order',
    on: collection,
    needs: 'view',
    query: Paging,
    returns: ListOf(Space),
    run: async ({ ctx, subject: collection, query }) =>
      listOf(await listSpacesOfCollection(ctx.db, collection.id, ctx.actor.id, query), (row) =>
        presentSpace(withLevel(row), ctx.links),
      ),
  }),
  operation({
    id: 'deleteCollectionById',
    route: 'DELETE /v1/collections/{collectionId}',
    summary: 'Delete a collection',
    description: 'Moves all spaces inside it to the trash for seven days.',
    section: 'Collections',
    on: collection,
    needs: 'admin',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: collection }) => deleteCollection(ctx, collection),
  }),
  operation({
    id: 'getSpaceById',
    route: 'GET /v1/spaces/{spaceId}',
    summary: 'Get a space',
    on: space,
    needs: 'view',
    forVisitors: true,
    query: ShareKey,
    returns: Space,
    run: ({ ctx, subject: space }) => presentSpace(space, ctx.links),
  }),
  operation({
    id: 'updateSpaceById',
    route: 'PATCH /v1/spaces/{spaceId}',
    summary: 'Change the settings of a space',
    on: space,
    needs: 'admin',
    body: SpaceChanges,
    example: { title: 'Handbook', emoji: '📘' },
    returns: Space,
    run: async ({ ctx, subject: space, body }) =>
      presentSpace(await changeSpace(ctx, space, body), ctx.links),
  }),
  operation({
    id: 'deleteSpaceById',
    route: 'DELETE /v1/spaces/{spaceId}',
    summary: 'Delete a space',
    description: 'It can be restored for seven days.',
    on: space,
    needs: 'admin',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: space }) => deleteSpace(ctx, space),
  }),
  operation({
    id: 'duplicateSpace',
    route: 'POST /v1/spaces/{spaceId}/duplicate',
    summary: 'Make a copy of a space',
    description:
      'Copies the published content to a new space beside the original. Change requests, comments and permissions are not copied.',
    on: space,
    needs: 'view',
    access: 'You need permission to see the space, and to create content in its collection or organization',
    status: 201,
    returns: Space,
    refuses: { 403: 'You cannot create content there' },
    location: (made) => `/v1/spaces/${made.id}`,
    run: async ({ ctx, subject: space }) => presentSpace(await duplicateSpace(ctx, space), ctx.links),
  }),
  operation({
    id: 'restoreSpace',
    route: 'POST /v1/spaces/{spaceId}/restore',
    summary: 'Restore a space that was deleted within the last seven days',
    on: space,
    needs: 'admin',
    returns: Space,
    refuses: { 409: 'The space is not deleted' },
    run: async ({ ctx, subject: space }) => presentSpace(await restoreSpace(ctx, space), ctx.links),
  }),
  operation({
    id: 'moveSpace',
    route: 'POST /v1/spaces/{spaceId}/move',
    summary: 'Move a space into a collection, or among its siblings',
    on: space,
    needs: 'admin',
    body: ContentMove,
    example: { parent: '01kx6m1a8c5j2r6x4t9g7b3m0e' },
    returns: Space,
    refuses: { 409: 'It is already there' },
    run: async ({ ctx, subject: space, body }) => presentSpace(await moveSpace(ctx, space, body), ctx.links),
  }),
  operation({
    id: 'listSpacesForOrganizationMember',
    route: 'GET /v1/orgs/{organizationId}/members/{userId}/spaces',
    summary: 'List the spaces that a member can open, with their permission level',
    description: 'For the member themselves and for admins of the organization.',
    on: member,
    needs: 'viewContent',
    query: OrderedPaging,
    returns: ListOf(SpaceOfMember),
    run: async ({ ctx, subject: { userId, organization }, query }) =>
      listOf(await listSpacesOfOrganization(ctx.db, organization.id, userId, query), (row) =>
        presentSpaceOfMember(withLevel(row), organization.standing, ctx.links),
      ),
  }),
]
