import { indexJob, type SpaceIndex } from '../../spaces/indexes/jobs.ts'
import { indexLinks } from './index-links.ts'
import { linkIndexStates } from './store.ts'

export const linkIndex: SpaceIndex = {
  follow: indexJob('content.links', { atOnce: 3, lease: 'links', run: indexLinks }),
  listBehind: linkIndexStates.listBehind,
}
