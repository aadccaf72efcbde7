// Edits of single blocks of a page: their texts are worked out alone and put in their places. Every other byte stays.
import type { Block, JSONDocument } from '../../../../engines/markdown/document.ts'
import { sourceBlocks } from '../../../../engines/markdown/edit/source-blocks.ts'
import { alignedKeys, type BlockText, spliceBlocks } from '../../../../engines/markdown/edit/splice-blocks.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import type { Body } from '../schema.ts'
import type { BlockEdit, UpdateBlocks } from '../schema-changes.ts'
import { type BlockEdits, type BlocksNow, type EditWork, pageFor, reusableFor } from './edit-work.ts'
import { requireDocument } from './well-formed.ts'

export async function updateBlocks(work: EditWork, change: UpdateBlocks, field: string) {
  const { page, reusableContent, edits } = change
  if ((page === undefined) === (reusableContent === undefined))
    throw invalid(`${field} must have either page or reusableContent`, { field })
  for (const [at, edit] of edits.entries()) requireEdit(edit, `${field}.edits.${at}`)
  const id =
    page === undefined
      ? await openReusable(work, reusableContent ?? '', `${field}.reusableContent`)
      : await openPage(work, page, `${field}.page`)
  work.bodies.set(id, { edits, field })
  work.touched.add(id)
}

async function openPage(work: EditWork, named: string, field: string) {
  const { ctx, draft } = work
  const page = await pageFor(work, named, field)
  if (page.type !== 'document') throw invalid(`${field}: a ${page.type} has no document`, { field })
  requireUnchanged(work, page.id, field)
  await draft.changePage(page, { updatedAt: ctx.clock.now().toISOString() })
  work.outcomes.push({ object: 'updated_page', page: page.id, edits: [] })
  return page.id
}

async function openReusable(work: EditWork, named: string, field: string) {
  const { id } = await reusableFor(work, named, field)
  requireUnchanged(work, id, field)
  work.outcomes.push({ object: 'updated_reusable_content', reusableContent: id, edits: [] })
  return id
}

function requireUnchanged({ bodies }: EditWork, id: string, field: string) {
  if (bodies.has(id)) throw invalid(`${field}: the same request already changes its text`, { field })
}

function requireEdit(edit: BlockEdit, field: string) {
  const { key, after, markdown, document, delete: isDeleted } = edit
  if ((key === undefined) === (after === undefined))
    throw invalid(`${field} must have either key or after`, { field })
  if ([markdown, document, isDeleted || undefined].filter((each) => each !== undefined).length !== 1)
    throw invalid(`${field} must have one of markdown, document and delete`, { field })
  if (isDeleted && key === undefined) throw invalid(`${field}: delete needs key`, { field })
  if (document) requireDocument(document, `${field}.document`)
}

type Written = {
  /** The text whose keys the edits name, and the same with its links as they are now. */
  was: string
  before: string
  /** The Markdown of what was sent in place of a text. */
  write(sent: Body, before: string): Promise<string>
}

export async function editBlocks(
  { edits, field }: BlockEdits,
  { was, before, write }: Written,
): Promise<BlocksNow & { text: string }> {
  const sources = sourceBlocks(before)
  const named = was === before ? sources : sourceBlocks(was)
  const places = placesOf(
    edits,
    named.map(({ key }) => key),
    field,
  )
  const texts: BlockText[] = []
  for (const [index, { at, place }] of places.entries()) {
    const { markdown, document } = edits[index] ?? {}
    const { from, to } = (place === 'instead' && sources[at]) || { from: 0, to: 0 }
    const text =
      markdown === undefined && !document ? '' : await write({ markdown, document }, before.slice(from, to))
    texts.push({ at, place, text })
  }
  const spliced = canStandAlone(edits, before) && spliceBlocks(before, texts, sources)
  if (spliced)
    return { text: spliced.text, blocks: spliced.keys, edits: edited(spliced.edited), isMerged: false }
  const text = await write({ document: wholeOf(before, edits, places) }, before)
  const keys = sourceBlocks(text).map(({ key }) => key)
  const old = sources.map(({ key }) => key)
  return { text, blocks: keys, edits: edited(alignedKeys(old, keys, texts)), isMerged: false }
}

function edited(keys: string[][]) {
  return keys.map((keys) => ({ keys }))
}

type Place = Pick<BlockText, 'at' | 'place'>

function placesOf(edits: readonly BlockEdit[], keys: readonly string[], field: string): Place[] {
  const indexes = new Map(keys.map((key, index) => [key, index]))
  const replaced = new Set<string>()
  return edits.map(({ key, after }, index) => {
    const name = key === undefined ? 'after' : 'key'
    const at = key ?? after
    const found = at === null ? -1 : indexes.get(at ?? '')
    const refuse = (why: string) =>
      invalid(`${field}.edits.${index}.${name}: ${why}`, { field: `${field}.edits.${index}.${name}` })
    if (found === undefined) throw refuse('the text has no top-level block with this key in `base`')
    if (key === undefined) return { at: found, place: 'after' }
    if (replaced.has(key)) throw refuse('another edit already changes this block')
    replaced.add(key)
    return { at: found, place: 'instead' }
  })
}

/** What a block says may depend on definitions of links and footnotes elsewhere on the page. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m

function canStandAlone(edits: readonly BlockEdit[], before: string) {
  const documents = edits.flatMap(({ document }) => document ?? [])
  return documents.length === 0 || !(DEFINITION.test(before) || documents.some(hasNotes))
}

/** Definitions of footnotes stand at the end of a page, not behind the block that calls them. */
function hasNotes(document: JSONDocument): boolean {
  return JSON.stringify(document).includes('"type":"annotation"')
}

/** The whole page as it shall be, for blocks that can not be written by themselves. */
function wholeOf(before: string, edits: readonly BlockEdit[], places: readonly Place[]): JSONDocument {
  const page = publicDocument(parseMarkdown(before))
  const nodesOf = ({ markdown, document }: BlockEdit): readonly Block[] =>
    markdown === undefined ? (document?.nodes ?? []) : publicDocument(parseMarkdown(markdown)).nodes
  const following = (at: number) =>
    edits.flatMap((edit, index) =>
      places[index]?.at === at && places[index]?.place === 'after' ? nodesOf(edit) : [],
    )
  const instead = new Map(
    edits.flatMap((edit, index) =>
      places[index]?.place === 'instead' ? [[places[index].at, nodesOf(edit)]] : [],
    ),
  )
  return {
    ...page,
    nodes: [
      ...following(-1),
      ...page.nodes.flatMap((block, at) => [...(instead.get(at) ?? [block]), ...following(at)]),
    ],
  }
}
