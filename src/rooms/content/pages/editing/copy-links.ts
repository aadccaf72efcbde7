// What links on a copied page lead to. They are written under names until everything has its place.
import { withFreeName } from '../../../../engines/content/draft/file-names.ts'
import { fileOfReusable, readTarget } from '../../../../engines/content/links/paths.ts'
import { refOf, resolveTargets, type Standpoint } from '../../../../engines/content/links/resolve.ts'
import {
  findFile,
  findReusable,
  type RevisionView,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { linksIn, replaceTargets } from '../../../../engines/markdown/links.ts'
import { addressOf } from '../../../../engines/reading/addresses.ts'
import { placeReusable } from './edit-reusable-content.ts'
import type { EditWork } from './edit-work.ts'

export type Copying = {
  work: EditWork
  from: { spaceId: string; view: RevisionView }
  /** The copies of pages, by the ids of what they are copies of. */
  pages: ReadonlyMap<string, string>
  /** Files and reusable contents that are in the space by now, by their ids where they came from. */
  brought: Map<string, string>
}

/** The same text, for the copy: only what its links are written with changes. */
export async function copiedText(copying: Copying, text: string, from: Standpoint): Promise<string> {
  const targets = new Set(linksIn(text).map(({ target }) => target))
  const meanings = await resolveTargets(copying.from.view, from, targets)
  const written = new Map<string, string>()
  for (const target of targets) {
    const read = readTarget(target, from.file)
    if (read.kind !== 'inside') continue
    const ref = await copiedRef(copying, refOf(meanings.get(target), target))
    if (ref.kind === 'url') written.set(target, ref.url)
    else written.set(target, nameFor(copying.work, ref) + read.tail)
  }
  return written.size === 0 ? text : replaceTargets(text, (target) => written.get(target))
}

/** A name of what is here: where that is, is known when everything has its place. */
function nameFor({ names }: EditWork, ref: ContentRef): string {
  const named = ref.kind === 'anchor' && ref.page ? { kind: 'page' as const, page: ref.page } : ref
  const name = `copy:${Object.values(named).join(':')}`
  names.set(name, named)
  return name
}

/** What a reference of the original is for the copy. What stays in another space is an address. */
export async function copiedRef(copying: Copying, ref: ContentRef): Promise<ContentRef> {
  switch (ref.kind) {
    case 'page':
    case 'anchor':
      return pageRef(copying, ref)
    case 'file':
      return { kind: 'file', file: await fileFor(copying, ref.file) }
    case 'reusable-content':
      return { kind: 'reusable-content', reusableContent: await reusableFor(copying, ref.reusableContent) }
    default:
      return ref
  }
}

async function pageRef({ work, from, pages }: Copying, ref: ContentRef & { kind: 'page' | 'anchor' }) {
  const { page = '', space } = ref
  const copy = space === undefined ? pages.get(page) : undefined
  if (copy !== undefined) return { ...ref, page: copy }
  if (space === undefined && from.spaceId === work.edit.spaceId && (await work.draft.page(page))) return ref
  const url = addressOf(work.ctx.links, { ...ref, space: space ?? from.spaceId }, '')
  return url === undefined ? ref : { kind: 'url' as const, url }
}

async function fileFor({ work, from, brought }: Copying, id: string): Promise<string> {
  const known = brought.get(id)
  if (known !== undefined) return known
  const [original, here] = await Promise.all([findFile(from.view, id), work.draft.file(id)])
  // Spaces that were duplicated have files in common.
  if (!original || here?.blob === original.blob) return id
  const { git: _, ...rest } = original
  const copy = await withFreeName(work.draft, { ...rest, id: work.ctx.ids.next() })
  work.draft.putFile(copy)
  work.files.push(copy)
  brought.set(id, copy.id)
  return copy.id
}

async function reusableFor(copying: Copying, id: string): Promise<string> {
  const { work, from, brought } = copying
  const known = brought.get(id)
  if (known !== undefined) return known
  const [original, here] = await Promise.all([findReusable(from.view, id), work.draft.reusable(id)])
  const isSame = from.spaceId === work.edit.spaceId || here?.body === original?.body
  if (!original || (here && isSame)) return id
  const copy = await placeReusable(work, original.title)
  // Before its text, which may include what includes it.
  brought.set(id, copy)
  const text = await textOfBody(from.view, original.body)
  const markdown = await copiedText(copying, text, { file: fileOfReusable(original) })
  work.bodies.set(copy, { sent: { markdown } })
  return copy
}
