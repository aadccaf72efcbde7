// What is kept of a repository after an export: the files that it wrote are others now.
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { KeptFile } from '../../content/records.ts'
import { blobId } from '../../repository/blob-id.ts'
import { changeFiles, type Keeping, keepBytes } from '../kept-files.ts'
import type { Exported, Repository } from '../types.ts'
import { modeOf } from './changed-files.ts'

type Before = { repository: Repository; content: RevisionView }

/** `told` are the files that content has byte for byte. Undefined where nothing was kept before. */
export async function keptAfter(
  keeping: Pick<Keeping, 'tools' | 'nodes'>,
  { repository, content }: Before,
  { files, movedFrom, config }: Exported,
  told: ReadonlySet<string>,
) {
  if (!content.root.kept?.tree) return
  const { folder, prefix, everything, files: before } = repository
  const root = prefix.slice(folder.length)
  const changes = new Map<string, KeptFile | null>()
  const keep = async (id: string, mode: KeptFile['mode'], bytes: Buffer) => {
    const file = { id, mode, oid: blobId(bytes), size: bytes.length }
    changes.set(id, { ...file, ...(await keepBytes(keeping, bytes)) })
  }
  for (const [path, written] of files) {
    const id = root + path
    const mode = modeOf(before.get(movedFrom.get(path) ?? path))
    if (Buffer.isBuffer(written) && !told.has(path)) await keep(id, mode, written)
    else if (written === null || mode === '100644') changes.set(id, null)
    else if (Buffer.isBuffer(written))
      changes.set(id, { id, mode, oid: blobId(written), size: written.length })
    else changes.set(id, { id, mode, oid: written.oid, size: written.size })
  }
  const configured = config && everything.find(({ path }) => path === config.path)
  if (config) await keep(config.path.slice(folder.length), modeOf(configured), config.bytes)
  return { root, files: await changeFiles(keeping.nodes, content, changes) }
}
