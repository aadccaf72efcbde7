import { Type } from 'typebox'
import { operation } from '../../../kit/http/operations/operation.ts'
import { Id, Told } from '../../../kit/http/operations/shapes.ts'
import { collection } from '../collections/access.ts'
import { presentCollection } from '../collections/present.ts'
import { Collection } from '../collections/schema.ts'
import { space } from '../spaces/access.ts'
import { presentSpace } from '../spaces/present.ts'
import { Space } from '../spaces/schema.ts'
import { transferCollection, transferSpace } from './transfers.ts'

const Destination = Type.Object({ organization: Told(Id, 'Id of the organization that gets it') })
const description =
  'Transfers content, change requests, comments, and permissions of people who are members of both organizations; permissions of teams and invite links are removed.'

export const operations = [
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
