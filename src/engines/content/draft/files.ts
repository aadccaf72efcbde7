// Files and reusable contents of a revision that is being changed.
import { fileOfAsset } from '../links/paths.ts'
import { changeEntries } from '../nodes/map.ts'
import { findFile, findReusable, type RevisionView } from '../nodes/revision.ts'
import type { FileRecord, ReusableRecord } from '../records.ts'
import type { openPaths } from './paths.ts'

export function openFiles(base: RevisionView, paths: ReturnType<typeof openPaths>) {
  const { nodes, root } = base
  const files = new Map<string, FileRecord | null>()
  const reusables = new Map<string, ReusableRecord | null>()

  async function file(id: string) {
    const changed = files.get(id)
    return changed === undefined ? findFile(base, id) : (changed ?? undefined)
  }

  async function reusable(id: string) {
    const changed = reusables.get(id)
    return changed === undefined ? findReusable(base, id) : (changed ?? undefined)
  }

  return {
    file,
    reusable,
    putFile(file: FileRecord) {
      files.set(file.id, file)
      paths.take(fileOfAsset(file), { file: file.id })
    },
    async removeFile(id: string) {
      const gone = await file(id)
      files.set(id, null)
      if (gone) await paths.leave(fileOfAsset(gone), { file: id })
    },
    /** At its path, or the next one that is free. */
    async placeReusable(record: ReusableRecord) {
      const { id, git } = record
      await paths.leave((await reusable(id))?.git?.path, { reusable: id })
      const path = git && (await paths.free(git.path))
      if (path !== undefined) paths.take(path, { reusable: id })
      reusables.set(id, git && path !== undefined ? { ...record, git: { ...git, path } } : record)
    },
    async removeReusable(id: string) {
      await paths.leave((await reusable(id))?.git?.path, { reusable: id })
      reusables.set(id, null)
    },
    /** Puts records as they are, for who says apart at which paths they are. */
    putFileRecord: (id: string, record: FileRecord | null) => files.set(id, record),
    putReusable: (id: string, record: ReusableRecord | null) => reusables.set(id, record),
    finish: async () => ({
      files: await changeEntries(nodes, root.files, files, (entry) => [entry.blob]),
      reusables: await changeEntries(nodes, root.reusables, reusables, (entry) => [
        entry.body,
        entry.git?.head ?? null,
      ]),
    }),
  }
}
