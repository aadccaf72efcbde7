// Bodies on their way in: what a client sends as Markdown or as a document becomes the Markdown that is kept.
import { relativeTarget } from '../../../../engines/content/links/paths.ts'
import {
  fileOfRef,
  refOf,
  resolveTargets,
  type Standpoint,
} from '../../../../engines/content/links/resolve.ts'
import { targetsOf, type WrittenRefs, writtenRefs } from '../../../../engines/content/links/written-refs.ts'
import type { RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { editMarkdown } from '../../../../engines/markdown/edit.ts'
import { linksIn, replaceTargets } from '../../../../engines/markdown/links.ts'
import { mapRefs } from '../../../../engines/markdown/model/refs.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { addressOf, refOfAddress } from '../../../../engines/reading/addresses.ts'
import type { Links } from '../../../../kit/domain/links.ts'
import type { Body } from '../schema.ts'

/** Names that a request gave to its own new pages and files. */
export type Names = Map<string, ContentRef>

export type Incoming = {
  body: Body
  /** The text it replaces. */
  before: string
  from: Standpoint
  names: Names
  links: Links
  spaceId: string
}

/** The text to keep. `reading` must have everything that the body may point at. */
export async function markdownOf(view: RevisionView, incoming: Incoming): Promise<string> {
  const { body, from, names } = incoming
  if (body.markdown !== undefined) return withNames(view, body.markdown, from, names)
  if (body.document === undefined) return ''
  const written = await writtenIn(view, incoming)
  const sent = mapRefs(body.document, (ref) => asSeenFrom(incoming, ref))
  const document = await rawDocument(view, sent, incoming, written)
  return editMarkdown(incoming.before, document, { meaningOf: written.meaningOf })
}

async function withNames(view: RevisionView, text: string, from: Standpoint, names: Names) {
  if (names.size === 0) return text
  const targets = new Map<string, string>()
  for (const { target } of linksIn(text)) {
    const [name, fragment] = targets.has(target) ? [] : nameIn(target, names)
    const ref = name === undefined ? undefined : names.get(name)
    const file = ref && (await fileOfRef(view, ref))
    if (file !== undefined) targets.set(target, relativeTarget(from.file, file) + fragment)
  }
  return targets.size === 0 ? text : replaceTargets(text, (target) => targets.get(target))
}

/** A name may be followed by a query, and by a place on the page. */
function nameIn(target: string, names: Names): [name: string, fragment: string] {
  const at = names.has(target) ? -1 : target.search(/[?#]/)
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

/** The document with targets in place of references, each as it was written before where it was there before. */
async function rawDocument(
  view: RevisionView,
  document: JSONDocument,
  incoming: Incoming,
  written: WrittenRefs,
) {
  const spellings = written.spellingsOf(document)
  const fresh = new Map<string, string>()
  for (const { ref, key, target } of spellings) {
    if (target !== undefined || fresh.has(key)) continue
    const found = written.usualOf(key) ?? (await targetOf(view, ref, incoming)) ?? written.firstOf(key)
    if (found !== undefined) fresh.set(key, found)
  }
  let at = 0
  return mapRefs(document, (ref) => {
    const { key = '', target = fresh.get(key) } = spellings[at++] ?? {}
    if (target === undefined) return ref
    return ref.kind === 'reusable-content'
      ? { kind: 'reusable-content', reusableContent: target }
      : { kind: 'url', url: target }
  })
}

/** A client may say of a page that it is in the space where it is, and of a place that it is on this page, or not. */
function asSeenFrom({ spaceId, from }: Incoming, ref: ContentRef): ContentRef {
  if (ref.kind !== 'page' && ref.kind !== 'anchor') return ref
  const { space, ...rest } = ref
  if (space !== undefined && space !== spaceId) return ref
  return rest.kind === 'anchor' && from.page ? { ...rest, page: rest.page ?? from.page } : rest
}

async function writtenIn(view: RevisionView, incoming: Incoming) {
  const { before, from, links } = incoming
  const document = publicDocument(parseMarkdown(before))
  const targets = targetsOf(before, document)
  const resolved = await resolveTargets(view, from, targets)
  const meaning = (target: string) =>
    asSeenFrom(incoming, refOfAddress(links, target) ?? refOf(resolved.get(target), target))
  return writtenRefs(document, new Map([...targets].map((target) => [target, meaning(target)])))
}

async function targetOf(view: RevisionView, ref: ContentRef, { from, names, links, spaceId }: Incoming) {
  const named =
    ref.kind === 'page' ? names.get(ref.page) : ref.kind === 'file' ? names.get(ref.file) : undefined
  const outside = addressOf(links, ref, spaceId)
  if (outside !== undefined) return outside
  if (ref.kind === 'anchor' && (!ref.page || ref.page === from.page)) return `#${ref.anchor}`
  const file = await fileOfRef(view, named ?? ref)
  if (file === undefined) return
  return relativeTarget(from.file, file) + (ref.kind === 'anchor' ? `#${ref.anchor}` : '')
}
