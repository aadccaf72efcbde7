// What a link in Markdown means in one revision: targets are texts, what they lead to are pages and files.
import { findEntries } from '../nodes/map.ts'
import {
  findFile,
  findPagesByPaths,
  findPagesWithPaths,
  findReusable,
  type RevisionView,
} from '../nodes/revision.ts'
import type { ContentRef, PageRecord, PathRecord } from '../records.ts'
import { ASSETS, fileOfAsset, fileOfPage, fileOfReusable, pagePathsFor, readTarget } from './paths.ts'

/** Where a page or reusable content stands, for the links in it. */
export type Standpoint = { file: string; page?: string }

export type ResolvedLink =
  | { kind: 'outside'; url: string }
  | {
      kind: 'page'
      page: string
      fragment?: string
      /** Found by where it is here, although it is in a file elsewhere: in its repository that leads to nothing. */
      isByAddress?: boolean
    }
  | { kind: 'file'; file: string }
  | { kind: 'reusable'; reusable: string }
  /** A path from the top of the space at which there is nothing. */
  | { kind: 'nothing'; path: string }

type Inside = { target: string; path: string; fragment?: string }

/** The targets of one place, and what they lead to. */
type Targets = { from: Standpoint; targets: Iterable<string> }
type Meanings = Map<string, ResolvedLink>

export async function resolveTargets(view: RevisionView, from: Standpoint, targets: Iterable<string>) {
  const [meanings] = await resolveAllTargets(view, [{ from, targets }])
  return meanings ?? new Map()
}

/** Those of several places, all in one question. */
export async function resolveAllTargets(view: RevisionView, places: Targets[]): Promise<Meanings[]> {
  const read = places.map(readTargets)
  const inside = read.flatMap((place) => place.inside)
  const known = await findEntries<PathRecord>(view.nodes, view.root.paths, inside.flatMap(recordedPaths))
  const recordOf = (one: Inside) => firstOf(recordedPaths(one), known)
  const unrecorded = inside.filter((one) => recordOf(one) === undefined)
  const standing = await findPagesByPaths(
    view,
    unrecorded.flatMap(({ path }) => pagePathsFor(path)),
  )
  for (const { meanings, inside } of read)
    for (const one of inside) {
      const page = firstOf(pagePathsFor(one.path), standing)
      meanings.set(one.target, fromRecord(recordOf(one), one.fragment) ?? fromPage(page, one))
    }
  return read.map(({ meanings }) => meanings)
}

function firstOf<T>(paths: string[], known: Map<string, T>) {
  for (const path of paths) {
    const found = known.get(path)
    if (found !== undefined) return found
  }
}

function readTargets({ from, targets }: Targets) {
  const meanings: Meanings = new Map()
  const inside: Inside[] = []
  for (const target of new Set(targets)) {
    const read = readTarget(target, from.file)
    // Written as a link and never filled in: its folder's README is not meant.
    if (target === '') meanings.set(target, { kind: 'nothing', path: '' })
    else if (read.kind === 'outside') meanings.set(target, read)
    else if (read.kind === 'inside') inside.push({ target, path: read.path, fragment: fragmentIn(read.tail) })
    else if (from.page) meanings.set(target, { kind: 'page', page: from.page, fragment: read.fragment })
  }
  return { meanings, inside }
}

function fragmentIn(tail: string) {
  const at = tail.indexOf('#')
  return at < 0 || at === tail.length - 1 ? undefined : tail.slice(at + 1)
}

/** Paths under which a file or a page from Git may be kept: as it is, as a folder's README, as an asset by its bare name. */
function recordedPaths({ target, path }: Inside) {
  const readme = path === '' ? 'README.md' : `${path}/README.md`
  return target.includes('/') ? [path, readme] : [path, readme, `${ASSETS}/${path.split('/').at(-1)}`]
}

function fromRecord(record: PathRecord | undefined, fragment?: string): ResolvedLink | undefined {
  if (record?.page) return { kind: 'page', page: record.page, fragment }
  if (record?.file) return { kind: 'file', file: record.file }
  if (record?.reusable) return { kind: 'reusable', reusable: record.reusable }
}

function fromPage(page: PageRecord | undefined, { path, fragment }: Inside): ResolvedLink {
  if (!page) return { kind: 'nothing', path }
  return { kind: 'page', page: page.id, fragment, isByAddress: page.git !== undefined }
}

/** Where pages are in a revision, by their ids. */
export async function standpointsOf(view: RevisionView, ids: string[]) {
  const found = await findPagesWithPaths(view, ids)
  return new Map(
    [...found].map(([id, { page, path }]): [string, Standpoint] => [
      id,
      { page: id, file: fileOfPage(page, path) },
    ]),
  )
}

/** A resolved target as documents name it. What leads nowhere stays as it was written. */
export function refOf(resolved: ResolvedLink | undefined, written: string): ContentRef {
  switch (resolved?.kind) {
    case 'page':
      return resolved.fragment
        ? { kind: 'anchor', page: resolved.page, anchor: resolved.fragment }
        : { kind: 'page', page: resolved.page }
    case 'file':
      return { kind: 'file', file: resolved.file }
    case 'reusable':
      return { kind: 'reusable-content', reusableContent: resolved.reusable }
    default:
      return { kind: 'url', url: written }
  }
}

/** The file that a reference inside the space leads to. */
export async function fileOfRef(view: RevisionView, ref: ContentRef): Promise<string | undefined> {
  if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page) {
    const found = (await findPagesWithPaths(view, [ref.page])).get(ref.page)
    return found && fileOfPage(found.page, found.path)
  }
  if (ref.kind === 'file') {
    const file = await findFile(view, ref.file)
    return file && fileOfAsset(file)
  }
  if (ref.kind === 'reusable-content') {
    const reusable = await findReusable(view, ref.reusableContent)
    return reusable && fileOfReusable(reusable)
  }
}
