// Changes of files: new ones, new bytes for one that is there, and deletions.
import { withFreeName } from '../../../../engines/content/draft/file-names.ts'
import { type FileRecord, NOT_YET } from '../../../../engines/content/records.ts'
import type { DeleteFiles } from '../schema-changes.ts'
import { type EditWork, notFoundAt } from './edit-work.ts'
import type { StoredUpload } from './incoming-files.ts'

export async function insertFiles(work: EditWork, files: StoredUpload[], field: string) {
  const { ctx, draft } = work
  for (const [at, { ref, replaces, ...kept }] of files.entries()) {
    const file =
      replaces === undefined
        ? await withFreeName(draft, { id: ctx.ids.next(), ...kept })
        : await replacedBy(work, kept, { id: replaces, field: `${field}.files.${at}.replaces` })
    draft.putFile(file)
    work.files.push(file)
    if (ref) work.names.set(ref, { kind: 'file', file: file.id })
  }
}

/** Its bytes are new; its name, and where it is in the repository, are what links go by. */
async function replacedBy(
  { draft }: EditWork,
  { contentType, size, blob, dimensions }: StoredUpload,
  { id, field }: { id: string; field: string },
): Promise<FileRecord> {
  const old = await draft.file(id)
  if (!old) throw notFoundAt(field, 'file')
  const { git, ...rest } = old
  return { ...rest, contentType, size, blob, dimensions, ...(git && { git: { ...git, oid: NOT_YET } }) }
}

export async function deleteFiles({ draft }: EditWork, { files }: DeleteFiles, field: string) {
  for (const [at, id] of files.entries()) {
    if (!(await draft.file(id))) throw notFoundAt(`${field}.files.${at}`, 'file')
    await draft.removeFile(id)
  }
}
