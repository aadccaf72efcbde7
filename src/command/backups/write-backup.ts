import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Snapshot } from '../../kit/storage/snapshot/snapshot.ts'
import type { Blobs } from '../../world/blobs/blobs.ts'
import { type BackupEnd, type BackupHead, digestOf, END, HEAD, openTally, PART } from './format.ts'

export type BackupSource = {
  snapshot: Snapshot
  head: BackupHead
  /** Small files of the data folder. */
  keys: ReadonlyMap<string, Buffer>
  /** Undefined where files are not copied. */
  blobs?: Blobs
  onProgress(what: string, done: number, all: number): void
}

export type Written = { files: number; damaged: string[] }

/** Whole under its name, or not there. Only its owner may read it: it has the secrets of the installation in it. */
export async function writeBackup(file: string, source: BackupSource): Promise<Written> {
  const partial = `${file}.partial`
  const archive = openArchive()
  // Another backup that is under way has its own name for it, or this fails.
  const out = createWriteStream(partial, { mode: 0o600, flags: 'wx' })
  try {
    const [written] = await Promise.all([
      writeEntries(archive, source).catch((error) => {
        archive.stop(error)
        throw error
      }),
      pipeline(archive.stream, createGzip(), out),
    ])
    await makeDurable(partial)
    await rename(partial, file)
    await makeDurable(dirname(file))
    return written
  } catch (error) {
    if (out.pending === false) await rm(partial, { force: true })
    throw error
  }
}

type Archive = ReturnType<typeof openArchive>

function openArchive() {
  const tar = pack()
  const tally = openTally()

  return {
    stream: Readable.from(tar),
    tally,
    put(name: string, bytes: Buffer) {
      if (name !== END) tally.add(name, digestOf(bytes))
      return new Promise<void>((resolve, reject) =>
        tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve())),
      )
    },
    /** Returns the digest of what came through. */
    async putStream(name: string, size: number, bytes: Readable) {
      const hash = createHash('sha256')
      let end: (error?: Error | null) => void = () => {}
      const written = new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve())
      })
      // Told by whoever waits for it next.
      written.catch(() => {})
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => end(error))
      for await (const piece of bytes) {
        hash.update(piece)
        if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), written])
      }
      entry.end(undefined)
      await written
      const digest = hash.digest()
      tally.add(name, digest)
      return digest
    },
    finish: () => tar.finalize(),
    stop: (error: Error) => tar.destroy(error),
  }
}

async function writeEntries(archive: Archive, source: BackupSource): Promise<Written> {
  await archive.put(HEAD, jsonOf(source.head))
  for (const [name, bytes] of source.keys) await archive.put(`keys/${name}`, bytes)
  await writeTables(archive, source)
  const written = await writeFiles(archive, source)
  const end: BackupEnd = { ...archive.tally.end(), damaged: written.damaged }
  await archive.put(END, jsonOf(end))
  archive.finish()
  return written
}

async function writeTables(archive: Archive, { snapshot, onProgress }: BackupSource) {
  const sizes = await snapshot.sizes()
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  let done = 0
  for (const table of snapshot.tables) {
    onProgress('the database', done, all)
    await writeTable(archive, snapshot, table)
    done += sizes.get(table.name) ?? 0
  }
}

async function writeTable(archive: Archive, snapshot: Snapshot, table: Snapshot['tables'][number]) {
  let [pieces, size, number] = [[] as Buffer[], 0, 0]
  async function flush() {
    if (size === 0) return
    number += 1
    await archive.put(`tables/${table.name}/${String(number).padStart(6, '0')}`, Buffer.concat(pieces))
    pieces = []
    size = 0
  }
  await snapshot.rowsOf(table, async (piece) => {
    pieces.push(piece)
    size += piece.length
    if (size >= PART) await flush()
  })
  await flush()
}

/** Also those that came after the moment of the tables: they do no harm, and what was named then is among them. */
async function writeFiles(archive: Archive, { blobs, onProgress }: BackupSource): Promise<Written> {
  const damaged: string[] = []
  let files = 0
  if (!blobs) return { files, damaged }
  onProgress('the files', 0, 0)
  for await (const { hash } of blobs.list()) {
    const blob = await blobs.get(hash)
    // Nothing named it any more, and it was swept just now.
    if (!blob) continue
    const digest = await archive.putStream(`files/${hash}`, blob.size, blob.stream)
    if (digest.toString('base64url') !== hash) damaged.push(hash)
    files += 1
  }
  return { files, damaged }
}

function jsonOf(value: object) {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}

async function makeDurable(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
