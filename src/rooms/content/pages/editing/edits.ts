// Changes to content: a list of them, applied in order to a draft, becomes one revision.

import { openDraft } from '../../../../engines/content/draft/draft.ts'
import { slugOf, slugOfName } from '../../../../engines/content/draft/slugs.ts'
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import type { PageFields, PageRecord } from '../../../../engines/content/records.ts'
import { withoutConditions } from '../../../../engines/markdown/read/condition-tags.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import { metaLinksFor } from '../edit-meta-links.ts'
import type { ContentChange, InsertPage, UpdatePage } from '../schema-changes.ts'
import { copyPage } from './copy-pages.ts'
import { updateBlocks } from './edit-blocks.ts'
import { requireSource } from './edit-computed.ts'
import { requireLevels } from './edit-depth.ts'
import { deleteFiles, insertFiles } from './edit-files.ts'
import { newPlace, requirePlace } from './edit-place.ts'
import {
  deleteReusableContent,
  insertReusableContent,
  updateReusableContent,
} from './edit-reusable-content.ts'
import { finish } from './edit-texts.ts'
import { deletePage, revertPage } from './edit-undo.ts'
import { pageVariables, updateVariables } from './edit-variables.ts'
import { type Edit, type EditResult, type EditWork, pageFor, subjectOf, TOP } from './edit-work.ts'
import { wellFormed } from './well-formed.ts'

export async function applyChanges(ctx: ReadContext, edit: Edit): Promise<EditResult> {
  const work: EditWork = {
    ctx,
    draft: openDraft(edit.view),
    edit,
    names: new Map(),
    bodies: new Map(),
    blocks: new Map(),
    outcomes: [],
    files: [],
    elsewhere: new Map(),
    copied: 0,
    touched: new Set(),
    ordered: new Set(),
  }
  // An import is thousands of changes.
  for (const [at, change] of edit.changes.entries()) {
    await yieldToEventLoop()
    await apply(work, change, at)
  }
  const root = await finish(work)
  const { blocks, files, touched, ordered } = work
  const outcomes = work.outcomes.map((outcome) =>
    'edits' in outcome ? { ...outcome, ...blocks.get(subjectOf(outcome) ?? '') } : outcome,
  )
  return { root, outcomes, files, touched, ordered }
}

function apply(work: EditWork, change: ContentChange, at: number): Promise<void> {
  const field = `body.changes.${at}`
  switch (change.operation) {
    case 'insert_page':
      return insertPage(work, change, field)
    case 'copy_page':
      return copyPage(work, change, field)
    case 'update_page':
      return updatePage(work, change, field)
    case 'update_blocks':
      return updateBlocks(work, change, field)
    case 'delete_page':
      return deletePage(work, change, field)
    case 'revert_page':
      return revertPage(work, change, field)
    case 'insert_files':
      return insertFiles(work, work.edit.files[at] ?? [], field)
    case 'delete_files':
      return deleteFiles(work, change, field)
    case 'insert_reusable_content':
      return insertReusableContent(work, change, field)
    case 'update_reusable_content':
      return updateReusableContent(work, change, field)
    case 'delete_reusable_content':
      return deleteReusableContent(work, change, field)
    case 'update_variables':
      return updateVariables(work, change, field)
    default:
      return change satisfies never
  }
}

async function insertPage(work: EditWork, change: InsertPage, field: string) {
  const { ctx, draft } = work
  const into = await newPlace(work, change, field)
  await requireLevels(draft, into, { field: `${field}.into` })
  if (change.type === 'document' && !change.document)
    throw invalid(`${field}.document is required`, { field: `${field}.document` })
  if (change.type === 'link' && !change.url)
    throw invalid(`${field}.url is required`, { field: `${field}.url` })
  if (change.type === 'computed' && !change.computed)
    throw invalid(`${field}.computed is required`, { field: `${field}.computed` })
  const id = ctx.ids.next()
  const now = ctx.clock.now().toISOString()
  const metaLinks = await metaLinksFor(work, { type: change.type }, change.metaLinks, `${field}.metaLinks`)
  const fields = { ...fieldsOf(change), ...newFields(change), ...metaLinks }
  if (fields.computed) fields.computed = requireSource(fields.computed, `${field}.computed`)
  const body = change.type === 'document' ? draft.nodes.putText('') : null
  await draft.insertPage({ ...fields, id, body, createdAt: now }, { into, at: change.at })
  if (change.document && change.type === 'document')
    work.bodies.set(id, { sent: wellFormed(change.document, field) })
  if (change.ref) work.names.set(change.ref, { kind: 'page', page: id })
  work.ordered.add(into ?? TOP)
  work.outcomes.push({ object: 'created_page', page: id, ref: change.ref })
}

function newFields(change: InsertPage): Pick<PageFields, 'type' | 'title' | 'slug' | 'target' | 'computed'> {
  const { type, title = 'Untitled', url } = change
  return {
    type,
    title,
    slug: change.slug ? slugOfName(change.slug) : slugOf(withoutConditions(title)),
    target: type === 'link' ? { kind: 'url', url: url ?? '' } : undefined,
    computed: type === 'computed' ? change.computed : undefined,
  }
}

async function updatePage(work: EditWork, change: UpdatePage, field: string) {
  const { ctx, draft } = work
  const before = await pageFor(work, change.page, `${field}.page`)
  const slug = slugAfter(before, change)
  const page = await draft.changePage(before, {
    ...fieldsOf(change),
    ...(await metaLinksFor(work, before, change.metaLinks, `${field}.metaLinks`)),
    ...(change.variables && { variables: pageVariables(before.variables, change.variables, field) }),
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
    // Whoever sends nothing that we know does not mean to empty the page.
    if (change.document.markdown === undefined && change.document.document === undefined)
      throw invalid(`${field}.document: send {"markdown": "…"} or {"document": {…}}`, { field })
    work.bodies.set(page.id, { sent: wellFormed(change.document, field) })
  }
  work.touched.add(page.id)
  work.outcomes.push({ object: 'updated_page', page: page.id })
}

function slugAfter(page: PageRecord, change: UpdatePage) {
  if (change.slug === undefined) return page.slug
  return change.slug ? slugOfName(change.slug) : slugOf(withoutConditions(change.title || page.title))
}

type Named = 'title' | 'emoji' | 'icon' | 'description' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'condition'

/** What the change names, and nothing else: an absent field keeps what is there, and null takes it away. */
function fieldsOf(change: Pick<UpdatePage, Named>): Partial<Pick<PageRecord, Named>> {
  const { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = change
  const all = { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }
  const named = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? undefined]))
}
