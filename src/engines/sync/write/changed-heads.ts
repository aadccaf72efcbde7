// What is before the text in the files of pages, when pages are edited, move, or come to a repository that never had
// them.
import {
  carriedTarget,
  fileOfAsset,
  fileOfPage,
  type LinkTarget,
  readTarget,
} from '../../content/links/paths.ts'
import { allEntries } from '../../content/nodes/map.ts'
import type { NodeSession } from '../../content/nodes/nodes.ts'
import { findFile, findPagesWithPaths, type RevisionView } from '../../content/nodes/revision.ts'
import { type Hash, metaLinksOf, type PageRecord } from '../../content/records.ts'
import { isSame } from '../../content/same.ts'
import {
  type HeadFields,
  newHead,
  patchHead,
  type SplitPage,
  splitPage,
} from '../../repository/page/page-file.ts'
import type { PathOf } from '../page-fields.ts'

type HeadChange = { before: HeadFields; after: HeadFields; isUnlisted?: boolean }

/** A page that is not listed hides without saying so; only who hides or shows it changes what its head says. */
export function patchedHead(
  { head, fields }: Pick<SplitPage, 'head' | 'fields'>,
  { before, after, isUnlisted }: HeadChange,
) {
  const { hidden } = fields
  const isAsBefore = Boolean(before.hidden) === Boolean(after.hidden) || (isUnlisted && after.hidden)
  return patchHead(head, { ...before, hidden }, { ...after, hidden: isAsBefore ? hidden : after.hidden })
}

/** The head that a file had in a repository, if it ever had one, and where it shall be. */
type HeadBefore = { head?: Hash; path: string }

/** The head of a page that this repository does not have: as another one had it, or a new one. It was fetched. */
export function keptPageHead(
  nodes: NodeSession,
  { head: kept, path }: HeadBefore,
  wanted: HeadFields,
  isUnlisted = false,
) {
  if (kept === undefined) return newHead({ ...wanted, hidden: isUnlisted ? undefined : wanted.hidden })
  const head = nodes.text(kept)
  const { fields } = splitPage(head)
  const meant = ({ cover }: HeadFields) => cover && readTarget(cover.src, path)
  const cover = isSame(meant(fields), meant(wanted)) ? fields.cover : wanted.cover
  const hidden = isUnlisted ? fields.hidden : wanted.hidden
  const { canonical, alternates } = spelledAsBefore(fields, wanted, path)
  return patchHead(head, fields, { ...wanted, hidden, cover, canonical, alternates })
}

type MetaLinks = Pick<HeadFields, 'canonical' | 'alternates'>

/** As the head spells them where they still mean the same, or where the page says nothing of them. */
function spelledAsBefore(written: MetaLinks, wanted: MetaLinks, path: string): MetaLinks {
  const spelled = (before: string | null | undefined, now: string) =>
    before && isSamePage(readTarget(before, path), readTarget(now, path)) ? before : now
  const { canonical = written.canonical, alternates = written.alternates } = wanted
  return {
    canonical: canonical && spelled(written.canonical, canonical),
    alternates: alternates?.map((now, at) => spelled(written.alternates?.[at], now)),
  }
}

/** A folder stands for its README. */
function isSamePage(one: LinkTarget, other: LinkTarget) {
  const page = (target: LinkTarget) =>
    target.kind === 'inside' ? { ...target, path: target.path.replace(/(^|\/)README\.md$/, '') } : target
  return isSame(page(one), page(other))
}

export function keptReusableHead(nodes: NodeSession, { head: kept }: HeadBefore, title: string) {
  if (kept === undefined) return `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
  const head = nodes.text(kept)
  return patchHead(head, { title: splitPage(head).fields.title }, { title })
}

/** What is above the space is named another way from elsewhere. */
export function carriedFields(fields: HeadFields, from: string, to: string): HeadFields {
  if (from === to) return fields
  const { canonical, alternates } = fields
  return {
    ...fields,
    ...(canonical && { canonical: carriedTarget(canonical, from, to) }),
    ...(alternates && { alternates: alternates.map((target) => carriedTarget(target, from, to)) }),
  }
}

type PageChange = { id: string; before?: PageRecord; after?: PageRecord }

/** Pages that nobody edited, and whose heads name one that is elsewhere now. */
export async function namingMoved(
  { nodes, root }: RevisionView,
  changes: PageChange[],
): Promise<PageChange[]> {
  const moved = new Set(
    changes.filter(({ before, after }) => before?.git?.path !== after?.git?.path).map(({ id }) => id),
  )
  if (moved.size === 0) return []
  const edited = new Set(changes.map(({ id }) => id))
  const isNaming = (page: PageRecord) =>
    !edited.has(page.id) && metaLinksOf(page).some((ref) => ref.kind === 'page' && moved.has(ref.page))
  const pages = (await allEntries<PageRecord>(nodes, root.pages)).filter(isNaming)
  return pages.map((page) => ({ id: page.id, before: page, after: page }))
}

/** Where files and pages are that heads name. */
export async function namedPaths(view: RevisionView, changes: PageChange[]): Promise<PathOf> {
  const paths = new Map<string, string>()
  const pages = new Set<string>()
  for (const { before, after } of changes) {
    for (const ref of [before?.cover?.ref, after?.cover?.ref]) {
      const file = ref?.kind === 'file' ? await findFile(view, ref.file) : undefined
      if (file) paths.set(file.id, fileOfAsset(file))
    }
    for (const ref of [before, after].flatMap((page) => (page ? metaLinksOf(page) : [])))
      if (ref.kind === 'page') pages.add(ref.page)
  }
  for (const [id, { page, path }] of await findPagesWithPaths(view, [...pages]))
    paths.set(id, fileOfPage(page, path))
  return (id) => paths.get(id)
}

/** As the head of its file, which was fetched, spells them. */
export function writtenMetaLinks(nodes: NodeSession, { git }: PageRecord): MetaLinks {
  return git?.head ? splitPage(nodes.text(git.head)).fields : {}
}
