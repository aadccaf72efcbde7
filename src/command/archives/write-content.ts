// What readers see, as an export to an empty repository would write it, and beside it what Markdown can not say.
import { openDraft } from '../../engines/content/draft/draft.ts'
import { freeFile } from '../../engines/content/draft/refile.ts'
import { ASSETS, fileOfAsset, fileOfPage } from '../../engines/content/links/paths.ts'
import { allEntries } from '../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../engines/content/nodes/nodes.ts'
import { flatTrees, wholeTree } from '../../engines/content/nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../../engines/content/nodes/revision.ts'
import type {
  FileRecord,
  GitBlob,
  Hash,
  PageRecord,
  PathRecord,
  ReusableRecord,
} from '../../engines/content/records.ts'
import { blobId } from '../../engines/repository/blob-id.ts'
import { splitPage } from '../../engines/repository/page/page-file.ts'
import { VARIABLES_FILE } from '../../engines/sync/file-kinds.ts'
import { keptSummary } from '../../engines/sync/kept-texts.ts'
import { openRepository } from '../../engines/sync/read/repository.ts'
import type { Exported, Written } from '../../engines/sync/types.ts'
import { changedTexts, writtenText } from '../../engines/sync/write/changed-files.ts'
import { listAnew } from '../../engines/sync/write/patch.ts'
import type { OutsideContext, ReadContext } from '../../kit/domain/context.ts'
import { unfit } from '../../kit/domain/problems.ts'
import { type ArchiveTarget, isSafeEntry } from '../../world/archive/archive.ts'
import type { ArchivedPage, FileEntry, FilesFile, PagesFile, ReusableEntry } from './format.ts'
import { FILES_FILE, OURS, PAGES_FILE, TEXTS } from './names.ts'

export type ArchiveWriter = {
  ctx: OutsideContext
  target: ArchiveTarget
  /** One more thing is written. */
  onWritten: () => void
}

/** There is nothing yet in the folder that is written to. */
const NOTHING = { list: async () => [], readBlobs: async () => {} }

export async function writeContent(writing: ArchiveWriter, content: RevisionView) {
  const { ctx, target } = writing
  const files = await allEntries<FileRecord>(content.nodes, content.root.files)
  files.sort(byId)
  const tree: Record<string, string> = {}
  const reserved = reservedIn(content)
  const fileEntries = await writeFiles(writing, files, tree, reserved)
  const { exported, kept } = await markdownOf(ctx, content, new Set([...reserved, ...Object.keys(tree)]))
  for (const [path, bytes] of exported.files) {
    if (!Buffer.isBuffer(bytes)) continue
    tree[path] = blobId(bytes)
    await target.add(path, bytes)
    writing.onWritten()
  }
  const pages: PagesFile = { pages: [] }
  for (const { page } of flatTrees(await wholeTree(content)))
    pages.pages.push(await pageEntry(writing, content, page, exported))
  const reusableContents: ReusableEntry[] = []
  const reusables = await allEntries<ReusableRecord>(content.nodes, content.root.reusables)
  for (const reusable of reusables.sort(byId))
    reusableContents.push(await reusableEntry(writing, content, reusable, exported))
  const paths = await allEntries<PathRecord>(content.nodes, content.root.paths)
  const filesFile: FilesFile = {
    files: fileEntries,
    reusableContents,
    variables: content.root.variables,
    paths: paths.sort(byId),
    kept: kept && { summary: kept.summary?.path, config: kept.config && CONFIG },
    tree: Object.fromEntries(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  await target.add(PAGES_FILE, asJson(pages))
  await target.add(FILES_FILE, asJson(filesFile))
  return {
    pages: pages.pages.filter(({ type }) => type === 'document').length,
    files: fileEntries.length,
    reusableContents: reusableContents.length,
  }
}

const CONFIG = '.gitbook.yaml'

/** Places of what is no page, file or reusable content. */
function reservedIn({ root }: RevisionView) {
  return new Set([root.kept?.summary?.path ?? 'SUMMARY.md', CONFIG, VARIABLES_FILE])
}

export function asJson(value: unknown) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

function byId(a: { id: string }, b: { id: string }) {
  return a.id < b.id ? -1 : 1
}

/** Of pages, reusable contents, variables and the table of contents; `taken` are the places of files. */
async function markdownOf(ctx: OutsideContext, content: RevisionView, taken: Set<string>) {
  const before = await readRevision(content.nodes, null)
  const after = await withOwnPlaces(content, taken)
  const repository = { ...(await openRepository(ctx, NOTHING, null, '')), taken }
  const kept = await keptSummary(ctx, after)
  const exported = await changedTexts(repository, { before, after, unlisted: kept?.read.unlisted })
  const nothing = { repository, pageOfLine: new Map<number, string>(), unlisted: new Set<string>() }
  await listAnew(exported, repository, kept ?? { read: nothing, before }, after)
  if (exported.config) exported.files.set(exported.config.path, exported.config.bytes)
  return { exported, kept: after.root.kept }
}

/**
 * Whoever came from Git lies where it lay. Pages and reusable contents that claim a file which something else has, or
 * which nobody should write, are filed as if they never had one.
 */
async function withOwnPlaces(content: RevisionView, taken: ReadonlySet<string>): Promise<RevisionView> {
  const trees = flatTrees(await wholeTree(content))
  const reusables = await allEntries<ReusableRecord>(content.nodes, content.root.reusables)
  const hasMetGit = trees.some(({ page }) => page.git) || reusables.some(({ git }) => git)
  if (!hasMetGit) return content
  const places = claimPlaces(taken)
  // All claims come first: who has none must not lie where somebody else does.
  const homelessPages = trees.filter(({ page }) => page.body !== null && !places.claim(page.git?.path))
  const homelessReusables = reusables.filter(({ git }) => !places.claim(git?.path))
  const draft = openDraft(content)
  // The table of contents would list them by names that they do not have in the space.
  if (homelessPages.some(({ page }) => page.git)) draft.takeKept(undefined)
  for (const { page, path } of homelessPages) {
    const wanted = fileOfPage({ ...page, git: undefined }, path)
    draft.putPage(page.id, { ...page, git: { ...page.git, path: await places.find(wanted), oid: '' } })
  }
  for (const reusable of homelessReusables) {
    const path = await places.find(`.gitbook/includes/${reusable.id}.md`)
    draft.putReusable(reusable.id, { ...reusable, git: { ...reusable.git, path, oid: '' } })
  }
  return readRevision(content.nodes, await draft.finish())
}

function claimPlaces(taken: ReadonlySet<string>) {
  const places = new Set(taken)
  return {
    claim(path: string | undefined) {
      if (path === undefined || !isFit(path) || places.has(path)) return false
      places.add(path)
      return true
    },
    async find(wanted: string) {
      const path = await freeFile(wanted, async (path) => places.has(path))
      places.add(path)
      return path
    },
  }
}

/** Whether a file of the space may lie there in an archive. */
export function isFit(path: string) {
  return isSafeEntry(path) && !path.toLowerCase().startsWith(OURS)
}

async function writeFiles(
  writing: ArchiveWriter,
  files: FileRecord[],
  tree: Record<string, string>,
  reserved: ReadonlySet<string>,
) {
  const entries: FileEntry[] = []
  for (const file of files) {
    const wanted = fileOfAsset(file)
    const isFree = isFit(wanted) && !(wanted in tree) && !reserved.has(wanted)
    const path = isFree ? wanted : `${ASSETS}/${file.id}`
    const bytes = await bytesOf(writing.ctx, file)
    await writing.target.add(path, bytes)
    tree[path] = blobId(bytes)
    entries.push({ ...file, file: path })
    writing.onWritten()
  }
  return entries
}

export async function bytesOf(ctx: ReadContext, { blob, name }: FileRecord) {
  const bytes = await ctx.blobs.read(blob)
  if (!bytes) throw unfit(`The file ${name} is missing in the file store`)
  return bytes
}

async function pageEntry(
  writing: ArchiveWriter,
  { nodes }: RevisionView,
  page: PageRecord,
  exported: Exported,
) {
  const { body, children: _, ...record } = page
  const entry: ArchivedPage = { ...record, body }
  if (body === null) return entry
  return { ...entry, ...(await textsAt(writing, nodes, { ...page, body }, exported.pages, exported)) }
}

async function reusableEntry(
  writing: ArchiveWriter,
  { nodes }: RevisionView,
  reusable: ReusableRecord,
  exported: Exported,
): Promise<ReusableEntry> {
  return { ...reusable, ...(await textsAt(writing, nodes, reusable, exported.reusables, exported)) }
}

type Texted = { id: string; body: Hash; git?: GitBlob }

/**
 * Where the text, and what stood before it in Git, are found again byte for byte: in the file, or apart where the file
 * says it otherwise.
 */
async function textsAt(
  { target }: ArchiveWriter,
  nodes: NodeSession,
  { id, body, git }: Texted,
  written: Map<string, Written>,
  exported: Exported,
) {
  const file = written.get(id)?.path
  const inFile = file === undefined ? undefined : writtenText(exported, file)
  const apart = async (name: string, hash: Hash, texts: string[]) => {
    await nodes.fetch([hash])
    if (texts.includes(nodes.text(hash))) return
    await target.add(`${TEXTS}${name}`, Buffer.from(nodes.text(hash)))
    return `${TEXTS}${name}`
  }
  return {
    file,
    text: await apart(`${id}.md`, body, inFile === undefined ? [] : textsIn(inFile)),
    head: git?.head && (await apart(`${id}.head.md`, git.head, inFile === undefined ? [] : [headIn(inFile)])),
  }
}

export function headIn(file: string) {
  return splitPage(file).head
}

/** The texts that a file may stand for: a last line that was not ended is ended in a file. */
export function textsIn(file: string) {
  const { body } = splitPage(file)
  return body.endsWith('\n') ? [body, body.slice(0, -1)] : [body]
}
