import { operation } from '../../../kit/http/operations/operation.ts'
import { collection } from '../collections/access.ts'
import { presentCollection } from '../collections/present.ts'
import { Collection } from '../collections/schema.ts'
import { space } from '../spaces/access.ts'
import { presentSpace } from '../spaces/present.ts'
import { Space } from '../spaces/schema.ts'
import { checkCollectionTransfer, checkSpaceTransfer } from './check.ts'
import { Destination, TransferCheck } from './schema.ts'
import { transferCollection, transferSpace } from './transfers.ts'

const description =
  'Transfers content, change requests, comments, and permissions of people who are members of both organizations; permissions of teams and invite links are removed.'

const checkDescription = 'Content is transferred once no site publishes it. Tells which sites do.'

export const operations = [
  operation({
    id: 'checkSpaceTransfer',
    route: 'GET /v1/spaces/{spaceId}/transfer',
    summary: 'Check what stops a space from being transferred',
    description: checkDescription,
    on: space,
    needs: 'admin',
    returns: TransferCheck,
    run: ({ ctx, subject: space }) => checkSpaceTransfer(ctx, space),
  }),
  operation({
    id: 'checkCollectionTransfer',
    route: 'GET /v1/collections/{collectionId}/transfer',
    summary: 'Check what stops a collection from being transferred',
    description: checkDescription,
    section: 'Collections',
    on: collection,
    needs: 'admin',
    returns: TransferCheck,
    run: ({ ctx, subject: collection }) => checkCollectionTransfer(ctx, collection),
  }),
  operation({
    id: 'transferSpace',
    route: 'POST /v1/spaces/{spaceId}/transfer',
    summary: 'Transfer a space to another organization',
    description,
    on: space,
    needs: 'admin',
    access: 'You need the right to administer both organizations',
    body: Destination,
    example: { organization: '01kx6m0v9d4q8w2z7r5t3y1c6b' },
    returns: Space,
    refuses: { 409: 'It is already there', 412: 'The space is in the trash, or on a site' },
    run: async ({ ctx, subject: space, body }) =>
      presentSpace(await transferSpace(ctx, space, body.organization), ctx.links),
  }),
  operation({
    id: 'transferCollection',
    route: 'POST /v1/collections/{collectionId}/transfer',
    summary: 'Transfer a collection and everything in it to another organization',
    description,
    section: 'Collections',
    on: collection,
    needs: 'admin',
    access: 'You need the right to administer both organizations',
    body: Destination,
    example: { organization: '01kx6m0v9d4q8w2z7r5t3y1c6b' },
    returns: Collection,
    refuses: { 409: 'It is already there', 412: 'One of its spaces is on a site' },
    run: async ({ ctx, subject: collection, body }) =>
      presentCollection(await transferCollection(ctx, collection, body.organization), ctx.links),
  }),
]
