import { Type } from 'typebox'
import { job } from '../../domain/jobs.ts'
import { indexSearch } from './indexing.ts'

/** What is found follows the content of a space right behind every change of it. */
export const followContent = job({
  name: 'search.index',
  payload: Type.Object({ spaceId: Type.String() }),
  run: (ctx, { spaceId }) => indexSearch(ctx, spaceId),
})
