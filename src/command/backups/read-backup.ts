// Reads the file of a backup from its beginning to its end, and notices whatever is not as it was written.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import {
  BackupEnd,
  BackupHead,
  digestOf,
  END,
  FORMAT,
  HEAD,
  KEYS,
  LARGEST_JSON,
  openTally,
  PART,
} from './format.ts'

/** What is done with what is read, in the order in which it comes. */
export type BackupSink = {
  begin(head: BackupHead): Promise<void>
  key(name: string, bytes: Buffer): Promise<void>
  rows(table: string, bytes: Buffer): Promise<void>
  file(hash: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

export type ReadBackup = { head: BackupHead; tables: number; files: number; damaged: string[] }

export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
}

/** A piece from the database may come on top of a part. */
const LARGEST_PART = PART + 64_000_000

const TABLE = /^tables\/([a-z_][a-z0-9_]*)\/\d+$/
const FILE = /^files\/([A-Za-z0-9_-]{43})$/

export async function readBackup(
  file: string,
  sink: BackupSink,
  onRead: (bytes: number) => void = () => {},
): Promise<ReadBackup> {
  const entries = extract()
  const source = createReadStream(file)
  source.on('data', (chunk) => onRead(chunk.length))
  const reading = pipeline(source, createGunzip(), entries)
  // Whoever reads the entries is told first.
  reading.catch(() => {})
  try {
    const read = await readEntries(entries, sink)
    await reading
    return read
  } catch (error) {
    throw asDamage(error)
  } finally {
    source.destroy()
  }
}

type Entry = AsyncIterable<unknown> & { header: Header }

async function* piecesOf(entry: Entry) {
  for await (const piece of entry) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('An entry is bytes')
    yield piece
  }
}

async function readEntries(entries: AsyncIterable<Entry>, sink: BackupSink): Promise<ReadBackup> {
  const tally = openTally()
  const tables = new Set<string>()
  const damaged: string[] = []
  let head: BackupHead | undefined
  let isEnded = false
  let files = 0
  for await (const entry of entries) {
    const { name } = entry.header
    if (isEnded) throw new BackupDamaged('There is something after its end')
    if (!head) {
      head = await readHead(entry, tally)
      await sink.begin(head)
    } else if (name === END) {
      isEnded = true
      requireWhole(await jsonFrom(entry, BackupEnd), tally.end(), damaged)
    } else if (FILE.test(name)) {
      const hash = FILE.exec(name)?.[1] ?? ''
      const digest = await readFile(entry, (bytes) => sink.file(hash, bytes))
      tally.add(name, digest)
      if (digest.toString('base64url') !== hash) damaged.push(hash)
      files += 1
    } else if (TABLE.test(name)) {
      const table = TABLE.exec(name)?.[1] ?? ''
      const bytes = await bytesFrom(entry, LARGEST_PART)
      tally.add(name, digestOf(bytes))
      tables.add(table)
      await sink.rows(table, bytes)
    } else {
      const bytes = await bytesFrom(entry, LARGEST_JSON)
      tally.add(name, digestOf(bytes))
      await sink.key(keyIn(name), bytes)
    }
  }
  if (!head || !isEnded) throw new BackupDamaged('It ends too early')
  return { head, tables: tables.size, files, damaged }
}

async function readHead(entry: Entry, tally: ReturnType<typeof openTally>) {
  if (entry.header.name !== HEAD) throw new BackupDamaged('It is no backup of Quire')
  const bytes = await bytesFrom(entry, LARGEST_JSON)
  tally.add(HEAD, digestOf(bytes))
  const head = parsed(bytes, BackupHead)
  if (head.format > FORMAT)
    throw new Error(`The backup was made by Quire ${head.version}, which is newer: restore it with that`)
  return head
}

function keyIn(name: string) {
  const key = KEYS.find((known) => name === `keys/${known}`)
  if (!key) throw new BackupDamaged(`It has ${name}, which is unknown`)
  return key
}

function requireWhole(end: BackupEnd, read: { entries: number; digest: string }, damaged: string[]) {
  if (end.entries !== read.entries || end.digest !== read.digest)
    throw new BackupDamaged('Something is missing or was changed')
  const known = new Set(end.damaged)
  if (damaged.some((hash) => !known.has(hash))) throw new BackupDamaged('A file in it is not what it was')
}

async function readFile(entry: Entry, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>) {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of piecesOf(entry)) {
      hash.update(piece)
      yield piece
    }
  }
  await take(hashed())
  return hash.digest()
}

async function bytesFrom(entry: Entry, most: number) {
  if ((entry.header.size ?? 0) > most) throw new BackupDamaged(`${entry.header.name} is too long`)
  return buffer(piecesOf(entry))
}

async function jsonFrom<Shape extends TSchema>(entry: Entry, shape: Shape) {
  return parsed(await bytesFrom(entry, LARGEST_JSON), shape)
}

function parsed<Shape extends TSchema>(bytes: Buffer, shape: Shape) {
  try {
    return Value.Parse(shape, JSON.parse(bytes.toString()))
  } catch (error) {
    throw new BackupDamaged('What it says of itself cannot be read', { cause: error })
  }
}

/** What the readers of gzip and tar say of a file that is no backup, or only a part of one. */
function asDamage(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  const isOfFormat = /^Z_/.test(code) || /invalid tar|unexpected end|size mismatch/i.test(message)
  return isOfFormat ? new BackupDamaged('It is damaged, or no backup of Quire', { cause: error }) : error
}
