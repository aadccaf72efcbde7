// Where no table of contents says where a page stands, the folder of its file does: without one at all, and below pages
// that are not listed. There the files of the pages below a page go along when its own file moves.
import { openDraft } from '../../content/draft/draft.ts'
import { fileIn, folderBelow, freeFile, joinPath } from '../../content/draft/refile.ts'
import { withTexts } from '../../content/draft/with-texts.ts'
import { type FindLinkers, followingTexts, relink } from '../../content/links/relink.ts'
import { diffMaps } from '../../content/nodes/map.ts'
import { findPages, type RevisionView, readRevision, siblingsAt } from '../../content/nodes/revision.ts'
import { NOT_YET, type PageRecord } from '../../content/records.ts'
import type { Repository, TreeRead } from '../types.ts'

type Read = Pick<TreeRead, 'content' | 'unlisted'> & { repository: Repository }
type Move = { page: PageRecord; from: string; to: string }

/** `after` is what the repository shall hold. */
export async function withFolders(
  read: Read,
  after: RevisionView,
  findLinkers: FindLinkers,
): Promise<RevisionView> {
  const pages = await diffMaps<PageRecord>(after.nodes, read.content.root.pages, after.root.pages)
  const changed = new Map(pages.map(({ id, before }) => [id, before]))
  const isNew = (id: string) => changed.has(id) && !changed.get(id)
  const isPlaced = ({ id }: PageRecord) => !read.repository.summary || read.unlisted.has(id)
  const moved = pages.flatMap(({ before, after: page }): Move[] => {
    const [from, to] = [before?.git?.path, page?.git?.path]
    if (!page?.children || from === undefined || to === undefined || !isPlaced(page)) return []
    return from === to ? [] : [{ page, from, to }]
  })
  // A page may follow several: the one right above it first, at last the highest.
  const following = new Map<string, Move>()
  for (let level = moved; level.length > 0; ) {
    const below = (await pagesBelow(after, level)).flatMap(([page, above]): Move[] => {
      const file = following.get(page.id)?.to ?? page.git?.path
      const isFollowing = file !== undefined && (isPlaced(page) || isNew(page.id))
      const to = isFollowing ? inFolderOf(above, file) : file
      return page.git && to !== undefined && to !== file ? [{ page, from: page.git.path, to }] : []
    })
    for (const move of below) following.set(move.page.id, move)
    level = below.filter(({ page }) => page.children)
  }
  if (following.size === 0) return after

  const draft = openDraft(after)
  for (const { from } of following.values()) draft.putPath(from, null)
  const origins = new Map<string, RevisionView>()
  for (const { page, to } of following.values()) {
    const path = await freeFile(to, async (file) => (await draft.findPath(file)) !== undefined)
    draft.putPath(path, { id: path, page: page.id })
    const old = changed.get(page.id)
    const isAsBefore =
      old && (await hasOnlyFollowed({ view: read.content, page: old }, { view: after, page }))
    // From its old text its links follow in one step: most mean in the new place what they meant in the old one.
    if (isAsBefore) origins.set(page.id, read.content)
    const { body } = isAsBefore ? old : page
    draft.putPage(page.id, { ...page, body, git: { oid: NOT_YET, ...page.git, path } })
  }
  const placed = await readRevision(after.nodes, await draft.finish())
  const texts = await followingTexts({ before: after, after: placed, findLinkers, origins })
  return (await withTexts(placed, texts)).view
}

async function pagesBelow(view: RevisionView, moves: Move[]): Promise<[PageRecord, Move][]> {
  await view.nodes.fetch(moves.map(({ page }) => page.children))
  const above = new Map<string, Move>()
  for (const move of moves)
    for (const { id } of await siblingsAt(view.nodes, move.page.children)) above.set(id, move)
  const pages = await findPages(view, above.keys())
  return [...above].flatMap(([id, move]) => {
    const page = pages.get(id)
    return page ? [[page, move]] : []
  })
}

/** Where a file goes that lay in the folder of a page, or anywhere, when the page moves. */
function inFolderOf({ from, to }: Move, file: string) {
  const [left, folder] = [folderBelow(from), folderBelow(to)]
  if (isInside(file, folder)) return file
  return isInside(file, left) ? joinPath(folder, file.slice(left.length + 1)) : fileIn(folder, file)
}

function isInside(file: string, folder: string) {
  return folder === '' || file.startsWith(`${folder}/`)
}

type Seen = { view: RevisionView; page: PageRecord }

/** Whether nothing but links to pages that moved makes the one text from the other. */
async function hasOnlyFollowed(then: Seen, now: Seen) {
  const { nodes } = now.view
  await nodes.fetch([then.page.body, now.page.body])
  if (then.page.body === null || now.page.body === null) return false
  const viewOf = ({ view, page }: Seen) => ({
    view,
    from: { page: page.id, file: page.git?.path ?? '' },
  })
  const followed = await relink(viewOf(then), viewOf(now), nodes.text(then.page.body))
  return followed === nodes.text(now.page.body)
}
