import { unsafePart } from '../../engines/repository/safe-paths.ts'
import { type Cache, inCache, markDamaged, surely } from './cache.ts'
import { damaged, GitFailure, largeBlob, tooManyFiles, unknownCommit } from './failure.ts'
import type { TreeEntry } from './git.ts'
import { nameFromBytes } from './names.ts'

export function isObjectId(text: string) {
  return /^[0-9a-f]{40}$/.test(text)
}

export async function hasCommit(cache: Cache, commit: string) {
  if (!isObjectId(commit)) return false
  if (cache.seen.has(commit)) return true
  const { code } = await inCache(cache, { args: ['cat-file', '-e', `${commit}^{tree}`] })
  if (code === 0) cache.seen.add(commit)
  return code === 0
}

async function checkCommit(cache: Cache, commit: string) {
  if (!(await hasCommit(cache, commit))) throw unknownCommit(commit)
}

export async function describeCommit(cache: Cache, commit: string) {
  await checkCommit(cache, commit)
  const { output } = await surely(cache, { args: ['cat-file', 'commit', commit] })
  const end = output.indexOf('\n\n')
  const head = output.subarray(0, end < 0 ? output.length : end).toString('latin1')
  const field = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(head)?.[1] ?? ''
  const seconds = Number(/ (-?\d+) [+-]\d+$/.exec(field('committer'))?.[1] ?? 0)
  return {
    tree: field('tree'),
    message: end < 0 ? '' : decoderOf(field('encoding')).decode(output.subarray(end + 2)),
    // Far beyond what a date can be, in a commit made by hand.
    committedAt: new Date(Math.abs(seconds) < 8e12 ? seconds * 1000 : 0),
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding || 'utf-8', { ignoreBOM: true })
  } catch {
    return new TextDecoder('latin1')
  }
}

export async function listTree(cache: Cache, commit: string): Promise<TreeEntry[]> {
  await checkCommit(cache, commit)
  const entries: TreeEntry[] = []
  const { files } = cache.limits
  // Sizes (-l) cost nothing that can be measured on 5,000 files.
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]
  await surely(cache, {
    args,
    onOutput: fieldReader((field) => {
      if (entries.length === files) throw tooManyFiles(files)
      entries.push(readEntry(field))
    }),
  })
  return entries
}

function readEntry(field: Buffer): TreeEntry {
  const tab = field.indexOf(9)
  const [mode, , oid = '', size] = field.toString('latin1', 0, tab).split(/ +/)
  const name = nameFromBytes(field.subarray(tab + 1))
  const unsafe = unsafePart(name.path)
  if (unsafe !== undefined) throw unsafePath(name.path, unsafe)
  if (!isMode(mode)) throw damaged()
  return { mode, oid, ...name, size: Number(size) || 0 }
}

function isMode(mode: string | undefined): mode is TreeEntry['mode'] {
  return mode === '100644' || mode === '100755' || mode === '120000' || mode === '160000'
}

export function unsafePath(path: string, part: string) {
  const where = JSON.stringify(path.toWellFormed().slice(0, 200))
  const what = JSON.stringify(part.toWellFormed().slice(0, 100))
  return new GitFailure('unsafe-path', `The repository holds ${where}; ${what} is not an allowed name`)
}

/** Calls for every field that ends in a NUL byte. */
function fieldReader(onField: (field: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      onField(bytes.subarray(from, end))
      from = end + 1
    }
    rest = bytes.subarray(from)
  }
}

export async function findArrivals(cache: Cache, from: string, to: string) {
  await checkCommit(cache, from)
  await checkCommit(cache, to)
  const arrivals = new Map<string, string | undefined>()
  // Equal files are always found; among more than 2,000 changed ones, similar ones are not looked for.
  const args = ['diff-tree', '-r', '-z', '-M', '-l2000', '--diff-filter=AR', '--name-status', '--no-ext-diff']
  const fields: string[] = []
  const onField = (field: Buffer) => {
    fields.push(nameFromBytes(field).path)
    const isRename = fields[0]?.startsWith('R')
    if (fields.length < (isRename ? 3 : 2)) return
    const [, ...paths] = fields.splice(0)
    arrivals.set(paths.at(-1) ?? '', isRename ? paths[0] : undefined)
  }
  await surely(cache, { args: [...args, '--no-textconv', from, to, '--'], onOutput: fieldReader(onField) })
  return arrivals
}

export async function readBlobs(
  cache: Cache,
  oids: Iterable<string>,
  onBlob: (oid: string, bytes: Buffer) => void | Promise<void>,
) {
  const wanted = [...oids]
  // A repository without pictures or with all of them known asks for none, several times in an import.
  if (wanted.length === 0) return
  const take = blobReader(cache, onBlob)
  // All through one process; what it has to say waits in its pipe while onBlob works.
  await surely(cache, { args: ['cat-file', '--batch', '--buffer'], input: asLines(wanted), onOutput: take })
}

function* asLines(oids: Iterable<string>) {
  for (const oid of oids) {
    if (!isObjectId(oid)) throw new GitFailure('bad-ref', `${oid.slice(0, 64)} is not the id of a file`)
    yield `${oid}\n`
  }
}

/** Each blob comes as "<oid> blob <size>", a line end, its bytes, a line end. */
function blobReader(cache: Cache, onBlob: (oid: string, bytes: Buffer) => void | Promise<void>) {
  let head = ''
  let open: { oid: string; bytes: Buffer; filled: number } | undefined

  async function begin(line: string) {
    const [, oid, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(line) ?? []
    if (oid === undefined) throw await markDamaged(cache)
    if (Number(size) > cache.limits.blobBytes) throw largeBlob(oid, cache.limits.blobBytes)
    return { oid, bytes: Buffer.allocUnsafe(Number(size)), filled: 0 }
  }

  return async (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (!open) {
        const end = chunk.indexOf(10, at)
        head += chunk.toString('latin1', at, end < 0 ? chunk.length : end)
        if (end < 0) return
        open = await begin(head)
        head = ''
        at = end + 1
        continue
      }
      const isFull = open.filled === open.bytes.length
      if (!isFull) {
        const taken = chunk.copy(open.bytes, open.filled, at)
        open.filled += taken
        at += taken
        continue
      }
      // Its line end.
      at += 1
      const { oid, bytes } = open
      open = undefined
      await onBlob(oid, bytes)
    }
  }
}
