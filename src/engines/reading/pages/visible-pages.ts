// The tree of a revision as its audience meets it.
import { refOf, resolveTargets } from '../../content/links/resolve.ts'
import { flatTrees, type PageTree, treeAt } from '../../content/nodes/page-tree.ts'
import { findPage, findPages, type RevisionView, withAncestors } from '../../content/nodes/revision.ts'
import type { ContentRef, PageRecord } from '../../content/records.ts'
import { withoutConditions } from '../../markdown/read/condition-tags.ts'
import { type InstallationAddresses, refOfAddress } from '../addresses.ts'
import { type Audience, meets, scopeFor, type VisitorAudience } from '../audience.ts'

/** A revision, and who reads it. */
export type SeenRevision = { view: RevisionView; audience: Audience }

/**
 * Without the pages whose condition is not met and all below them, without links to what is not there for this audience,
 * and without groups in which nothing is left.
 */
export async function visibleTree(
  addresses: InstallationAddresses,
  { view, audience }: SeenRevision,
  trees: readonly PageTree[],
): Promise<readonly PageTree[]> {
  if (audience.kind === 'writer') return trees
  return visibleTo(addresses, { view, audience }, trees, { asksGroups: true })
}

type Visited = { view: RevisionView; audience: VisitorAudience }
/** `asksGroups`: whether a link to a group asks what is in it; there that is not asked again. */
type Depth = { asksGroups: boolean }

async function visibleTo(
  addresses: InstallationAddresses,
  seen: Visited,
  trees: readonly PageTree[],
  depth: Depth,
): Promise<readonly PageTree[]> {
  const open = openTrees(trees)
  const links = flatTrees(open).flatMap(({ page }) => (page.type === 'link' ? [page] : []))
  const dead = links.length > 0 ? await deadLinks(addresses, seen, links, depth) : NONE
  return filled(addresses, open, dead)

  function openTrees(all: readonly PageTree[]): readonly PageTree[] {
    return all
      .filter(({ page }) => isMet(seen, page))
      .map((tree) => {
        const [page, below] = [withOpenNames(tree.page), openTrees(tree.below)]
        return page === tree.page && below.length === 0 && tree.below.length === 0
          ? tree
          : { ...tree, page, below }
      })
  }
}

/** Names are the same for all visitors: what is under a condition in them is for nobody. */
export function withOpenNames<T extends Pick<PageRecord, 'title' | 'description'>>(page: T): T {
  const { title, description } = page
  if (!title.includes('{%') && !description?.includes('{%')) return page
  const about = description === undefined ? {} : { description: withoutConditions(description).trim() }
  return { ...page, title: withoutConditions(title).trim(), ...about }
}

const NONE: ReadonlySet<string> = new Set()

/** A group in which nothing ever was is no secret. */
function filled(
  addresses: InstallationAddresses,
  trees: readonly PageTree[],
  dead: ReadonlySet<string>,
): readonly PageTree[] {
  return trees.flatMap((tree) => {
    const { page } = tree
    if (dead.has(page.id)) return []
    if (page.type === 'link') return [{ ...tree, page: withoutPage(addresses, page) }]
    const below = filled(addresses, tree.below, dead)
    return page.type === 'group' && page.children !== null && below.length === 0 ? [] : [{ ...tree, below }]
  })
}

/** A link to a page of another space leads to the space alone: whether that page is there for them is not known here. */
function withoutPage(addresses: InstallationAddresses, page: PageRecord): PageRecord {
  const ref = page.target?.kind === 'url' ? refOfAddress(addresses, page.target.url) : undefined
  if (ref?.kind !== 'page' && ref?.kind !== 'anchor') return page
  return { ...page, target: { kind: 'url', url: addresses.of(`/s/${ref.space}`) } }
}

function isMet({ view, audience }: SeenRevision, page: PageRecord): boolean {
  return !page.condition || meets(page.condition, scopeFor(audience, view.root.variables, page))
}

/** The ids of links to pages and spaces that are not there for this audience. */
async function deadLinks(addresses: InstallationAddresses, seen: Visited, links: PageRecord[], depth: Depth) {
  const refs = await refsOf(addresses, seen.view, links)
  const pages = new Set([...refs.values()].flatMap(pageIn))
  const here = await findPages(seen.view, pages)
  const withheld = await withheldPages(addresses, seen, pages, depth)
  const isDead = (ref: ContentRef) => {
    const space = 'space' in ref ? ref.space : undefined
    if (space !== undefined && !seen.audience.spaceIds.includes(space)) return true
    return pageIn(ref).some((id) => withheld.has(id) && (space === undefined || here.has(id)))
  }
  return new Set([...refs].flatMap(([id, ref]) => (isDead(ref) ? [id] : [])))
}

async function refsOf(addresses: InstallationAddresses, view: RevisionView, links: PageRecord[]) {
  const urls = links.flatMap(({ target }) => (target?.kind === 'url' ? [target.url] : []))
  const resolved = await resolveTargets(view, { file: '' }, urls)
  return new Map(
    links.flatMap(({ id, target }): [string, ContentRef][] => {
      if (target?.kind !== 'url') return target ? [[id, target]] : []
      return [[id, refOfAddress(addresses, target.url) ?? refOf(resolved.get(target.url), target.url)]]
    }),
  )
}

function pageIn(ref: ContentRef): string[] {
  return (ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined ? [ref.page] : []
}

/** Of these pages of a revision, those that are not there for an audience. */
export async function withheldAmong(
  addresses: InstallationAddresses,
  { view, audience }: SeenRevision,
  ids: Set<string>,
) {
  if (audience.kind === 'writer') return NONE
  return withheldPages(addresses, { view, audience }, ids, { asksGroups: true })
}

async function withheldPages(
  addresses: InstallationAddresses,
  seen: Visited,
  ids: Set<string>,
  { asksGroups }: Depth,
) {
  const known = await withAncestors(seen.view, ids)
  const withheld = new Set<string>()
  for (const id of ids) {
    const page = known.get(id)
    if (!page || !isOpen(page)) withheld.add(id)
    else if (asksGroups && !(await isFilled(addresses, seen, page))) withheld.add(id)
  }
  return withheld

  function isOpen(page: PageRecord): boolean {
    const above = page.parent === null ? undefined : known.get(page.parent)
    return isMet(seen, page) && (above === undefined || isOpen(above))
  }
}

/** Whether something of a group is left for an audience. */
async function isFilled(addresses: InstallationAddresses, seen: Visited, { type, children }: PageRecord) {
  if (type !== 'group' || children === null) return true
  const below = await treeAt(seen.view, children, '')
  return (await visibleTo(addresses, seen, below, { asksGroups: false })).length > 0
}

/** Whether a page is there for an audience: its own condition is met, and those of all pages above it. */
export async function isVisiblePage(
  addresses: InstallationAddresses,
  { view, audience }: SeenRevision,
  pageId: string,
) {
  if (audience.kind === 'writer') return true
  const seen = { view, audience }
  const page = await findPage(view, pageId)
  if (!page) return false
  if (page.type === 'link' && (await deadLinks(addresses, seen, [page], { asksGroups: true })).size > 0)
    return false
  return !(await withheldPages(addresses, seen, new Set([pageId]), { asksGroups: true })).has(pageId)
}
