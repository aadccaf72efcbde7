// What is at which path of the repository, in a revision that is being changed.
import { changeEntries, findEntries } from '../nodes/map.ts'
import type { RevisionView } from '../nodes/revision.ts'
import type { PathRecord } from '../records.ts'
import { freeFile } from './refile.ts'

type Owner = Omit<PathRecord, 'id'>

export function openPaths({ nodes, root }: RevisionView) {
  const paths = new Map<string, PathRecord | null>()

  async function find(path: string) {
    const changed = paths.get(path)
    if (changed !== undefined) return changed ?? undefined
    return (await findEntries<PathRecord>(nodes, root.paths, [path])).get(path)
  }

  return {
    find,
    put: (path: string, record: PathRecord | null) => paths.set(path, record),
    free: (wanted: string) => freeFile(wanted, async (path) => (await find(path)) !== undefined),
    take: (path: string, owner: Owner) => paths.set(path, { id: path, ...owner }),
    /** Nothing, where somebody else is there by now. */
    async leave(path: string | undefined, { page, file, reusable }: Owner) {
      const there = path === undefined ? undefined : await find(path)
      if (there && there.page === page && there.file === file && there.reusable === reusable)
        paths.set(there.id, null)
    },
    finish: () => changeEntries(nodes, root.paths, paths, () => []),
  }
}
