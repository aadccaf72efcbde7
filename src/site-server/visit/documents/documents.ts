// The body of a page as HTML. What is written of a text is kept by its hash with open links, and filled in for the site.

import { fileOfPage, fileOfReusable } from '../../../engines/content/links/paths.ts'
import { refOf, resolveTargets, type Standpoint } from '../../../engines/content/links/resolve.ts'
import { LongWork, requireShortText } from '../../../engines/content/long-work.ts'
import {
  findPage,
  findReusable,
  type RevisionView,
  textOfBody,
} from '../../../engines/content/nodes/revision.ts'
import type { ContentRef, Hash, PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { writeChanges } from '../../../engines/html/changes/write-changes.ts'
import { writePieces } from '../../../engines/html/changes/write-pieces.ts'
import {
  anchorsIn,
  apisIn,
  fillIn,
  hasDrawables,
  integrationsIn,
  refsIn,
} from '../../../engines/html/placeholders/fill-in.ts'
import { mapRefs } from '../../../engines/html/placeholders/map-refs.ts'
import { writeDocument } from '../../../engines/html/write-document.ts'
import type { FilledDocument, TargetLink, WrittenDocument } from '../../../engines/html/written-document.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import type { WantedApi } from '../../../engines/openapi/view/page-blocks.ts'
import { refOfAddress } from '../../../engines/reading/addresses.ts'
import type { Audience } from '../../../engines/reading/audience.ts'
import {
  evaluateDocument,
  hasExpressions,
  mayHaveExpressions,
} from '../../../engines/reading/evaluate-document.ts'
import { withoutLinks } from '../../../engines/reading/without-links.ts'
import { directionOf } from '../../../engines/site/languages/languages.ts'
import type { Words } from '../../../engines/site/languages/words.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { watched } from '../../../rooms/content/pages/reading/apis.ts'
import { parseBody } from '../../../rooms/content/pages/reading/documents.ts'
import { seenText } from '../../../rooms/content/pages/reading/reader-texts.ts'
import type { ReaderKit } from '../site-frame.ts'
import type { PlacedPage } from '../spaces-read.ts'
import type { OpenSpace, VisitedSite } from '../visited-site.ts'
import { apiBlocksOf, type DescribedApi } from './api-blocks.ts'
import { nearAnchors, nearHere } from './near-anchors.ts'
import { openPageBlocks, type PageBlock } from './page-blocks.ts'
import { targetsOf, viewOf } from './references.ts'

/** Reusable content in reusable content. */
const DEEPEST = 8

/** `locale` is the language of the content, `labels` that of the words. */
type Look = { isBlank: boolean; locale: string; labels: string; words: Words; theme: 'light' | 'dark' }

/**
 * `specs`: slugs of the API descriptions that it shows something of; `described`: those that are there; `blocks`: what
 * integrations draw in it.
 */
type ReadDocument = FilledDocument & {
  specs: string[]
  described: DescribedApi[]
  blocks: PageBlock[]
  /** False where something could not be read now. */
  isWhole: boolean
}

export async function documentOf(
  ctx: ReadContext,
  kit: ReaderKit,
  { visited, space, look, only }: { visited: VisitedSite; space: OpenSpace; look: Look; only?: WantedApi },
  placed: PlacedPage,
): Promise<ReadDocument> {
  const isRightToLeft = directionOf(look.locale) === 'rtl'
  const reading = { visited, space, words: look.words, isRightToLeft }
  const { written, included } = await writtenPage(ctx, kit, reading, placed)
  const documents = [written, ...included.values()]
  const refs = documents.flatMap(refsIn)
  const anchors = documents.flatMap(anchorsIn)
  const own = { page: placed.page.id, anchors }
  const near = await nearAnchors(ctx, space, { refs, read: kit.readAnchors, own })
  const targets = await targetsOf(ctx, visited, space, refs)
  const resolve = (ref: ContentRef): TargetLink | undefined => {
    const href = ref.kind === 'url' && ref.url.startsWith('#') ? nearHere(ref.url, anchors) : undefined
    return href === undefined ? targets(near(ref)) : { href }
  }
  const words = look.words.document
  const { read, isWhole } = watched(kit.readApiFile)
  const { api, described } = await apiBlocksOf(
    ctx,
    {
      find: kit.findApi,
      files: { view: viewOf(ctx, space), read },
      spaceId: space.siteSpace.space.id,
      words,
      locale: look.labels,
      tellsProblems: visited.unpublished !== undefined,
      only,
    },
    documents,
  )
  const { blocks, integration, drawable } = await openPageBlocks(
    ctx,
    { ...space.siteSpace.space, theme: look.theme },
    {
      names: new Set(documents.flatMap((one) => [...integrationsIn(one)])),
      hasDrawables: documents.some(hasDrawables),
    },
  )
  const filled = fillIn(written, {
    api,
    integration,
    drawable,
    resolve,
    include: (ref) => (ref.kind === 'reusable-content' ? included.get(ref.reusableContent) : undefined),
    icons: kit.icons,
    searchPage: `${visited.home}/~search`,
    opensOutside: look.isBlank ? 'new-tab' : 'same-tab',
    locale: look.locale,
    words,
  })
  const shown = documents.flatMap(apisIn).flatMap(({ ref }) => (ref.kind === 'openapi' ? ref.spec : []))
  return { ...filled, specs: [...new Set(shown)], described, blocks, isWhole: isWhole() }
}

/** What is around the page may run from right to left. */
type Reading = { visited: VisitedSite; space: OpenSpace; words: Words; isRightToLeft?: boolean }

/** A page and the reusable contents that it shows, as this visitor reads them, with their links open. */
export async function writtenPage(
  ctx: ReadContext,
  kit: ReaderKit,
  { visited, space, words, isRightToLeft = false }: Reading,
  { page, path }: PlacedPage,
) {
  const view = viewOf(ctx, space)
  const before = visited.unpublished?.reviewed?.before
  const { audience } = visited
  const withheldAmong = withholding(ctx, visited, space)
  const write = (body: Hash | null, from: Standpoint, was?: Was) =>
    writtenAt(ctx, kit, { view, body, from, audience, page, was, words, isRightToLeft, withheldAmong })
  const old = before && (await findPage(before, page.id))
  const was =
    before &&
    (visited.unpublished?.reviewed?.isInPieces ? piecesFrom(before, old) : wasOf(before, page.body, old))
  const written = await write(page.body, { page: page.id, file: fileOfPage(page, path) }, was)
  const included = await includedIn(view, written, async ({ id, body }, from) =>
    write(body, from, before && wasOf(before, body, await findReusable(before, id))),
  )
  return { written, included }
}

/** What a text was before somebody changed it, so that what became of it can be marked. */
type Was = { view: RevisionView; body: Hash | null; pieces?: 'all' | 'changed' }

/** Where blocks are told apart, that holds also for a page that is new or stayed as it was. */
function piecesFrom(view: RevisionView, old: { body: Hash | null } | undefined): Was {
  return { view, body: old?.body ?? null, pieces: old ? 'changed' : 'all' }
}

function wasOf(view: RevisionView, body: Hash | null, old: { body: Hash | null } | undefined) {
  return old && old.body !== body ? { view, body: old.body } : undefined
}

type Written = {
  view: RevisionView
  body: Hash | null
  from: Standpoint
  audience: Audience
  page: PageRecord
  was: Was | undefined
  words: Words
  isRightToLeft: boolean
  withheldAmong: WithheldAmong
}

/** Of targets in a text, with what they lead to, those that must not be told to who reads it. */
type WithheldAmong = (refs: ReadonlyMap<string, ContentRef>) => Promise<ReadonlySet<string>>

function withholding(ctx: ReadContext, visited: VisitedSite, space: OpenSpace): WithheldAmong {
  return async (refs) => {
    const content = [...refs].filter(
      ([, { kind }]) => kind === 'page' || kind === 'anchor' || kind === 'space',
    )
    if (visited.audience.kind === 'writer' || content.length === 0) return new Set()
    const targets = await targetsOf(
      ctx,
      visited,
      space,
      content.map(([, ref]) => ref),
    )
    return new Set(content.flatMap(([target, ref]) => (targets(ref) ? [] : [target])))
  }
}

/** With pages and files in place of the targets that lead to them. */
async function writtenAt(ctx: ReadContext, kit: ReaderKit, about: Written) {
  const { view, from, audience, page, was, words, isRightToLeft, withheldAmong } = about
  const writing = { icons: kit.icons, isRightToLeft }
  const { text, body } = await seenIn(view, about.body)
  const key = `html ${isRightToLeft ? 'rtl ' : ''}${body}`
  const known = body === null || was ? undefined : (ctx.nodeCache.get(key) as WrittenDocument | undefined)
  const written = known ?? (was ? await writeMarked(was) : await write())
  const targets = new Map<string, ContentRef>()
  for (const ref of refsIn(written)) {
    const target = targetIn(ref)
    if (target !== undefined) targets.set(target, ref)
  }
  const resolved = await resolveTargets(view, from, targets.keys())
  const refs = new Map(
    [...targets.keys()].map((target) => [
      target,
      refOfAddress(ctx.links, target) ?? refOf(resolved.get(target), target),
    ]),
  )
  const withheld = await withheldAmong(refs)
  // Titles, captions and outlines are made of more than links: who may not know a page gets a text that never named it.
  const told = withheld.size === 0 ? written : writeWithout(withheld)
  return mapRefs(told, (ref) => refs.get(targetIn(ref) ?? '') ?? ref)

  async function seenIn(view: RevisionView, body: Hash | null) {
    return seenText(ctx, { view, audience }, { text: await textOfBody(view, body), body, page })
  }

  function writeWithout(targets: ReadonlySet<string>) {
    const said = withoutLinks(text, targets)
    const read = parseMarkdown(said, { hasKeys: false })
    return writeDocument(evaluated(read, view), writing)
  }

  async function write() {
    const long = await kit.writeLong({ body, text, isRightToLeft })
    if (long) return keep(long)
    // The document itself is not needed again, and a thousand of them keep the collector busy.
    const document = parseMarkdown(text, { hasKeys: false })
    // What values differ between visitors is kept with the page, not with the text.
    if (mayHaveExpressions(text) && hasExpressions(document))
      return writeDocument(evaluated(document, view), writing)
    return keep(writeDocument(document, writing))
  }

  function keep(fresh: WrittenDocument) {
    if (body !== null) ctx.nodeCache.set(key, fresh, text.length * 4 + 200)
    return fresh
  }

  async function writeMarked(was: Was) {
    const old = await seenIn(was.view, was.body)
    if (was.pieces) for (const one of [old.text, text]) requireComparable(one)
    const [before, after] = [parseBody(ctx, old.text, old.body), parseBody(ctx, text, body)]
    if (was.pieces) {
      const compared = was.pieces === 'all' ? undefined : evaluated(before, was.view)
      return writePieces(compared, evaluated(after, view), writing)
    }
    const marks = { ...words.changes, before: words.before }
    return writeChanges(evaluated(before, was.view), evaluated(after, view), marks, writing)
  }

  function evaluated(document: JSONDocument, { root }: RevisionView) {
    return evaluateDocument(document, { audience, fillsIn: true, space: root.variables, page })
  }
}

/** Characters of a text that is shown block by block. */
const LONGEST_IN_PIECES = 200_000

function requireComparable(text: string) {
  requireShortText(text)
  if (text.length > LONGEST_IN_PIECES) throw new LongWork('This text is too long to be compared here')
}

function targetIn(ref: ContentRef) {
  if (ref.kind === 'url') return ref.url
  return ref.kind === 'reusable-content' ? ref.reusableContent : undefined
}

/** All reusable contents that a document shows, by their ids. */
async function includedIn(
  view: RevisionView,
  written: WrittenDocument,
  write: (reusable: ReusableRecord, from: Standpoint) => Promise<WrittenDocument>,
) {
  const included = new Map<string, WrittenDocument>()
  let left = [written]
  for (let depth = 0; depth < DEEPEST && left.length > 0; depth++) {
    const fresh: WrittenDocument[] = []
    for (const ref of left.flatMap(refsIn)) {
      if (ref.kind !== 'reusable-content' || included.has(ref.reusableContent)) continue
      const reusable = await findReusable(view, ref.reusableContent)
      if (!reusable) continue
      const document = await write(reusable, { file: fileOfReusable(reusable) })
      included.set(reusable.id, document)
      fresh.push(document)
    }
    left = fresh
  }
  return included
}
