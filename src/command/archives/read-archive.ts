// An archive as somebody brings it: what kind it is, and its files of ours, checked before anything is believed.
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { blobId } from '../../engines/repository/blob-id.ts'
import type { FileSource } from '../../engines/sync/types.ts'
import { invalid } from '../../kit/domain/problems.ts'
import type { Archive } from '../../world/archive/archive.ts'
import type { TreeEntry } from '../../world/git/git.ts'
import {
  ChangeRequestsFile,
  type CommentEntry,
  CommentsFile,
  FilesFile,
  FORMAT,
  FORMAT_VERSION,
  PagesFile,
  SpaceFile,
} from './format.ts'
import { CHANGE_REQUESTS_FILE, COMMENTS_FILE, FILES_FILE, OURS, PAGES_FILE, SPACE_FILE } from './names.ts'

export type Export = Awaited<ReturnType<typeof readExport>> & object

/** What Quire wrote beside the Markdown; undefined for a plain folder of Markdown. */
export async function readExport(archive: Archive) {
  if (!archive.entries.some(({ path }) => path.startsWith(OURS))) return
  if (!archive.has(SPACE_FILE))
    throw invalid(`${SPACE_FILE} is missing: the export is incomplete, or not from Quire`)
  await requireFormat(archive)
  const { changeRequests } = await readJson(archive, CHANGE_REQUESTS_FILE, ChangeRequestsFile)
  const numbers = new Set(changeRequests.map(({ number }) => number))
  if (numbers.size < changeRequests.length) throw damaged(CHANGE_REQUESTS_FILE, 'a number appears twice')
  const { comments } = await readJson(archive, COMMENTS_FILE, CommentsFile)
  requireDistinct(COMMENTS_FILE, [...comments, ...changeRequests.flatMap(({ comments }) => comments)])
  return {
    space: await readJson(archive, SPACE_FILE, SpaceFile),
    pages: (await readJson(archive, PAGES_FILE, PagesFile)).pages,
    files: await readJson(archive, FILES_FILE, FilesFile),
    comments,
    changeRequests: changeRequests.sort((a, b) => a.number - b.number),
  }
}

function requireDistinct(file: string, comments: CommentEntry[]) {
  const words = comments.flatMap((comment) => [comment, ...comment.replies])
  const reactions = words.flatMap(({ reactions }) => reactions)
  for (const all of [words, reactions])
    if (new Set(all.map(({ id }) => id)).size < all.length) throw damaged(file, 'an id appears twice')
}

async function requireFormat(archive: Archive) {
  const { format, version, quire }: Record<string, unknown> = Object(await parsed(archive, SPACE_FILE))
  if (format !== FORMAT) throw invalid(`${SPACE_FILE} was not exported by Quire`)
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw invalid(
      `A newer Quire wrote this archive (${quire}, format ${version}); this one reads up to format ${FORMAT_VERSION}. Update Quire, then import it`,
      { format: version, newest: FORMAT_VERSION },
    )
}

export async function readJson<Shape extends TSchema>(
  archive: Archive,
  path: string,
  shape: Shape,
): Promise<Static<Shape>> {
  const value = await parsed(archive, path)
  if (Value.Check(shape, value)) return value
  const [first] = Value.Errors(shape, value)
  throw damaged(path, `${first?.instancePath || 'it'} ${first?.message ?? 'is wrong'}`)
}

async function parsed(archive: Archive, path: string): Promise<unknown> {
  const text = await readOurs(archive, path)
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(path, 'it is not JSON')
  }
}

/** A file that only we write, as text. */
export async function readOurs(archive: Archive, path: string) {
  if (!archive.has(path)) throw invalid(`${path} is missing in the archive`)
  return (await archive.read(path)).toString('utf8')
}

export function damaged(path: string, reason: string) {
  return invalid(`${path} in the archive is damaged: ${reason}`, { file: path })
}

export type Tree = FileSource & {
  /** Git's names for the bytes, by path; without what is ours. */
  oids: Map<string, string>
}

/** The files of the archive as those of a commit. */
export async function treeOf(archive: Archive, onRead: () => void): Promise<Tree> {
  const oids = new Map<string, string>()
  const entries: TreeEntry[] = []
  for (const { path, size } of archive.entries) {
    if (path.startsWith(OURS)) continue
    const oid = blobId(await archive.read(path))
    oids.set(path, oid)
    entries.push({ mode: '100644', oid, path, isText: true, size })
    onRead()
  }
  const pathOf = new Map(entries.map(({ oid, path }) => [oid, path]))
  return {
    oids,
    list: async () => entries,
    async readBlobs(wanted, onBlob) {
      for (const oid of wanted) {
        const path = pathOf.get(oid)
        if (path !== undefined) await onBlob(oid, await archive.read(path))
      }
    },
  }
}
