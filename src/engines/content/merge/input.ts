// What differs between three revisions, as the pure merge takes it. Costs what differs.
import { type Changed, diffMaps } from '../nodes/map.ts'
import { type RevisionView, siblingsAt, withAncestors } from '../nodes/revision.ts'
import type { FileRecord, Hash, PageRecord, ReusableRecord, Sibling } from '../records.ts'
import { findFreePaths } from './paths.ts'
import type { MergeInput, Sides } from './types.ts'

export type Three = {
  base: RevisionView
  ours: RevisionView
  theirs: RevisionView
  /** The side that readers see: its pages keep their addresses. */
  published: 'ours' | 'theirs'
  /** The side that is a repository, if one is: its files keep their paths. */
  repository?: 'ours' | 'theirs'
}

export async function readSides(three: Three): Promise<MergeInput> {
  const { base, ours, theirs, published, repository = published } = three
  const { nodes } = base
  const sides = async <T extends { id: string }>(map: 'pages' | 'files' | 'reusables') =>
    bothSides(
      await diffMaps<T>(nodes, base.root[map], ours.root[map]),
      await diffMaps<T>(nodes, base.root[map], theirs.root[map]),
    )
  const pages = await sides<PageRecord>('pages')
  const files = await sides<FileRecord>('files')
  const reusables = await sides<ReusableRecord>('reusables')
  return {
    pages,
    above: await aboveOf(ours, theirs, pages),
    ...(await listsOf(three, pages)),
    bodies: new Map([...(await textsOf(base, pages)), ...(await textsOf(base, reusables))]),
    files,
    reusables,
    freePaths: await findFreePaths({ pages, files, reusables, repository }, [ours, theirs]),
    variables: { base: base.root.variables, ours: ours.root.variables, theirs: theirs.root.variables },
    stays: new Set(),
    published,
    repository,
  }
}

/** What one side did not change, it has as the base has it. */
function bothSides<T>(ours: Changed<T>[], theirs: Changed<T>[]) {
  const sides = new Map<string, Sides<T>>()
  for (const { id, before, after } of ours) sides.set(id, { base: before, ours: after, theirs: before })
  for (const { id, before, after } of theirs)
    sides.set(id, { base: before, ours: sides.has(id) ? sides.get(id)?.ours : before, theirs: after })
  return sides
}

async function listsOf({ base, ours, theirs }: Three, pages: Map<string, Sides<PageRecord>>) {
  const heads = new Map<string, Sides<Hash | null>>([
    ['', { base: base.root.top, ours: ours.root.top, theirs: theirs.root.top }],
  ])
  for (const [id, page] of pages)
    heads.set(id, {
      base: page.base?.children,
      ours: page.ours?.children,
      theirs: page.theirs?.children,
    })
  await base.nodes.fetch([...heads.values()].flatMap((head) => [head.base, head.ours, head.theirs]))
  const order = new Map<string, Sides<string[]>>()
  const slugs = new Map<string, Map<string, string>>()
  for (const [id, head] of heads) {
    if (head.base === head.ours && head.base === head.theirs) continue
    const lists = {
      base: await listAt(base, head.base),
      ours: await listAt(base, head.ours),
      theirs: await listAt(base, head.theirs),
    }
    order.set(id, { base: idsOf(lists.base), ours: idsOf(lists.ours), theirs: idsOf(lists.theirs) })
    const known = [...(lists.theirs ?? []), ...(lists.ours ?? [])]
    slugs.set(id, new Map(known.map((sibling) => [sibling.id, sibling.slug])))
  }
  return { order, slugs }
}

/** A page without pages below has an empty list; one that is not there has none. */
async function listAt({ nodes }: RevisionView, list: Hash | null | undefined) {
  return list === undefined ? undefined : siblingsAt(nodes, list)
}

function idsOf(siblings: Sibling[] | undefined) {
  return siblings?.map(({ id }) => id)
}

async function aboveOf(ours: RevisionView, theirs: RevisionView, pages: Map<string, Sides<PageRecord>>) {
  const above = new Map<string, PageRecord>()
  for (const view of [ours, theirs])
    for (const [id, page] of await withAncestors(view, pages.keys())) if (!pages.has(id)) above.set(id, page)
  return above
}

async function textsOf<T extends { body: Hash | null }>(
  { nodes }: RevisionView,
  sides: Map<string, Sides<T>>,
) {
  const torn = [...sides].filter(([, { base, ours, theirs }]) => {
    const [before, here, there] = [base?.body, ours?.body, theirs?.body]
    return here && there && here !== there && here !== before && there !== before
  })
  await nodes.fetch(torn.flatMap(([, { base, ours, theirs }]) => [base?.body, ours?.body, theirs?.body]))
  const text = (side: T | undefined) => (side?.body ? nodes.text(side.body) : undefined)
  return new Map(
    torn.map(([id, { base, ours, theirs }]) => [
      id,
      { base: text(base), ours: text(ours), theirs: text(theirs) },
    ]),
  )
}
