import { fileOfAsset, fileOfPage } from '../../content/links/paths.ts'
import type { Conflict } from '../../content/merge/types.ts'
import {
  findFile,
  findPagesWithPaths,
  findReusable,
  type RevisionView,
} from '../../content/nodes/revision.ts'
import { VARIABLES_FILE } from '../file-kinds.ts'

/** The files in which two sides disagree, as people find them: by their names in the branch, where they have one. */
export async function conflictingFiles(conflicts: Conflict[], readings: RevisionView[]) {
  const files = new Set<string>()
  for (const conflict of conflicts) files.add(await fileIn(conflict, readings))
  return [...files].sort()
}

async function fileIn({ kind, id }: Conflict, readings: RevisionView[]) {
  if (kind === 'variable') return VARIABLES_FILE
  for (const view of readings) {
    const file = kind === 'file' ? await findFile(view, id) : undefined
    if (file) return fileOfAsset(file)
    const reusable = kind === 'reusable-content' ? await findReusable(view, id) : undefined
    if (reusable?.git) return reusable.git.path
    const found = (await findPagesWithPaths(view, [id])).get(id)
    if (found) return found.page.type === 'document' ? fileOfPage(found.page, found.path) : found.page.title
  }
  return 'the order of pages'
}
