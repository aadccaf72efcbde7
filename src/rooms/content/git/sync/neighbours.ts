// Other spaces of the organization that live in the same branch, each in its folder. Links lead from one to the other.
import { readTarget, relativeTarget } from '../../../../engines/content/links/paths.ts'
import { resolveTargets } from '../../../../engines/content/links/resolve.ts'
import { readConfig } from '../../../../engines/repository/config.ts'
import { configEntryIn, readBytes } from '../../../../engines/sync/read/repository.ts'
import type { Repository } from '../../../../engines/sync/types.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { openView } from '../../spaces/revisions/revisions.ts'
import { findSync, listNeighbours, type OperationRow } from '../store.ts'

/** Where their files lie, by the configurations of this very commit: folders with a slash behind them. */
export async function neighbourFolders(
  ctx: ReadContext,
  { spaceId, request }: Pick<OperationRow, 'spaceId' | 'request'>,
  { cache, everything }: Repository,
): Promise<string[]> {
  const folders: string[] = []
  const neighbours = await listNeighbours(ctx.db, spaceId, request)
  for (const directory of new Set(neighbours.map(({ directory }) => directory))) {
    const folder = directory === '' ? '' : `${directory}/`
    const entry = configEntryIn(everything, folder)
    const { root } = readConfig(entry ? (await readBytes(cache, entry)).toString('utf8') : '')
    folders.push(root === '' ? folder : `${folder}${root}/`)
  }
  return folders
}

/** Those of some paths, from the top of a space, that lead to a page or file of another space in its branch. */
export type FindInNeighbours = (paths: Iterable<string>) => Promise<Set<string>>

/** Undefined where there is no other space. */
export async function neighboursOf(ctx: ReadContext, spaceId: string): Promise<FindInNeighbours | undefined> {
  const sync = await findSync(ctx.db, spaceId)
  const neighbours = sync ? await listNeighbours(ctx.db, spaceId, sync) : []
  if (!sync || neighbours.length === 0) return
  return async (paths) => {
    const found = new Set<string>()
    const inBranch = [...paths].map((path) => ({ path, at: fromTop(sync.prefix, path) }))
    for (const { id, revisionId, prefix } of neighbours) {
      const inside = inBranch.filter(({ path, at }) => at.startsWith(prefix) && !found.has(path))
      if (inside.length === 0) continue
      const view = await openView(ctx, id, revisionId)
      const targets = inside.map(({ path, at }) => ({ path, target: targetOf(at.slice(prefix.length, -1)) }))
      const meanings = await resolveTargets(
        view,
        { file: '' },
        targets.map(({ target }) => target),
      )
      for (const { path, target } of targets) if (meanings.get(target)?.kind !== 'nothing') found.add(path)
    }
    return found
  }
}

/** With a folder in front, since a bare name may also mean a file that lies elsewhere. */
function targetOf(path: string) {
  return `./${relativeTarget('', path)}`
}

/** A path from the top of a space as one from the top of the branch; a folder's own has the slash that prefixes have. */
function fromTop(prefix: string, path: string) {
  const read = readTarget(targetOf(path), prefix)
  return read.kind === 'inside' ? `${read.path}/` : ''
}
