// Brings three revisions together: finds what differs, lets the pure merge decide, and writes what it decided.
import { type Draft, openDraft } from '../../content/draft.ts'
import { type Changed, diffMaps } from '../../content/map.ts'
import { type Conflict, type Merged, type MergeInput, mergeContent, type Sides } from '../../content/merge.ts'
import { withoutOurDeletions } from '../../content/merge-forced.ts'
import { fileOfAsset } from '../../content/paths.ts'
import type { FileRecord, GitBlob, Hash, PageRecord, ReusableRecord, Sibling } from '../../content/records.ts'
import { type Reading, readRevision, siblingsAt, withAncestors } from '../../content/revision.ts'
import { isSame } from '../../content/same.ts'
import type { Ctx } from '../../domain/context.ts'
import { withTexts } from './edit-texts.ts'
import { withFreeName } from './file-names.ts'
import { linkedTexts } from './linked-texts.ts'
import { linkersIn } from './linkers.ts'
import { followingTexts } from './relink.ts'

export type Three = {
  base: Reading
  ours: Reading
  theirs: Reading
  /** The side that readers see: its pages keep their addresses. */
  published: 'ours' | 'theirs'
  /** What ours deleted goes, even where theirs changed it. */
  isForced?: boolean
}

/** Ours with all of theirs that can be brought in, and what could not. Costs what differs. */
export async function mergeRevisions(
  ctx: Ctx,
  spaceId: string,
  three: Three,
): Promise<{ root: Hash; conflicts: Conflict[] }> {
  const { base, ours, theirs } = three
  const { input, linked } = await inputOf(three)
  const merged = mergeContent(input)
  const draft = openDraft(ours)
  await apply(draft, merged, input)
  // Nobody edits them here: they are those of the repository that was read last.
  if (!isSame(theirs.root.kept, base.root.kept)) draft.takeKept(theirs.root.kept)
  const placed = await readRevision(draft.pool, await draft.finish())
  const { reading } = await withTexts(placed, await linked.texts(placed, merged.bodies))
  const texts = await followingTexts({
    before: ours,
    after: reading,
    findLinkers: linkersIn(ctx, spaceId, ours),
    origins: originsOf(merged, input, theirs),
  })
  return { root: (await withTexts(reading, texts)).root, conflicts: merged.conflicts }
}

/** Texts that are theirs as they are mean what they meant there; those that were merged are right by now. */
function originsOf(merged: Merged, input: MergeInput, theirs: Reading) {
  const origins = new Map<string, Reading | null>()
  for (const [id, page] of merged.pages) {
    const { ours } = input.pages.get(id) ?? {}
    if (merged.bodies.has(id)) origins.set(id, null)
    else if (page && page.body !== ours?.body) origins.set(id, theirs)
  }
  return origins
}

async function inputOf({ base, ours, theirs, published, isForced }: Three) {
  const { pool } = base
  const sides = async <T extends { id: string }>(map: 'pages' | 'files' | 'reusables') =>
    bothSides(
      await diffMaps<T>(pool, base.root[map], ours.root[map]),
      await diffMaps<T>(pool, base.root[map], theirs.root[map]),
    )
  const pages = await sides<PageRecord>('pages')
  const files = await sides<FileRecord>('files')
  const reusables = await sides<ReusableRecord>('reusables')
  const { order, slugs } = await listsOf({ base, ours, theirs, published }, pages)
  const linked = linkedTexts({ base, ours, theirs })
  const bodies = await linked.named(await textsOf(base, pages))
  const input: MergeInput = {
    pages,
    above: await aboveOf(ours, theirs, pages),
    order,
    slugs,
    bodies: new Map([...bodies, ...(await textsOf(base, reusables))]),
    files,
    reusables,
    variables: { base: base.root.variables, ours: ours.root.variables, theirs: theirs.root.variables },
    published,
  }
  return { input: isForced ? withoutOurDeletions(input) : input, linked }
}

/** What one side did not change, it has as the base has it. */
function bothSides<T>(ours: Changed<T>[], theirs: Changed<T>[]) {
  const sides = new Map<string, Sides<T>>()
  for (const { id, before, after } of ours) sides.set(id, { base: before, ours: after, theirs: before })
  for (const { id, before, after } of theirs)
    sides.set(id, { base: before, ours: sides.has(id) ? sides.get(id)?.ours : before, theirs: after })
  return sides
}

const TOP = ''

async function listsOf({ base, ours, theirs }: Three, pages: Map<string, Sides<PageRecord>>) {
  const heads = new Map<string, Sides<Hash | null>>([
    [TOP, { base: base.root.top, ours: ours.root.top, theirs: theirs.root.top }],
  ])
  for (const [id, page] of pages)
    heads.set(id, {
      base: page.base?.children,
      ours: page.ours?.children,
      theirs: page.theirs?.children,
    })
  await base.pool.fetch([...heads.values()].flatMap((head) => [head.base, head.ours, head.theirs]))
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
async function listAt({ pool }: Reading, list: Hash | null | undefined) {
  return list === undefined ? undefined : siblingsAt(pool, list)
}

function idsOf(siblings: Sibling[] | undefined) {
  return siblings?.map(({ id }) => id)
}

async function aboveOf(ours: Reading, theirs: Reading, pages: Map<string, Sides<PageRecord>>) {
  const above = new Map<string, PageRecord>()
  for (const reading of [ours, theirs])
    for (const [id, page] of await withAncestors(reading, pages.keys()))
      if (!pages.has(id)) above.set(id, page)
  return above
}

type WithBody = { body: Hash | null }

async function textsOf<T extends WithBody>({ pool }: Reading, sides: Map<string, Sides<T>>) {
  const torn = [...sides].filter(([, { base, ours, theirs }]) => {
    const [before, here, there] = [base?.body, ours?.body, theirs?.body]
    return here && there && here !== there && here !== before && there !== before
  })
  await pool.fetch(torn.flatMap(([, { base, ours, theirs }]) => [base?.body, ours?.body, theirs?.body]))
  const text = (side: T | undefined) => (side?.body ? pool.text(side.body) : undefined)
  return new Map(
    torn.map(([id, { base, ours, theirs }]) => [
      id,
      { base: text(base), ours: text(ours), theirs: text(theirs) },
    ]),
  )
}

function leavePath(draft: Draft, before: { git?: GitBlob } | undefined) {
  if (before?.git) draft.putPath(before.git.path, null)
}

async function apply(draft: Draft, merged: Merged, input: MergeInput) {
  const textOf = (id: string) => {
    const text = merged.bodies.get(id)
    return text === undefined ? undefined : draft.pool.putText(text)
  }
  // Two may have changed places: all leave theirs before anybody takes a new one.
  for (const id of merged.pages.keys()) leavePath(draft, input.pages.get(id)?.ours)
  for (const id of merged.reusables.keys()) leavePath(draft, input.reusables.get(id)?.ours)
  for (const [id, page] of merged.pages) {
    const ours = input.pages.get(id)?.ours
    // What is below it stands in the lists; a list of theirs may name what is not here.
    draft.putPage(id, page && { ...page, body: textOf(id) ?? page.body, children: ours?.children ?? null })
    if (page?.git) draft.putPath(page.git.path, { id: page.git.path, page: id })
  }
  for (const [id, file] of merged.files) {
    const before = input.files.get(id)?.ours
    if (before) draft.putPath(fileOfAsset(before), null)
    draft.putFileRecord(id, file)
    if (file) draft.putFile(await withFreeName(draft, file))
  }
  for (const [id, reusable] of merged.reusables) {
    draft.putReusable(id, reusable && { ...reusable, body: textOf(id) ?? reusable.body })
    if (reusable?.git) draft.putPath(reusable.git.path, { id: reusable.git.path, reusable: id })
  }
  for (const [parent, ids] of merged.order) {
    const slugs = input.slugs.get(parent)
    const siblings = ids.map((id) => ({ id, slug: merged.pages.get(id)?.slug ?? slugs?.get(id) ?? id }))
    draft.putList(parent === TOP ? null : parent, siblings)
  }
  // A page that only has another slug stands where it stood; the list names it by the new one.
  for (const [id, page] of merged.pages) {
    if (!page || merged.order.has(page.parent ?? TOP) || page.slug === input.pages.get(id)?.ours?.slug)
      continue
    const siblings = await draft.list(page.parent)
    draft.putList(
      page.parent,
      siblings.map((sibling) => (sibling.id === id ? { id, slug: page.slug } : sibling)),
    )
  }
  draft.putVariables(merged.variables)
}
