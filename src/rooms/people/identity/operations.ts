import { instance, signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { user } from './access.ts'
import { pictureBytes, preparePicture, removePicture, setPicture } from './pictures/pictures.ts'
import { presentIssuedToken, presentToken, presentUser } from './present.ts'
import { ApiToken, IssuedApiToken, NewApiToken, NewPicture, NewUser, User, UserChanges } from './schema.ts'
import { listTokens } from './store.ts'
import { issueToken, revokeToken } from './tokens.ts'
import { changeUser, createUser, requireUser } from './users.ts'

export const operations = [
  operation({
    id: 'getAuthenticatedUser',
    route: 'GET /v1/user',
    summary: 'Get the user the token belongs to',
    on: signedIn,
    needs: 'ask',
    returns: User,
    run: async ({ ctx, subject: caller }) => presentUser(await requireUser(ctx, caller.id), ctx.links),
  }),
  operation({
    id: 'createUser',
    route: 'POST /v1/users',
    summary: 'Create a user',
    on: instance,
    needs: 'administrate',
    body: NewUser,
    example: { email: 'maria@example.org', displayName: 'Maria' },
    status: 201,
    returns: User,
    refuses: { 409: 'A user with this e-mail exists already' },
    location: (made) => `/v1/users/${made.id}`,
    run: async ({ ctx, body }) => presentUser(await createUser(ctx, body), ctx.links),
  }),
  operation({
    id: 'getUserById',
    route: 'GET /v1/users/{userId}',
    summary: 'Get a user',
    description:
      'Users are seen by themselves, by members of a common organization and by administrators. For visitors of sites there are none.',
    on: user,
    needs: 'view',
    forVisitors: true,
    returns: User,
    run: ({ ctx, subject: user }) => presentUser(user, ctx.links),
  }),
  operation({
    id: 'updateUserById',
    route: 'PATCH /v1/users/{userId}',
    summary: 'Change the name or the picture of a user',
    on: user,
    needs: 'change',
    body: UserChanges,
    example: { displayName: 'Maria' },
    returns: User,
    run: async ({ ctx, subject: user, body }) => presentUser(await changeUser(ctx, user.id, body), ctx.links),
  }),
  operation({
    id: 'setPictureOfUser',
    route: 'PUT /v1/users/{userId}/picture',
    summary: 'Upload the picture of a user',
    description:
      'Whoever knows its address can see it: `photoURL` of the user. What a camera wrote beside the picture, such as the place, is not kept, except in a WebP.',
    on: user,
    needs: 'change',
    body: NewPicture,
    bodyLimit: 3 * 1024 * 1024,
    example: {
      picture:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    },
    returns: User,
    before: ({ ctx, body }) => preparePicture(ctx, pictureBytes(body.picture)),
    run: async ({ ctx, subject: user, brought }) =>
      presentUser(await setPicture(ctx, user.id, brought), ctx.links),
  }),
  operation({
    id: 'removePictureOfUser',
    route: 'DELETE /v1/users/{userId}/picture',
    summary: 'Remove the picture of a user',
    on: user,
    needs: 'change',
    status: 205,
    run: async ({ ctx, subject: user }) => {
      if (user.photoUrl === null) return false
      await removePicture(ctx, user.id)
    },
  }),
  operation({
    id: 'listTokens',
    route: 'GET /v1/user/tokens',
    summary: 'List your API tokens',
    on: signedIn,
    needs: 'ask',
    query: Paging,
    returns: ListOf(ApiToken),
    run: async ({ ctx, subject: caller, query }) =>
      listOf(await listTokens(ctx.db, caller.id, query), presentToken),
  }),
  operation({
    id: 'createToken',
    route: 'POST /v1/user/tokens',
    summary: 'Create an API token for yourself',
    on: signedIn,
    needs: 'ask',
    body: NewApiToken,
    example: { label: 'Build server' },
    status: 201,
    returns: IssuedApiToken,
    location: (made) => `/v1/user/tokens/${made.id}`,
    run: async ({ ctx, subject: caller, body }) => presentIssuedToken(await issueToken(ctx, caller.id, body)),
  }),
  operation({
    id: 'deleteToken',
    route: 'DELETE /v1/user/tokens/{tokenId}',
    summary: 'Revoke one of your API tokens',
    description: 'The token stops to work at once.',
    on: signedIn,
    needs: 'ask',
    status: 205,
    run: ({ ctx, subject: caller, params }) => revokeToken(ctx, caller.id, params.tokenId),
  }),
  operation({
    id: 'listTokensOfUser',
    route: 'GET /v1/users/{userId}/tokens',
    summary: 'List the API tokens of a user',
    on: user,
    needs: 'administrate',
    query: Paging,
    returns: ListOf(ApiToken),
    run: async ({ ctx, subject: user, query }) =>
      listOf(await listTokens(ctx.db, user.id, query), presentToken),
  }),
  operation({
    id: 'createTokenForUser',
    route: 'POST /v1/users/{userId}/tokens',
    summary: 'Create an API token for a user',
    on: user,
    needs: 'administrate',
    body: NewApiToken,
    example: { label: 'First token' },
    status: 201,
    returns: IssuedApiToken,
    location: (made, { userId }) => `/v1/users/${userId}/tokens/${made.id}`,
    run: async ({ ctx, subject: user, body }) => presentIssuedToken(await issueToken(ctx, user.id, body)),
  }),
  operation({
    id: 'deleteTokenOfUser',
    route: 'DELETE /v1/users/{userId}/tokens/{tokenId}',
    summary: 'Revoke an API token of a user',
    on: user,
    needs: 'administrate',
    status: 205,
    run: ({ ctx, subject: user, params }) => revokeToken(ctx, user.id, params.tokenId),
  }),
]
