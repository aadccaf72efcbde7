import { Type } from 'typebox'
import { job } from '../../domain/jobs.ts'
import { indexLinks } from './link-index.ts'

/** Links follow the content of a space right behind every change of it. */
export const followLinks = job({
  name: 'content.links',
  payload: Type.Object({ spaceId: Type.String() }),
  run: (ctx, { spaceId }) => indexLinks(ctx, spaceId),
})
