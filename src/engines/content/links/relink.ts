// When pages and files move or are renamed, links keep leading to them: targets are rewritten in the texts that hold
// them, and nowhere else.
import type { JSONDocument } from '../../markdown/document.ts'
import { linksIn, replaceTargets } from '../../markdown/links.ts'
import { mapRefs } from '../../markdown/model/refs.ts'
import { allEntries } from '../nodes/map.ts'
import { findPagesWithPaths, type RevisionView } from '../nodes/revision.ts'
import type { PageRecord, ReusableRecord } from '../records.ts'
import { movedPages } from './changed-places.ts'
import { carriedTarget, fileOfPage, fileOfReusable, readTarget, relativeTarget } from './paths.ts'
import { fileOfRef, type ResolvedLink, resolveTargets, type Standpoint } from './resolve.ts'

/** Finds the pages whose text links to one of these. */
export type FindLinkers = (pageIds: string[]) => Promise<Iterable<string>>

/** Pages that went to another space, and their addresses there. */
export type Elsewhere = ReadonlyMap<string, string>

/** A revision, and the place in it from which a text is read. */
export type LinkContext = { view: RevisionView; from: Standpoint; elsewhere?: Elsewhere }

export type Following = {
  before: RevisionView
  after: RevisionView
  findLinkers: FindLinkers
  /** Whose text came from another revision than `before`, and which; null for texts that are right as they are. */
  origins: Map<string, RevisionView | null>
  elsewhere?: Elsewhere
}

/** The texts, by page or reusable content, that must change so that every link leads where it led before. */
export async function followingTexts({ before, after, findLinkers, origins, elsewhere }: Following) {
  const moved = [...(await withOtherFile(before, after)), ...(elsewhere?.keys() ?? [])]
  const linkers = moved.length === 0 ? [] : await findLinkers(moved)
  const holders = new Map<string, RevisionView>()
  for (const id of [...moved, ...linkers]) holders.set(id, before)
  for (const [id, origin] of origins) origin ? holders.set(id, origin) : holders.delete(id)

  const now = await standing(after, [...holders.keys()])
  const then = new Map<RevisionView, Map<string, PlacedPage>>()
  for (const view of new Set(holders.values())) then.set(view, await standing(view, [...holders.keys()]))
  await after.nodes.fetch([...now.values()].map(({ page }) => page.body))
  const texts = new Map<string, string>()
  for (const [id, origin] of holders) {
    const [old, fresh] = [then.get(origin)?.get(id), now.get(id)]
    if (!fresh?.page.body) continue
    const text = after.nodes.text(fresh.page.body)
    const meaning = { view: origin, from: old?.from ?? fresh.from }
    const relinked = await relink(meaning, { view: after, from: fresh.from, elsewhere }, text)
    if (relinked !== text) texts.set(id, relinked)
  }
  if (moved.length > 0)
    for (const [id, text] of await followingReusables(before, after, elsewhere))
      if (!origins.has(id)) texts.set(id, text)
  return texts
}

/** Reusable contents stay where they are; what they link to may not. There are few, and no index of their links. */
async function followingReusables(before: RevisionView, after: RevisionView, elsewhere?: Elsewhere) {
  const reusables = await allEntries<ReusableRecord>(after.nodes, after.root.reusables)
  await after.nodes.fetch(reusables.map(({ body }) => body))
  const texts = new Map<string, string>()
  for (const reusable of reusables) {
    const from = { file: fileOfReusable(reusable) }
    const text = after.nodes.text(reusable.body)
    const relinked = await relink({ view: before, from }, { view: after, from, elsewhere }, text)
    if (relinked !== text) texts.set(reusable.id, relinked)
  }
  return texts
}

async function withOtherFile(before: RevisionView, after: RevisionView) {
  const moved = [...(await movedPages(before, after))]
  const [then, now] = [await standing(before, moved), await standing(after, moved)]
  return moved.filter((id) => {
    const [old, fresh] = [then.get(id), now.get(id)]
    return old && fresh && old.from.file !== fresh.from.file
  })
}

type PlacedPage = { page: PageRecord; from: Standpoint }

async function standing(view: RevisionView, ids: string[]): Promise<Map<string, PlacedPage>> {
  const found = await findPagesWithPaths(view, ids)
  return new Map(
    [...found].map(([id, { page, path }]) => [
      id,
      { page, from: { page: id, file: fileOfPage(page, path) } },
    ]),
  )
}

/** The text with targets that mean now, from its new place, what they meant then, from its old one. */
export async function relink(
  then: LinkContext,
  now: LinkContext,
  text: string,
  except: ReadonlySet<string> = new Set(),
) {
  const targets = linksIn(text)
    .map(({ target }) => target)
    .filter((target) => !except.has(target))
  const fresh = await freshTargets(then, now, targets)
  return fresh.size === 0 ? text : replaceTargets(text, (target) => fresh.get(target))
}

/** The same for a document: references that nobody resolved are targets as in a text. */
export async function relinkDocument(
  then: LinkContext,
  now: LinkContext,
  document: JSONDocument,
  except: ReadonlySet<string>,
) {
  const targets: string[] = []
  mapRefs(document, (ref) => {
    if (ref.kind === 'url' && !except.has(ref.url)) targets.push(ref.url)
    return ref
  })
  const fresh = await freshTargets(then, now, targets)
  return mapRefs(document, (ref) => {
    const url = ref.kind === 'url' ? fresh.get(ref.url) : undefined
    return url === undefined ? ref : { kind: 'url', url }
  })
}

/** For targets that would mean something else now, those to be written instead. */
async function freshTargets(then: LinkContext, now: LinkContext, targets: string[]) {
  const fresh = new Map<string, string>()
  if (targets.length === 0) return fresh
  const meant = await resolveTargets(then.view, then.from, targets)
  const means = await resolveTargets(now.view, now.from, targets)
  for (const target of new Set(targets)) {
    const [old, current] = [meant.get(target), means.get(target)]
    if (old?.kind === 'nothing') {
      const carried = carriedTarget(target, then.from.file, now.from.file)
      if (carried !== target) fresh.set(target, carried)
    }
    if (!old || isStill(old, current)) continue
    const file = await fileMeant(now.view, old)
    const address = old.kind === 'page' ? now.elsewhere?.get(old.page) : undefined
    if (file !== undefined) fresh.set(target, relativeTarget(now.from.file, file) + tailOf(target))
    else if (address !== undefined) fresh.set(target, address + tailOf(target))
  }
  return fresh
}

/** Whether a target that meant this still does, and in the same way. */
export function isStill(meant: ResolvedLink, means: ResolvedLink | undefined) {
  return nameOf(meant) === (means && nameOf(means)) && isByAddress(meant) === isByAddress(means)
}

function isByAddress(resolved: ResolvedLink | undefined) {
  return resolved?.kind === 'page' && resolved.isByAddress === true
}

/** What a target leads to inside the space; empty for what leads outside or nowhere: there is nothing to follow. */
export function nameOf(resolved: ResolvedLink) {
  switch (resolved.kind) {
    case 'page':
      return `page/${resolved.page}`
    case 'file':
      return `file/${resolved.file}`
    case 'reusable':
      return `reusable/${resolved.reusable}`
    default:
      return ''
  }
}

export function fileMeant(view: RevisionView, meant: ResolvedLink) {
  switch (meant.kind) {
    case 'page':
      return fileOfRef(view, { kind: 'page', page: meant.page })
    case 'file':
      return fileOfRef(view, { kind: 'file', file: meant.file })
    case 'reusable':
      return fileOfRef(view, { kind: 'reusable-content', reusableContent: meant.reusable })
    default:
      return
  }
}

export function tailOf(target: string) {
  const read = readTarget(target, '')
  if (read.kind === 'fragment') return target
  return read.kind === 'inside' ? read.tail : ''
}
