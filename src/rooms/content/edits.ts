// Changes to content: a list of them, applied in order to a draft, becomes one revision.
import { type Draft, openDraft } from '../../content/draft.ts'
import { fileOfPage } from '../../content/paths.ts'
import type { FileRecord, Hash, PageFields, PageRecord } from '../../content/records.ts'
import {
  findPage,
  findPages,
  findPagesWithPaths,
  putRoot,
  type Reading,
  readRevision,
} from '../../content/revision.ts'
import { slugOf } from '../../content/slugs.ts'
import type { Ctx } from '../../domain/context.ts'
import { invalid, notFound } from '../../domain/problems.ts'
import { checkDocument } from '../../markdown/check.ts'
import { revertBlocks } from '../../markdown/edit.ts'
import { openRevision } from '../revisions/revisions.ts'
import { markdownOf, type Names } from './bodies.ts'
import { textOf } from './documents.ts'
import { withFreeName } from './file-names.ts'
import type { KeptFile } from './incoming-files.ts'
import { linkersIn } from './linkers.ts'
import { followingTexts, relink } from './relink.ts'
import type { Body } from './schema.ts'
import type { ContentChange, DeletePage, InsertPage, RevertPage, UpdatePage } from './schema-changes.ts'

export type Edit = {
  spaceId: string
  reading: Reading
  changes: ContentChange[]
  /** The files of each change, their bytes already kept. */
  files: KeptFile[][]
  /** What a page is reverted to when the change names no revision. */
  baseRevisionId: string
}

export type Edited = {
  root: Hash
  outcomes: Outcome[]
  files: FileRecord[]
  /** Pages that were changed or deleted on purpose: conflicts about them are settled. */
  touched: Set<string>
  /** Pages below which something was placed ('' = top): conflicts about that order are settled. */
  ordered: Set<string>
}

/** Stands for the page above those at the top. */
const TOP = ''

type Outcome =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page' | 'deleted_page'; page: string }

type Work = {
  ctx: Ctx
  draft: Draft
  edit: Edit
  names: Names
  /** Bodies that are worked out when all pages have their place, since links in them are relative. */
  bodies: Map<string, NewBody>
  outcomes: Outcome[]
  files: FileRecord[]
  touched: Set<string>
  ordered: Set<string>
}

/** What was sent, or a text of an earlier revision. */
type NewBody = { sent: Body } | { text: string; origin?: Reading }

export async function applyChanges(ctx: Ctx, edit: Edit): Promise<Edited> {
  const work: Work = {
    ctx,
    draft: openDraft(edit.reading),
    edit,
    names: new Map(),
    bodies: new Map(),
    outcomes: [],
    files: [],
    touched: new Set(),
    ordered: new Set(),
  }
  for (const [at, change] of edit.changes.entries()) await apply(work, change, at)
  const { outcomes, files, touched, ordered } = work
  return { root: await finish(work), outcomes, files, touched, ordered }
}

function apply(work: Work, change: ContentChange, at: number): Promise<void> {
  const field = `body.changes.${at}`
  switch (change.operation) {
    case 'insert_page':
      return insertPage(work, change, field)
    case 'update_page':
      return updatePage(work, change, field)
    case 'delete_page':
      return deletePage(work, change, field)
    case 'revert_page':
      return revertPage(work, change, field)
    case 'insert_files':
      return insertFiles(work, work.edit.files[at] ?? [])
    default:
      return change satisfies never
  }
}

async function insertPage(work: Work, change: InsertPage, field: string) {
  const { ctx, draft } = work
  const into = await parentFor(work, change, field)
  if (change.type === 'document' && !change.document)
    throw invalid(`${field}.document is required`, { field: `${field}.document` })
  if (change.type === 'link' && !change.url)
    throw invalid(`${field}.url is required`, { field: `${field}.url` })
  const id = ctx.ids.next()
  const now = ctx.clock.now().toISOString()
  const fields = { ...fieldsOf(change), ...newFields(change) }
  const body = change.type === 'document' ? draft.pool.putText('') : null
  await draft.insertPage({ ...fields, id, body, createdAt: now }, { into, at: change.at })
  if (change.document && change.type === 'document')
    work.bodies.set(id, { sent: wellFormed(change.document, field) })
  if (change.ref) work.names.set(change.ref, { kind: 'page', page: id })
  work.ordered.add(into ?? TOP)
  work.outcomes.push({ object: 'created_page', page: id, ref: change.ref })
}

function newFields(change: InsertPage): Pick<PageFields, 'type' | 'title' | 'slug' | 'target'> {
  const { type, title = 'Untitled', url } = change
  return {
    type,
    title,
    slug: slugOf(change.slug || title),
    target: type === 'link' ? { kind: 'url', url: url ?? '' } : undefined,
  }
}

async function updatePage(work: Work, change: UpdatePage, field: string) {
  const { ctx, draft } = work
  const before = await pageFor(work, change.page, `${field}.page`)
  const slug = slugAfter(before, change)
  const page = await draft.changePage(before, {
    ...fieldsOf(change),
    updatedAt: ctx.clock.now().toISOString(),
  })
  if (change.into === undefined && change.at === undefined) await draft.changePage(page, { slug })
  else {
    const into = change.into === undefined ? page.parent : change.into
    await requirePlace(work, page, into, field)
    await draft.movePage(page, { into, at: change.at }, slug)
    work.ordered.add(into ?? TOP)
  }
  if (change.document) {
    if (page.type !== 'document')
      throw invalid(`${field}.document: a ${page.type} has no document`, { field })
    work.bodies.set(page.id, { sent: wellFormed(change.document, field) })
  }
  work.touched.add(page.id)
  work.outcomes.push({ object: 'updated_page', page: page.id })
}

function wellFormed(body: Body, field: string): Body {
  const problem = body.markdown === undefined && body.document ? checkDocument(body.document) : undefined
  if (problem) throw invalid(`${field}.document.document.${problem}`, { field: `${field}.document.document` })
  return body
}

function slugAfter(page: PageRecord, change: UpdatePage) {
  if (change.slug === undefined) return page.slug
  return slugOf(change.slug || change.title || page.title)
}

async function deletePage(work: Work, change: DeletePage, field: string) {
  const page = await pageFor(work, change.page, `${field}.page`)
  for (const id of await work.draft.removePage(page)) {
    work.bodies.delete(id)
    work.touched.add(id)
  }
  work.outcomes.push({ object: 'deleted_page', page: page.id })
}

async function revertPage(work: Work, change: RevertPage, field: string) {
  const { ctx, draft, edit } = work
  const revisionId = change.revision ?? edit.baseRevisionId
  const { reading: origin } = await openRevision(ctx, edit.spaceId, revisionId, draft.pool)
  const old = await findPage(origin, change.page)
  const page = await draft.page(change.page)
  if (!old && !page) throw notFoundAt(`${field}.page`, 'page')
  if (!old && page) return deletePage(work, { operation: 'delete_page', page: page.id }, field)
  if (!old) return
  const text = await textOf(origin, old.body)
  if (!page) await bringBack(work, old)
  else if (change.block) {
    const now = await textNow(work, page, field)
    work.bodies.set(page.id, { text: revertBlocks(now, text, change.block) })
  } else {
    const { parent, children, body, createdAt, updatedAt, id, git, ...fields } = old
    await draft.changePage(page, { ...CLEARED, ...fields, updatedAt: ctx.clock.now().toISOString() })
  }
  if (!change.block && old.body !== null) work.bodies.set(old.id, { text, origin })
  work.touched.add(old.id)
  work.outcomes.push({ object: 'updated_page', page: old.id })
}

/** The text that earlier changes of the request left. */
async function textNow({ draft, bodies, edit }: Work, page: PageRecord, field: string) {
  const body = bodies.get(page.id)
  if (!body) return textOf({ ...edit.reading, pool: draft.pool }, page.body)
  if ('text' in body) return body.text
  if (body.sent.markdown !== undefined) return body.sent.markdown
  throw invalid(`${field}.block: the same request sends this page as a document; revert it in another one`, {
    field: `${field}.block`,
  })
}

/** What a page may have and its earlier state may not. */
const CLEARED = {
  emoji: undefined,
  icon: undefined,
  description: undefined,
  hidden: undefined,
  noIndex: undefined,
  noRobotsIndex: undefined,
  condition: undefined,
  layout: undefined,
  cover: undefined,
  variables: undefined,
  target: undefined,
  computed: undefined,
} satisfies Partial<PageFields>

/** A deleted page returns under the page it was under, or at the top when that is gone. */
async function bringBack(work: Work, old: PageRecord) {
  const { draft } = work
  const into = old.parent !== null && (await draft.page(old.parent)) ? old.parent : null
  const body = old.body === null ? null : draft.pool.putText('')
  await draft.insertPage({ ...old, body }, { into })
}

async function insertFiles(work: Work, files: KeptFile[]) {
  const { ctx, draft } = work
  for (const { ref, ...kept } of files) {
    const file = await withFreeName(draft, { id: ctx.ids.next(), ...kept })
    draft.putFile(file)
    work.files.push(file)
    if (ref) work.names.set(ref, { kind: 'file', file: file.id })
  }
}

type Look = Pick<
  UpdatePage,
  'title' | 'emoji' | 'icon' | 'description' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'condition'
>

/** What the change names, and nothing else: an absent field keeps what is there. */
function fieldsOf(change: Look): Partial<Look> {
  const { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = change
  const all = { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

async function parentFor(work: Work, change: InsertPage, field: string) {
  const { into = null, type } = change
  if (into === null) return null
  if (type === 'group')
    throw invalid(`${field}.into: groups stand at the top only`, { field: `${field}.into` })
  return (await parentAt(work, into, field)).id
}

async function requirePlace(work: Work, page: PageRecord, into: string | null, field: string) {
  if (into === null) return
  if (page.type === 'group')
    throw invalid(`${field}.into: groups stand at the top only`, { field: `${field}.into` })
  const parent = await parentAt(work, into, field)
  for (let above: PageRecord | undefined = parent; above; ) {
    if (above.id === page.id)
      throw invalid(`${field}.into: a page can not be put under itself`, { field: `${field}.into` })
    above = above.parent === null ? undefined : await work.draft.page(above.parent)
  }
}

async function parentAt(work: Work, named: string, field: string) {
  const parent = await pageFor(work, named, `${field}.into`)
  if (parent.type === 'document' || parent.type === 'group') return parent
  throw invalid(`${field}.into: a ${parent.type} has no pages below it`, { field: `${field}.into` })
}

/** By id, or by the name that an earlier change of the request gave it. */
async function pageFor({ draft, names }: Work, named: string, field: string) {
  const ref = names.get(named)
  const page = await draft.page(ref?.kind === 'page' ? ref.page : named)
  if (!page) throw notFoundAt(field, 'page')
  return page
}

function notFoundAt(field: string, what: string) {
  const problem = notFound(what)
  problem.message += ` (${field})`
  return problem
}

/** Writes the bodies, now that everything has its place, and lets links follow what moved. */
async function finish(work: Work): Promise<Hash> {
  const { ctx, draft, edit, bodies } = work
  const placed = await readRevision(draft.pool, await draft.finish())
  const written = await withTexts(placed, await textsOf(work, placed))
  const texts = await followingTexts({
    before: edit.reading,
    after: written.reading,
    findLinkers: linkersIn(ctx, edit.spaceId, edit.reading),
    // What was sent is right by now; what came from an earlier revision means what it meant there.
    origins: new Map([...bodies].map(([id, body]) => [id, 'origin' in body ? (body.origin ?? null) : null])),
  })
  return (await withTexts(written.reading, texts)).root
}

async function textsOf(work: Work, placed: Reading) {
  const { ctx, edit, bodies, names } = work
  const texts = new Map<string, string>()
  const now = await findPagesWithPaths(placed, [...bodies.keys()])
  const then = await findPagesWithPaths(edit.reading, [...bodies.keys()])
  for (const [id, body] of bodies) {
    const found = now.get(id)
    if (!found) continue
    const from = standpoint(found)
    if ('text' in body) {
      texts.set(id, body.text)
      continue
    }
    const before = await textOf(placed, found.page.body)
    const old = then.get(id)
    // Whoever sends Markdown has the page before them as it was, at its old place and with its old neighbours.
    const meaning = { reading: edit.reading, from: old ? standpoint(old) : from }
    const sent = body.sent.markdown
    const markdown = sent && (await relink(meaning, { reading: placed, from }, sent, new Set(names.keys())))
    const incoming = { before, from, names, links: ctx.links, spaceId: edit.spaceId }
    texts.set(id, await markdownOf(placed, { ...incoming, body: { ...body.sent, markdown } }))
  }
  return texts
}

function standpoint({ page, path }: { page: PageRecord; path: string }) {
  return { page: page.id, file: fileOfPage(page, path) }
}

/** The revision with other texts on some pages. */
export async function withTexts(reading: Reading, texts: Map<string, string>) {
  if (texts.size === 0) return { root: putRoot(reading.pool, reading.root), reading }
  const draft = openDraft(reading)
  await findPages(reading, texts.keys())
  for (const [id, text] of texts) {
    const page = await draft.page(id)
    if (page) await draft.changePage(page, { body: draft.pool.putText(text) })
  }
  const root = await draft.finish()
  return { root, reading: await readRevision(reading.pool, root) }
}
