// Spaces taken along and brought back, in memory.

import { exportSpace } from '../src/command/archives/export-space.ts'
import { gatherSpace } from '../src/command/archives/gather.ts'
import { type ImportOptions, importSpace } from '../src/command/archives/import-space.ts'
import { NO_CREDENTIAL, SYSTEM, type WriteContext } from '../src/kit/domain/context.ts'
import type { Services } from '../src/services.ts'
import type { Archive, ArchiveTarget } from '../src/world/archive/archive.ts'

export type Packed = Map<string, Buffer>

export async function packed(services: Services, spaceId: string): Promise<Packed> {
  const files: Packed = new Map()
  const target: ArchiveTarget = {
    async add(path, bytes) {
      if (files.has(path)) throw new Error(`${path} is written twice`)
      files.set(path, Buffer.from(bytes))
    },
    finish: async () => {},
    abandon: async () => {},
  }
  const gathered = await services.asSystem((ctx) => gatherSpace(ctx, spaceId))
  await exportSpace(services.outside(SYSTEM), gathered, target, () => {})
  return files
}

export function archiveOf(files: Packed): Archive {
  return {
    entries: [...files].map(([path, { length }]) => ({ path, size: length })),
    has: (path) => files.has(path),
    async read(path) {
      const bytes = files.get(path)
      if (!bytes) throw new Error(`${path} is not there`)
      return bytes
    },
    close: async () => {},
  }
}

type Importer = { id: string; email: string }

export function unpack(
  services: Services,
  { id, email }: Importer,
  files: Packed,
  options: Partial<ImportOptions> & { organizationId: string },
) {
  const actor = {
    kind: 'user' as const,
    id,
    email,
    isAdministrator: false,
    isEmailVerified: false,
    closedTo: [],
    credential: NO_CREDENTIAL,
  }
  const importing = {
    ctx: services.outside(actor),
    inTransaction: <T>(work: (ctx: WriteContext) => Promise<T>) =>
      services.database.inTransaction((db) => work(services.inside(db, actor))),
    onProgress: () => {},
  }
  return importSpace(importing, archiveOf(files), { createUsers: false, ...options })
}

/** The same files, but for what must differ: ids of spaces, organizations and reviews, and times of making. */
export function comparable(files: Packed) {
  const reviews = new Map<string, string>()
  const tidied: Record<string, string> = {}
  for (const [path, bytes] of files) {
    let text = bytes.toString('latin1')
    if (path === '.quire/space.json')
      text = text.replaceAll(/"(exportedAt|createdAt|id|organization)": "[^"]*"/g, '"$1": "…"')
    if (path === '.quire/change-requests.json') {
      for (const request of JSON.parse(bytes.toString()).changeRequests)
        for (const { id } of request.reviews) reviews.set(id, `review ${reviews.size}`)
      for (const [id, name] of reviews) text = text.replaceAll(id, name)
    }
    tidied[path] = text
  }
  return tidied
}
