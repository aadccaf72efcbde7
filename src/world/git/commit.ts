import { randomUUID } from 'node:crypto'
import { unsafePart } from '../../engines/repository/safe-paths.ts'
import { type Cache, clearAway, keep, surely } from './cache.ts'
import { GitFailure } from './failure.ts'
import type { CommitWork, FileChange, NewBlob, TreeEntry } from './git.ts'
import { bytesFromName } from './names.ts'
import type { GitCall } from './process.ts'
import { describeCommit, isObjectId, listTree, unsafePath } from './read.ts'

/** The cache must be held. */
export async function commitChanges(cache: Cache, work: CommitWork) {
  const entries = work.parent === null ? [] : await listTree(cache, work.parent)
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]))
  checkPaths(modes, work.changes)
  const ref = `refs/quire/made/${randomUUID()}`
  // One process for everything, which starts from the parent's tree and writes only the folders that change.
  const commit = await fastImport(cache, orders(ref, work, modes))
  if (!isObjectId(commit)) throw new Error('fast-import did not report its commit')
  await keep(cache, commit, undefined, [ref])
  const { tree } = await describeCommit(cache, commit)
  return { commit, tree }
}

/** The cache must be held. */
export async function writeBlobs(cache: Cache, blobs: AsyncIterable<NewBlob>) {
  await fastImport(cache, blobOrders(blobs))
}

async function fastImport(cache: Cache, input: GitCall['input']) {
  const args = ['fast-import', '--quiet', '--done', '--date-format=raw']
  const { output } = await surely(cache, { args, input }).catch(async (error) => {
    await clearAway(cache)
    throw error
  })
  return output.toString().trim()
}

async function* blobOrders(blobs: AsyncIterable<NewBlob>) {
  for await (const { size, chunks } of blobs) {
    yield `blob\ndata ${size}\n`
    let left = size
    for await (const chunk of chunks) {
      left -= chunk.length
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    }
    if (left !== 0) throw new Error(`A file of ${size} bytes came with ${size - left}`)
    yield LINE_END
  }
  yield 'done\n'
}

type Modes = Map<string, TreeEntry['mode']>

/** No path from outside Git's rules, and none that is a file and a folder at once: one would silently go. */
function checkPaths(before: Modes, changes: FileChange[]) {
  const files = new Set(before.keys())
  for (const { path, content } of changes) {
    const unsafe = path === '' ? '' : unsafePart(path)
    if (unsafe !== undefined) throw unsafePath(path, unsafe)
    if (content === null) files.delete(path)
  }
  const written = changes.filter(({ content }) => content !== null)
  for (const { path } of written) files.add(path)
  const folders = new Set([...files].flatMap(foldersAbove))
  const both = written
    .flatMap(({ path }) => [path, ...foldersAbove(path)])
    .find((path) => files.has(path) && folders.has(path))
  if (both === undefined) return
  const where = JSON.stringify(both.toWellFormed().slice(0, 200))
  throw new GitFailure('unsafe-path', `${where} would be a file and a folder at once; rename one of them`)
}

function foldersAbove(path: string) {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

function* orders(ref: string, { parent, changes, message, author, at }: CommitWork, before: Modes) {
  const person = `${plain(author.name) || 'Quire'} <${plain(author.email)}> ${Math.floor(at.getTime() / 1000)} +0000`
  yield `commit ${ref}\nmark :1\nauthor ${person}\ncommitter ${person}\n`
  yield* data(Buffer.from(message.replaceAll('\0', '')))
  if (parent !== null) yield `from ${parent}\n`
  // Deletions first: a folder may take the place of a file.
  for (const { path, content } of changes) {
    if (content === null && before.has(path)) yield Buffer.concat([Buffer.from('D '), quoted(path), LINE_END])
  }
  for (const { path, content, mode } of changes) {
    if (content === null) continue
    const named = 'oid' in content ? content.oid : 'inline'
    yield Buffer.concat([
      Buffer.from(`M ${mode ?? modeAfter(before.get(path))} ${named} `),
      quoted(path),
      LINE_END,
    ])
    if (!('oid' in content)) yield* data(content)
  }
  yield '\nget-mark :1\ndone\n'
}

const LINE_END = Buffer.from('\n')

/** What was a symbolic link or a submodule becomes a file: text would be a strange target. */
function modeAfter(mode: TreeEntry['mode'] | undefined) {
  return mode === '100755' ? mode : '100644'
}

function* data(bytes: Buffer) {
  yield `data ${bytes.length}\n`
  yield bytes
  yield LINE_END
}

/** As in C. Without it a leading quote, or a line end, would be read as an order. */
function quoted(path: string) {
  const bytes = bytesFromName(path)
  const parts = Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
  })
  return Buffer.from(`"${parts.join('')}"`)
}

/** In the head of a commit, these end a name, an address or the line. */
function plain(text: string) {
  return text.replaceAll(/[<>\p{Cc}]+/gu, ' ').trim()
}
