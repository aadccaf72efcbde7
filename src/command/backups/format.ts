// What is in the file of a backup: a tar archive, compressed with gzip, that other tools can open too.
//   backup.json               what it is of
//   keys/secret-key           only where the installation keeps it in its data folder; so is keys/admin-token
//   tables/<table>/<number>   rows in the text form of PostgreSQL's COPY, in parts
//   files/<hash>              a file, by what it contains
//   end.json                  how much there was before it, so that nothing is missing
import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'

export const FORMAT = 1
export const HEAD = 'backup.json'
export const END = 'end.json'
/** What of the data folder goes along, unless settings say otherwise. */
export const KEYS = ['secret-key', 'admin-token'] as const
/** What is held in memory of a table. */
export const PART = 4_000_000
/** Of the entries that are read whole, but for tables. */
export const LARGEST_JSON = 8_000_000

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })

export const BackupHead = Type.Object({
  format: Type.Integer(),
  version: Type.String(),
  createdAt: Type.String(),
  publicUrl: Type.String(),
  /** Whether files lie in it; otherwise they stay where they are kept. */
  hasFiles: Type.Boolean(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name) })),
  sequences: Type.Array(
    Type.Object({
      name: Name,
      value: Type.String({ pattern: '^-?\\d{1,19}$' }),
      isCalled: Type.Boolean(),
    }),
  ),
})
export type BackupHead = Static<typeof BackupHead>

export const BackupEnd = Type.Object({
  entries: Type.Integer(),
  /** Of the names and digests of all entries before it. */
  digest: Type.String(),
  /** Files whose bytes were not those of their name in the first place. */
  damaged: Type.Array(Type.String()),
})
export type BackupEnd = Static<typeof BackupEnd>

/** Counts entries as they are written or read. */
export function openTally() {
  const all = createHash('sha256')
  let entries = 0
  return {
    add(name: string, digest: Buffer) {
      all.update(`${name}\n`).update(digest)
      entries += 1
    },
    end: () => ({ entries, digest: all.digest('hex') }),
  }
}

export function digestOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest()
}
