// A copy of a page with those below it, of this space or of another one. What it shows comes along, and its links lead where they led.
import { openDraft } from '../../../../engines/content/draft/draft.ts'
import { slugOf } from '../../../../engines/content/draft/slugs.ts'
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import { standpointsOf } from '../../../../engines/content/links/resolve.ts'
import {
  findPage,
  findPages,
  type RevisionView,
  siblingsAt,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import type { PageFields, PageRecord } from '../../../../engines/content/records.ts'
import { withoutConditions } from '../../../../engines/markdown/read/condition-tags.ts'
import { invalid, isNotFound } from '../../../../kit/domain/problems.ts'
import { requireAbility } from '../../../../kit/domain/subjects.ts'
import { space as spaceSubject } from '../../spaces/access.ts'
import { openView } from '../../spaces/revisions/revisions.ts'
import type { CopyPage } from '../schema-changes.ts'
import { type Copying, copiedRef, copiedText } from './copy-links.ts'
import { requireLevels } from './edit-depth.ts'
import { newPlace } from './edit-place.ts'
import { type EditWork, notFoundAt, TOP } from './edit-work.ts'

/** In one request: the space is locked while they are copied. */
const MOST_PAGES = 1_000

export async function copyPage(work: EditWork, change: CopyPage, field: string) {
  const { ctx, draft } = work
  const from = await originOf(work, change, field)
  const top = await findPage(from.view, change.page)
  if (!top) throw notFoundAt(`${field}.page`, 'page')
  const into = await newPlace(work, { type: top.type, into: change.into }, field)
  await requireLevels(draft, into, { page: top, of: openDraft(from.view), field: `${field}.into` })
  const originals = await withAllBelow(from.view, top, MOST_PAGES - work.copied, field)
  work.copied += originals.length
  const copies = new Map(originals.map(({ id }) => [id, ctx.ids.next()]))
  const copying: Copying = { work, from, pages: copies, brought: new Map() }
  const createdAt = ctx.clock.now().toISOString()
  for (const page of originals) {
    await yieldToEventLoop()
    const id = copies.get(page.id) ?? ''
    const body = page.body === null ? null : draft.nodes.putText('')
    const place = page === top ? { into, at: change.at } : { into: copies.get(page.parent ?? '') ?? into }
    const fields = { ...(await fieldsOf(copying, page)), ...(page === top && renamed(change)) }
    await draft.insertPage({ ...fields, id, body, createdAt }, place)
  }
  const standpoints = await standpointsOf(from.view, [...copies.keys()])
  for (const { id, body } of originals) {
    await yieldToEventLoop()
    const standpoint = standpoints.get(id)
    if (body === null || !standpoint) continue
    const markdown = await copiedText(copying, await textOfBody(from.view, body), standpoint)
    work.bodies.set(copies.get(id) ?? '', { sent: { markdown } })
  }
  const page = copies.get(top.id) ?? ''
  if (change.ref) work.names.set(change.ref, { kind: 'page', page })
  work.ordered.add(into ?? TOP)
  work.outcomes.push({ object: 'created_page', page, ref: change.ref, copies: Object.fromEntries(copies) })
}

function renamed({ title }: CopyPage) {
  return title === undefined ? {} : { title, slug: slugOf(withoutConditions(title)) }
}

async function originOf({ ctx, draft, edit }: EditWork, change: CopyPage, field: string) {
  const { space: spaceId = edit.spaceId, revision } = change
  if (spaceId === edit.spaceId && revision === undefined) return { spaceId, view: edit.view }
  const space = await found(requireAbility(ctx, spaceSubject, { spaceId }, 'view'), `${field}.space`, 'space')
  const view = openView(ctx, spaceId, revision ?? space.revisionId, draft.nodes)
  return { spaceId, view: await found(view, `${field}.revision`, 'revision') }
}

function found<T>(looking: Promise<T>, field: string, what: string): Promise<T> {
  return looking.catch((error: unknown) => {
    throw isNotFound(error) ? notFoundAt(field, what) : error
  })
}

/** Each after the one above it, and in order among those beside it. */
async function withAllBelow(view: RevisionView, top: PageRecord, most: number, field: string) {
  const all = [top]
  for (let level = [top]; level.length > 0; ) {
    await view.nodes.fetch(level.map(({ children }) => children))
    const ids: string[] = []
    for (const { children } of level)
      for (const { id } of await siblingsAt(view.nodes, children)) ids.push(id)
    if (all.length + ids.length > most)
      throw invalid(`${field}.page: a request copies at most ${MOST_PAGES} pages; copy them in parts`, {
        field: `${field}.page`,
        most: MOST_PAGES,
      })
    const pages = await findPages(view, ids)
    level = ids.flatMap((id) => pages.get(id) ?? [])
    all.push(...level)
  }
  return all
}

async function fieldsOf(copying: Copying, page: PageRecord): Promise<PageFields> {
  const { id, parent, children, body, createdAt, updatedAt, git, ...fields } = page
  const { cover, canonical, alternates, target } = fields
  const here = (ref: NonNullable<typeof target>) => copiedRef(copying, ref)
  return {
    ...fields,
    ...(cover && {
      cover: {
        ...cover,
        ...(cover.ref && { ref: await here(cover.ref) }),
        ...(cover.refDark && { refDark: await here(cover.refDark) }),
      },
    }),
    canonical: canonical ? await here(canonical) : undefined,
    alternates: alternates && alternates.length > 0 ? await Promise.all(alternates.map(here)) : undefined,
    ...(target && { target: await here(target) }),
  }
}
