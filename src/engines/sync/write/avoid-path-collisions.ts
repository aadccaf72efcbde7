// What is new or has moved in the space goes to a place of its own in the repository. Where something else is that
// we do not know, a link or a submodule or any file, it steps aside, and links to it follow.
import { openDraft } from '../../content/draft/draft.ts'
import { freeFile } from '../../content/draft/refile.ts'
import { withTexts } from '../../content/draft/with-texts.ts'
import { fileOfAsset, fileOfPage, readTarget, relativeTarget } from '../../content/links/paths.ts'
import { followingTexts } from '../../content/links/relink.ts'
import { type Changed, diffMaps, findEntries } from '../../content/nodes/map.ts'
import { findPagesWithPaths, type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import { type FileRecord, NOT_YET, type PageRecord, type PathRecord } from '../../content/records.ts'
import { replaceTargets } from '../../markdown/links.ts'
import { entriesIn } from '../../repository/summary/summary.ts'
import type { Repository } from '../types.ts'

/** `before` is what the repository holds, `after` what it shall hold. */
export async function avoidPathCollisions(
  repository: Repository,
  before: RevisionView,
  after: RevisionView,
): Promise<RevisionView> {
  const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  const newcomers = [...(await newPages(after, pages)), ...(await newFiles(before, after))]
  const known = await pathsIn(
    before,
    newcomers.map(({ path }) => path),
  )
  const isTaken = newcomers.length === 0 ? () => false : takenIn(repository, leaving(pages))
  const inTheWay = newcomers.filter(({ path }) => isTaken(path) && !known.has(path))
  if (inTheWay.length === 0) return after

  const draft = openDraft(after)
  const aside = new Map<string, string>()
  for (const { path, page, file } of inTheWay) {
    const given = new Set(aside.values())
    const free = await freeFile(
      path,
      async (one) => isTaken(one) || given.has(one) || (await pathsIn(after, [one])).has(one),
    )
    aside.set(path, free)
    draft.putPath(path, null)
    if (file) draft.putFile({ ...file, git: { oid: NOT_YET, path: free } })
    if (!page) continue
    draft.putPage(page.id, { ...page, git: { ...page.git, oid: NOT_YET, path: free } })
    draft.putPath(free, { id: free, page: page.id })
  }
  const placed = await readRevision(after.nodes, await draft.finish())
  // Only texts that the repository does not hold yet can mean what it does not hold yet.
  const holders = pages.flatMap(({ id, after }) => (after ? [id] : []))
  const texts = await followingTexts({
    before: after,
    after: placed,
    findLinkers: async () => [],
    origins: new Map(holders.map((id) => [id, after])),
  })
  const { view } = await withTexts(placed, texts)
  return (await withTexts(view, await spelledAnew(view, holders, aside))).view
}

/** Files from which pages go away. */
function leaving(changes: Changed<PageRecord>[]) {
  const gone = changes.flatMap(({ before, after }) =>
    before?.git && before.git.path !== after?.git?.path ? [before.git.path] : [],
  )
  return new Set(gone)
}

/**
 * Whether the path is taken, or seems to be: on many machines a name that differs in its case only is the same name,
 * and what an entry of the table of contents misses shall not come by chance.
 */
function takenIn({ taken, summary }: Repository, gone: ReadonlySet<string>) {
  const places = new Set<string>()
  for (const path of taken) {
    if (gone.has(path)) continue
    const folded = path.toLowerCase()
    places.add(folded)
    for (let at = folded.indexOf('/'); at >= 0; at = folded.indexOf('/', at + 1))
      places.add(folded.slice(0, at))
  }
  for (const { target } of summary ? entriesIn(summary.read) : [])
    if (target.kind === 'file' && !gone.has(target.path)) places.add(target.path.toLowerCase())
  return (path: string) => places.has(path.toLowerCase())
}

type Newcomer = { path: string; page?: PageRecord; file?: FileRecord }

/** Documents that did not move keep their path. */
async function newPages(after: RevisionView, changes: Changed<PageRecord>[]): Promise<Newcomer[]> {
  const before = new Map(changes.map(({ id, before }) => [id, before?.git?.path]))
  const found = await findPagesWithPaths(after, [...before.keys()])
  return [...found.values()]
    .filter(({ page }) => page.type === 'document')
    .map(({ page, path }) => ({ page, path: fileOfPage(page, path) }))
    .filter(({ page, path }) => before.get(page.id) !== path)
}

async function newFiles(before: RevisionView, after: RevisionView): Promise<Newcomer[]> {
  const changes = await diffMaps<FileRecord>(after.nodes, before.root.files, after.root.files)
  return changes.flatMap(({ before: old, after: file }) => {
    const path = file && fileOfAsset(file)
    return path === undefined || (old && fileOfAsset(old) === path) ? [] : [{ path, file }]
  })
}

function pathsIn({ nodes, root }: RevisionView, paths: string[]) {
  return findEntries<PathRecord>(nodes, root.paths, paths)
}

/** Here a page is also found by its address; in the repository only by its file. */
async function spelledAnew(view: RevisionView, pageIds: string[], aside: Map<string, string>) {
  const texts = new Map<string, string>()
  const found = await findPagesWithPaths(view, pageIds)
  await view.nodes.fetch([...found.values()].map(({ page }) => page.body))
  for (const [id, { page, path }] of found) {
    if (page.body === null) continue
    const file = fileOfPage(page, path)
    const text = view.nodes.text(page.body)
    const spelled = replaceTargets(text, (written) => {
      const target = readTarget(written, file)
      const free = target.kind === 'inside' ? aside.get(target.path) : undefined
      return target.kind === 'inside' && free ? relativeTarget(file, free) + target.tail : undefined
    })
    if (spelled !== text) texts.set(id, spelled)
  }
  return texts
}
