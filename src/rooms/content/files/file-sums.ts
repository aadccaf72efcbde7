// How much the files of each space take, as its readers see it. Counted behind every change, so that nobody who asks waits.
import { allEntries } from '../../../engines/content/nodes/map.ts'
import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { FileRecord } from '../../../engines/content/records.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { indexJob, type SpaceIndex } from '../spaces/indexes/jobs.ts'
import { findHeadRoot, openNodes } from '../spaces/revisions/revisions.ts'
import { findFileSum, listSpacesUncounted, putFileSum } from './store-file-sums.ts'

export const fileSums: SpaceIndex = {
  follow: indexJob('files.sum-up', { atOnce: 1, lease: 'file sums', run: sumUpFiles }),
  listBehind: listSpacesUncounted,
}

async function sumUpFiles(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const [root, known] = await Promise.all([findHeadRoot(ctx, spaceId), findFileSum(ctx.db, spaceId)])
  if (root === undefined || (known && known.root === root)) return
  const nodes = openNodes(ctx)
  const map = (await readRevision(nodes, root)).root.files
  // Most changes are of texts, and leave the files as they are.
  const isSame = known && known.map === map
  const { files, bytes } = isSame ? known : sumOf(await allEntries<FileRecord>(nodes, map))
  await inTransaction(({ db }) => putFileSum(db, { spaceId, root, map, files, bytes }))
}

/** Bytes that two of them share are kept once. */
function sumOf(records: readonly FileRecord[]) {
  const sizes = new Map(records.map(({ blob, size }) => [blob, size]))
  return { files: records.length, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}
