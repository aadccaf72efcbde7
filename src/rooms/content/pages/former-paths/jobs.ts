import { indexJob, type SpaceIndex } from '../../spaces/indexes/jobs.ts'
import { keepFormerPlaces } from './record-former-paths.ts'
import { listSpacesBehind } from './store.ts'

export const formerPaths: SpaceIndex = {
  follow: indexJob('former-paths.follow', { atOnce: 2, lease: 'former paths', run: keepFormerPlaces }),
  listBehind: listSpacesBehind,
}
