// From two states of content to the files that differ: each is patched, so that only what was edited changes.

import type { FileChange, TreeEntry } from '../../../world/git/git.ts'
import { freeFile } from '../../content/draft/refile.ts'
import { fileOfAsset, fileOfPage } from '../../content/links/paths.ts'
import { diffMaps } from '../../content/nodes/map.ts'
import { findPagesWithPaths, type RevisionView } from '../../content/nodes/revision.ts'
import type { FileRecord, GitBlob, PageRecord, ReusableRecord } from '../../content/records.ts'
import { blobId, blobIdOf } from '../../repository/blob-id.ts'
import {
  isPlainHead,
  joinPage,
  patchHead,
  type SplitPage,
  splitPage,
  withBlankLine,
} from '../../repository/page/page-file.ts'
import { patchVariables } from '../../repository/page/variables.ts'
import { titleOfFile } from '../../repository/plan.ts'
import { bytesOfText } from '../../repository/text-bytes.ts'
import { VARIABLES_FILE } from '../file-kinds.ts'
import { headFieldsOf } from '../page-fields.ts'
import { readBytes } from '../read/repository.ts'
import type { Exported, Repository, StoredFile, SyncTools, Written } from '../types.ts'
import {
  carriedFields,
  keptPageHead,
  keptReusableHead,
  namedPaths,
  namingMoved,
  patchedHead,
} from './changed-heads.ts'
import { fittingBody } from './fitting-body.ts'

type Sides = {
  before: RevisionView
  after: RevisionView
  /** Pages that the table of contents to be does not list: they hide without saying so. */
  unlisted?: ReadonlySet<string>
}

/** `before` is what the repository holds, `after` what it shall hold. */
export async function changedFiles(
  tools: Pick<SyncTools, 'blobs'>,
  repository: Repository,
  sides: Sides,
): Promise<Exported> {
  const exported = nothingYet()
  await exportAssets(tools, repository, sides, exported)
  await exportTexts(repository, sides, exported)
  return exported
}

/** The same without pictures and other files, for who takes these one by one. */
export async function changedTexts(repository: Repository, sides: Sides): Promise<Exported> {
  const exported = nothingYet()
  await exportTexts(repository, sides, exported)
  return exported
}

function nothingYet(): Exported {
  return {
    files: new Map(),
    movedFrom: new Map(),
    pages: new Map(),
    assets: new Map(),
    reusables: new Map(),
  }
}

/** The text that is written at a path. */
export function writtenText({ files }: Exported, path: string) {
  const content = files.get(path)
  return Buffer.isBuffer(content) ? content.toString('utf8') : undefined
}

function writeFile(
  { files, movedFrom }: Exported,
  path: string,
  content: Buffer | StoredFile,
  before?: string,
) {
  files.set(path, content)
  if (before !== undefined && before !== path) movedFrom.set(path, before)
}

async function exportTexts(repository: Repository, sides: Sides, exported: Exported) {
  await exportPages(repository, sides, exported)
  await exportReusables(repository, sides, exported)
  await exportVariables(repository, sides, exported)
}

async function exportPages(repository: Repository, { before, after, unlisted }: Sides, exported: Exported) {
  const edited = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  const changes = [...edited, ...(await namingMoved(after, edited))]
  const now = await findPagesWithPaths(
    after,
    changes.flatMap(({ id, after }) => (after ? [id] : [])),
  )
  await after.nodes.fetch([...now.values()].flatMap(({ page }) => [page.body, page.git?.head]))
  const pathOf = { before: await namedPaths(before, changes), after: await namedPaths(after, changes) }
  // First everybody leaves, so that one may go where another was.
  for (const { before: old, after: page } of changes)
    if (old?.git && old.git.path !== page?.git?.path) exported.files.set(old.git.path, null)
  for (const { id, before: old } of changes) {
    const found = now.get(id)
    if (found?.page.type !== 'document' || found.page.body === null) continue
    const { page } = found
    const wantedPath = fileOfPage(page, found.path)
    const path = old?.git?.path === wantedPath ? wantedPath : await newPath(repository, exported, wantedPath)
    const source = await sourceOf(repository, old?.git)
    const wanted = carriedFields(headFieldsOf(page, path, pathOf.after), old?.git?.path ?? path, path)
    const body =
      old?.body === page.body && source
        ? source.body
        : fittingBody(after.nodes.text(page.body ?? ''), source?.body)
    const known = old && headFieldsOf(old, old.git?.path ?? path, pathOf.before)
    const isNamedElsewhere = repository.summary && !unlisted?.has(id)
    // Only the file's name told its title: what the new name tells is what the page would be called.
    if (known && path !== old.git?.path && source?.fields.title === undefined && !isNamedElsewhere)
      known.title = titleOfFile(path)
    const head =
      source && known
        ? patchedHead(source, { before: known, after: wanted, isUnlisted: unlisted?.has(id) })
        : keptPageHead(after.nodes, { ...page.git, path }, wanted, unlisted?.has(id))
    const isFirstText = source?.body === '' && body !== ''
    const text = joinPage(isFirstText ? withBlankLine(head) : head, body, page.title)
    if (text === source?.text && path === old?.git?.path) continue
    const bytes = bytesOfText(text, source?.bytes)
    writeFile(exported, path, bytes, old?.git?.path)
    // As the next import will read it: blank lines before a text are none of it.
    exported.pages.set(id, { ...writtenAs(path, bytes, text), body: splitPage(text).body })
  }
}

function writtenAs(path: string, bytes: Buffer, text: string): Written {
  const { head, fields } = splitPage(text)
  const { canonical, alternates } = fields
  return { path, oid: blobId(bytes), canonical, alternates, ...(!isPlainHead(head, fields) && { head }) }
}

type Source = { bytes: Buffer; text: string } & Pick<SplitPage, 'head' | 'body' | 'fields'>

/** The file of a page or reusable content as it is in the repository. */
async function sourceOf({ cache, files }: Repository, git?: GitBlob): Promise<Source | undefined> {
  const entry = git && files.get(git.path)
  if (!entry) return
  const bytes = await readBytes(cache, entry)
  const text = bytes.toString('utf8')
  return { bytes, text, ...splitPage(text) }
}

function newPath({ taken }: Repository, { files }: Exported, wanted: string) {
  return freeFile(wanted, async (path) => files.get(path) !== null && (taken.has(path) || files.has(path)))
}

async function exportAssets(
  tools: Pick<SyncTools, 'blobs'>,
  repository: Repository,
  { before, after }: Sides,
  exported: Exported,
) {
  const changes = await diffMaps<FileRecord>(after.nodes, before.root.files, after.root.files)
  for (const { before: old, after: file } of changes)
    if (old && (!file || fileOfAsset(file) !== fileOfAsset(old))) exported.files.set(fileOfAsset(old), null)
  for (const { id, before: old, after: file } of changes) {
    if (!file || (old?.blob === file.blob && fileOfAsset(old) === fileOfAsset(file))) continue
    const wantedPath = fileOfAsset(file)
    const isThere = old && fileOfAsset(old) === wantedPath
    const path = isThere ? wantedPath : await newPath(repository, exported, wantedPath)
    const stored = await storedFile(tools, file)
    writeFile(exported, path, stored, old && fileOfAsset(old))
    exported.assets.set(id, { path, oid: stored.oid })
  }
}

async function storedFile(
  { blobs }: Pick<SyncTools, 'blobs'>,
  { blob, name }: FileRecord,
): Promise<StoredFile> {
  const opened = await blobs.get(blob)
  if (!opened) throw new Error(`The bytes of ${name} are missing`)
  const { size, stream } = opened
  return { oid: await blobIdOf(size, stream), blob, size }
}

async function exportReusables(repository: Repository, { before, after }: Sides, exported: Exported) {
  const changes = await diffMaps<ReusableRecord>(after.nodes, before.root.reusables, after.root.reusables)
  await after.nodes.fetch(changes.flatMap(({ after }) => [after?.body, after?.git?.head]))
  for (const { id, before: old, after: reusable } of changes) {
    if (old?.git && old.git.path !== reusable?.git?.path) exported.files.set(old.git.path, null)
    if (!reusable) continue
    const wantedPath = reusable.git?.path ?? `.gitbook/includes/${reusable.id}.md`
    const path = old?.git?.path === wantedPath ? wantedPath : await newPath(repository, exported, wantedPath)
    const source = await sourceOf(repository, old?.git)
    const body = fittingBody(after.nodes.text(reusable.body), source?.body)
    const wanted = { title: reusable.title }
    const head = source
      ? patchHead(source.head, { title: old?.title ?? reusable.title }, wanted)
      : keptReusableHead(after.nodes, { ...reusable.git, path }, reusable.title)
    const text = joinPage(head, body)
    if (text === source?.text && path === old?.git?.path) continue
    const bytes = bytesOfText(text, source?.bytes)
    writeFile(exported, path, bytes, old?.git?.path)
    exported.reusables.set(id, writtenAs(path, bytes, text))
  }
}

async function exportVariables({ cache, files }: Repository, { before, after }: Sides, exported: Exported) {
  const [old, wanted] = [textual(before.root.variables), textual(after.root.variables)]
  if (JSON.stringify(old) === JSON.stringify(wanted)) return
  const entry = files.get(VARIABLES_FILE)
  const bytes = entry && (await readBytes(cache, entry))
  const text = bytes?.toString('utf8') ?? ''
  const patched = patchVariables(text, old, wanted)
  if (patched !== text) exported.files.set(VARIABLES_FILE, bytesOfText(patched, bytes))
}

/** The file holds texts. */
function textual(variables: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
}

/** As changes of the repository. A file that moved keeps its mode, whatever lay in its new place before. */
export function fileChanges(
  { files: before, everything, prefix }: Repository,
  { files, movedFrom, config }: Pick<Exported, 'files' | 'movedFrom' | 'config'>,
): FileChange[] {
  const changes = Array.from(files, ([path, content]): FileChange => {
    const mode = modeOf(before.get(movedFrom.get(path) ?? path))
    return { path: prefix + path, mode, content }
  })
  if (!config) return changes
  const { path, bytes: content } = config
  return [...changes, { path, mode: modeOf(everything.find((entry) => entry.path === path)), content }]
}

/** Of what is written in the place of an entry: text would be a strange target of a link. */
export function modeOf(entry: TreeEntry | undefined) {
  return entry?.mode === '100755' ? entry.mode : '100644'
}
