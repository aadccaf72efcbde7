// The files of a repository that content does not tell byte for byte: licences, workflows, programs, links, whatever no
// page names. They are kept beside the content, so that an export to where nothing is yet writes them too.
import { yieldToEventLoop } from '../content/event-loop.ts'
import { allEntries, changeEntries } from '../content/nodes/map.ts'
import type { NodeSession } from '../content/nodes/nodes.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { KeptFile, KeptTree } from '../content/records.ts'
import { isSame } from '../content/same.ts'
import { MOST_FILE_BYTES } from '../repository/limits.ts'
import { isUtf8 } from '../repository/text-bytes.ts'
import { MOST_PAGE_BYTES } from './file-kinds.ts'
import type { FileProblem, Repository, SyncTools } from './types.ts'

/** What is kept of one repository at most. */
const MOST_KEPT = { files: 20_000, bytes: 500_000_000, fileBytes: MOST_FILE_BYTES }
/** Texts between two visits to the database. */
const STORED_AT_ONCE = 4_000_000

export type Keeping = { tools: Pick<SyncTools, 'blobs'>; nodes: NodeSession; store: () => Promise<void> }

type Files = {
  repository: Repository
  /** What was kept before: most files are as they were. */
  before: RevisionView
  /** Whether content has the bytes of a file of the space; undefined where that is as it was before. */
  isTold: (path: string) => boolean | undefined
}

/** The tree as it is kept with the content that is read from it, and what of it is too much to be kept. */
export async function keepFiles(keeping: Keeping, { repository, before, isTold }: Files) {
  const { folder, prefix, everything } = repository
  const old = await keptFilesOf(before)
  const known = new Map([...old.values()].filter(hasBytes).map((file) => [file.oid, file]))
  const wasBeside = (path: string, oid: string) => {
    const file = old.get((before.root.kept?.tree?.root ?? '') + path)
    return file !== undefined && hasBytes(file) && file.oid === oid
  }
  const [wanted, beside]: [KeptFile[], KeptFile[]] = [[], []]
  for (const { path, mode, oid, size } of everything) {
    if (!path.startsWith(folder)) continue
    const file = { id: path.slice(folder.length), mode, oid, size }
    const place = path.startsWith(prefix) ? path.slice(prefix.length) : undefined
    const told = place === undefined ? false : (isTold(place) ?? !wasBeside(place, oid))
    if (mode === '160000') wanted.push(file)
    else if (mode === '120000' || !told) beside.push(file)
    else if (mode !== '100644') wanted.push(file)
    await yieldToEventLoop()
  }
  const { kept, left } = withinLimits(beside)
  const read = await readBytes(keeping, repository, kept, known)
  for (const file of kept) wanted.push(withBytes(file, known.get(file.oid) ?? read.get(file.oid)))
  wanted.push(...left)
  const tree = { root: prefix.slice(folder.length), files: await changedMap(keeping.nodes, before, wanted) }
  return { tree, problems: left.map(notKept) }
}

/** By their paths from the project directory. */
export async function keptFilesOf({ nodes, root }: RevisionView) {
  const files = await allEntries<KeptFile>(nodes, root.kept?.tree?.files ?? null)
  return new Map(files.map((file) => [file.id, file]))
}

function hasBytes({ text, blob }: Bytes) {
  return text !== undefined || blob !== undefined
}

type Bytes = Pick<KeptFile, 'text' | 'blob'>

function withBytes(file: KeptFile, { text, blob }: Bytes = {}): KeptFile {
  return { ...file, ...(text !== undefined && { text }), ...(blob !== undefined && { blob }) }
}

/** The smallest files, and those that are too much. */
export function withinLimits(files: KeptFile[], most = MOST_KEPT) {
  const [kept, left]: [KeptFile[], KeptFile[]] = [[], []]
  let bytes = 0
  for (const file of files.toSorted((a, b) => a.size - b.size)) {
    bytes += file.size
    const isFit = kept.length < most.files && bytes <= most.bytes && file.size <= most.fileBytes
    const place = isFit ? kept : left
    place.push(file)
  }
  return { kept, left }
}

function notKept({ id }: KeptFile): FileProblem {
  const message =
    'The file is too large to store, or there are too many files; it stays in the repository, but exports to a new repository do not include it'
  return { file: id, kind: 'not-kept', message }
}

async function readBytes(
  keeping: Keeping,
  { cache }: Repository,
  files: KeptFile[],
  known: ReadonlyMap<string, KeptFile>,
) {
  const unknown = new Set(files.flatMap(({ oid }) => (known.has(oid) ? [] : [oid])))
  const read = new Map<string, Bytes>()
  let unstored = 0
  await cache.readBlobs(unknown, async (oid, bytes) => {
    read.set(oid, await keepBytes(keeping, bytes))
    unstored += bytes.length
    if (unstored < STORED_AT_ONCE) return
    await keeping.store()
    unstored = 0
  })
  return read
}

/** Texts are among the nodes, as those of pages are; all else in the blob store. */
export async function keepBytes(
  { tools, nodes }: Pick<Keeping, 'tools' | 'nodes'>,
  bytes: Buffer,
): Promise<Bytes> {
  const isText = bytes.length <= MOST_PAGE_BYTES && isUtf8(bytes)
  return isText ? { text: nodes.putText(bytes.toString('utf8')) } : { blob: await tools.blobs.put(bytes) }
}

/** The map that has these files and no others. */
async function changedMap(
  nodes: NodeSession,
  before: RevisionView,
  files: KeptFile[],
): Promise<KeptTree['files']> {
  const old = await keptFilesOf(before)
  const changes = new Map<string, KeptFile | null>([...old.keys()].map((id) => [id, null]))
  for (const file of files)
    if (isSame(old.get(file.id), file)) changes.delete(file.id)
    else changes.set(file.id, file)
  return changeFiles(nodes, before, changes)
}

export function changeFiles(
  nodes: NodeSession,
  { root }: RevisionView,
  changes: Map<string, KeptFile | null>,
) {
  return changeEntries(nodes, root.kept?.tree?.files ?? null, changes, ({ text, blob }) => [
    text ?? null,
    blob ?? null,
  ])
}
