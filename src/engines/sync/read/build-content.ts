// Content out of a repository: its files become pages, files, reusable contents and variables, under the ids they had.

import { type Draft, openDraft } from '../../content/draft/draft.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { readTarget } from '../../content/links/paths.ts'
import { allEntries } from '../../content/nodes/map.ts'
import { type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { FileRecord, PathRecord, ReusableRecord } from '../../content/records.ts'
import { isSame } from '../../content/same.ts'
import { readVariables } from '../../repository/page/variables.ts'
import { titleOfFile } from '../../repository/plan.ts'
import { ASSETS_FOLDER, includesOf, isTextFile, pageFilesOf, VARIABLES_FILE } from '../file-kinds.ts'
import { keepFiles } from '../kept-files.ts'
import { keptTexts } from '../kept-texts.ts'
import { damageChecker, leftBehind, lostEntries, strangeSigns } from '../report/damage.ts'
import { notMarkdown } from '../report/not-markdown.ts'
import type { Building, Built, ReadFile, ReadPage, Repository } from '../types.ts'
import { filesToRead, planOf } from './files-to-read.ts'
import { matchFiles } from './identities.ts'
import { type KnownContent, knownContent } from './known.ts'
import { placePages } from './place-pages.ts'
import { readAssets, readPageFiles } from './read-files.ts'
import { readBytes } from './repository.ts'

export async function buildContent(building: Building): Promise<Built> {
  const { repository, syncBase, current, renames } = building
  const { files } = repository
  const known = await knownContent(syncBase, current)
  await yieldToEventLoop()
  const pageFiles = pageFilesOf(repository)
  await yieldToEventLoop()
  const includes = includesOf(repository)

  await yieldToEventLoop()
  const pages = matchFiles(pageFiles, known.pageAt, files, renames)
  await yieldToEventLoop()
  const reusables = matchFiles(includes, known.reusableAt, files, renames)
  const knownAssets = [...files.keys()].filter(
    (path) => path.startsWith(ASSETS_FOLDER) || known.fileAt.has(path),
  )
  await yieldToEventLoop()
  const toRead = await filesToRead(building, { pageFiles, includes, pages, reusables, known })
  await building.onCount(toRead.size + knownAssets.length)
  const { read, unreadable } = await readPageFiles(building, repository, [...toRead])
  // What is known stays as it was. By the bytes it was read from, the next import sees that it is behind.
  for (const path of unreadable) {
    if (!pages.matched.has(path)) pageFiles.delete(path)
    if (!reusables.matched.has(path)) includes.delete(path)
  }
  await yieldToEventLoop()
  const { plan, problems: tooDeep } = planOf(repository, pageFiles, (file) => {
    const fresh = read.get(file)
    return fresh ? fresh.fields.position : pages.matched.get(file)?.git?.position
  })

  await yieldToEventLoop()
  const draft = openDraft(syncBase)
  const wanted = new Set([...knownAssets, ...(await linkedFiles(read, repository, pageFiles))])
  const fileIds = await putFiles(building, draft, known, [...wanted])
  const reusableIds = await putReusables(building, draft, {
    read,
    includes,
    matched: reusables.matched,
    known,
  })
  const placed = await placePages(building, draft, { plan, read, known, ...pages, fileIds })
  await yieldToEventLoop()
  await putPaths(draft, syncBase, placed.pageAt, fileIds, reusableIds)
  const variables = await readVariablesOf(repository)
  draft.putVariables(variables.values)
  const isKept = (path: string) => placed.pageAt.has(path) || fileIds.has(path) || reusableIds.has(path)
  const unread = new Set(unreadable)
  const isTold = (path: string) => {
    if (!isKept(path) || unread.has(path)) return false
    return fileIds.has(path) || read.get(path)?.isUtf8
  }
  const beside = await keepFiles(building, { repository, before: syncBase, isTold })
  draft.putKept({ ...keptTexts(building.nodes, repository), tree: beside.tree })

  const root = await draft.finish()
  const content = await readRevision(building.nodes, root)
  const damageOf = damageChecker({ repository, content, isKept, neighbours: building.neighbours })
  const problems = [
    ...repository.problems,
    ...lostEntries(repository, pageFiles),
    ...tooDeep,
    ...leftBehind(repository, unreadable),
    ...notMarkdown(repository.files.keys()),
    ...variables.problems,
    ...beside.problems,
  ]
  for (const [file, page] of read) {
    for (const problem of await damageOf(file, page)) problems.push(problem)
    await yieldToEventLoop()
  }
  return { root, ...placed, fileCount: fileIds.size, problems }
}

/** Pictures and the like are anywhere; those that a page links to, or has as its cover, are files of the space. */
async function linkedFiles(read: Map<string, ReadPage>, { files }: Repository, pageFiles: Set<string>) {
  const linked = new Set<string>()
  for (const [file, { links, fields }] of read) {
    const cover = fields.cover && readTarget(fields.cover.src, file)
    if (cover?.kind === 'inside') linked.add(cover.path)
    for (const [, path] of links) linked.add(path)
    await yieldToEventLoop()
  }
  return [...linked].filter((path) => files.has(path) && !isTextFile(path, pageFiles))
}

async function putFiles(building: Building, draft: Draft, known: KnownContent, paths: string[]) {
  const { tools, repository, syncBase } = building
  const { matched, gone } = matchFiles(paths, known.fileAt, repository.files, building.renames)
  const isAsBefore = (path: string) => {
    if (building.rereads === 'everything') return false
    const git = matched.get(path)?.git
    return git?.path === path && git.oid === repository.files.get(path)?.oid
  }
  const read = await readAssets(
    building,
    repository,
    paths.filter((path) => !isAsBefore(path)),
  )
  const before = new Set(
    (await allEntries<FileRecord>(syncBase.nodes, syncBase.root.files)).map(({ id }) => id),
  )
  const ids = new Map<string, string>()
  for (const path of paths) {
    const record = matched.get(path)
    const fresh: ReadFile | undefined = isAsBefore(path) ? record : read.get(path)
    if (!fresh) continue
    const id = record?.id ?? tools.ids.next()
    ids.set(path, id)
    if (!isAsBefore(path) || !before.has(id)) draft.putFileRecord(id, { ...fresh, id })
  }
  for (const { id } of gone) if (before.has(id)) draft.putFileRecord(id, null)
  return ids
}

type Includes = {
  read: Map<string, ReadPage>
  includes: Set<string>
  matched: Map<string, ReusableRecord>
  known: KnownContent
}

async function putReusables({ tools, repository }: Building, draft: Draft, work: Includes) {
  const { read, includes, matched, known } = work
  const ids = new Map<string, string>()
  for (const path of includes) {
    const [record, fresh] = [matched.get(path), read.get(path)]
    const id = record?.id ?? tools.ids.next()
    ids.set(path, id)
    if (!fresh) continue
    const title = fresh.fields.title ?? titleOfFile(path)
    const git = { oid: repository.files.get(path)?.oid ?? '', path, ...(fresh.head && { head: fresh.head }) }
    draft.putReusable(id, { id, title, body: fresh.body, git })
  }
  const kept = new Set(ids.values())
  for (const { id } of known.reusableAt.values()) if (!kept.has(id)) draft.putReusable(id, null)
  return ids
}

/** Everything that came from the repository is at its path, and nothing else is. */
async function putPaths(
  draft: Draft,
  syncBase: RevisionView,
  pages: Map<string, string>,
  files: Map<string, string>,
  reusables: Map<string, string>,
) {
  const wanted = new Map<string, PathRecord>()
  for (const [path, page] of pages) wanted.set(path, { id: path, page })
  await yieldToEventLoop()
  for (const [path, file] of files) wanted.set(path, { id: path, file })
  for (const [path, reusable] of reusables) wanted.set(path, { id: path, reusable })
  for (const record of await allEntries<PathRecord>(syncBase.nodes, syncBase.root.paths)) {
    const now = wanted.get(record.id)
    if (!now) draft.putPath(record.id, null)
    else if (isSame(now, record)) wanted.delete(record.id)
    await yieldToEventLoop()
  }
  for (const [path, record] of wanted) draft.putPath(path, record)
}

async function readVariablesOf({ cache, files }: Repository) {
  const entry = files.get(VARIABLES_FILE)
  if (!entry) return { values: {}, problems: [] }
  const bytes = await readBytes(cache, entry)
  const { values, problems } = readVariables(bytes.toString('utf8'))
  const found = problems.map((problem) => ({ ...problem, file: VARIABLES_FILE }))
  return { values, problems: [...strangeSigns(VARIABLES_FILE, bytes), ...found] }
}
