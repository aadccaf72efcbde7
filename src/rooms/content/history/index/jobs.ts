import { indexJob, type SpaceIndex } from '../../spaces/indexes/jobs.ts'
import { followHistory } from './follow-history.ts'
import { listSpacesBehind } from './store.ts'

export const historyIndex: SpaceIndex = {
  follow: indexJob('history.index', { atOnce: 2, lease: 'history', run: followHistory }),
  listBehind: listSpacesBehind,
}
