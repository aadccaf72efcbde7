// Changes that take away, or bring back what was: deleting pages, and reverting them to an earlier revision.
import type { Draft } from '../../../../engines/content/draft/draft.ts'
import { placeAmong } from '../../../../engines/content/draft/place-among.ts'
import { freeFile } from '../../../../engines/content/draft/refile.ts'
import {
  findPage,
  type RevisionView,
  siblingsAt,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import {
  type GitBlob,
  NOT_YET,
  type PageFields,
  type PageRecord,
  type Sibling,
} from '../../../../engines/content/records.ts'
import { revertBlocks } from '../../../../engines/markdown/edit.ts'
import { invalid, isNotFound } from '../../../../kit/domain/problems.ts'
import { requireAbility } from '../../../../kit/domain/subjects.ts'
import { space as spaceSubject } from '../../spaces/access.ts'
import { openView } from '../../spaces/revisions/revisions.ts'
import type { DeletePage, RevertPage } from '../schema-changes.ts'
import { requireLevels } from './edit-depth.ts'
import { type EditWork, notFoundAt, pageFor } from './edit-work.ts'

export async function deletePage(work: EditWork, change: DeletePage, field: string) {
  const page = await pageFor(work, change.page, `${field}.page`)
  const { movedTo } = change
  if (movedTo) await requireSeen(work, movedTo.space, `${field}.movedTo.space`)
  for (const id of await work.draft.removePage(page)) {
    work.bodies.delete(id)
    work.touched.add(id)
    const there = movedTo && Object.hasOwn(movedTo.pages, id) ? movedTo.pages[id] : undefined
    if (movedTo && there) work.elsewhere.set(id, work.ctx.links.of(`/s/${movedTo.space}/${there}`))
  }
  work.outcomes.push({ object: 'deleted_page', page: page.id })
}

/** Nobody learns here which spaces there are. */
async function requireSeen({ ctx }: EditWork, spaceId: string, field: string) {
  await requireAbility(ctx, spaceSubject, { spaceId }, 'view').catch((error: unknown) => {
    throw isNotFound(error) ? notFoundAt(field, 'space') : error
  })
}

export async function revertPage(work: EditWork, change: RevertPage, field: string) {
  const { ctx, draft, edit } = work
  const revisionId = change.revision ?? edit.baseRevisionId
  const origin = await openView(ctx, edit.spaceId, revisionId, draft.nodes)
  const old = await findPage(origin, change.page)
  const page = await draft.page(change.page)
  if (!old && !page) throw notFoundAt(`${field}.page`, 'page')
  if (!old && page) return deletePage(work, { operation: 'delete_page', page: page.id }, field)
  if (!old) return
  const text = await textOfBody(origin, old.body)
  if (!page) await bringBack(work, origin, old, field)
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
async function textNow({ draft, bodies, edit }: EditWork, page: PageRecord, field: string) {
  const body = bodies.get(page.id)
  if (!body) return textOfBody({ ...edit.view, nodes: draft.nodes }, page.body)
  if ('text' in body) return body.text
  if ('sent' in body && body.sent.markdown !== undefined) return body.sent.markdown
  throw invalid(
    `${field}.block: the same request changes this page otherwise; revert it in a separate request`,
    {
      field: `${field}.block`,
    },
  )
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
  canonical: undefined,
  alternates: undefined,
  target: undefined,
  computed: undefined,
} satisfies Partial<PageFields>

/** A deleted page returns to its place among those it stood with, or to the end of the top when the page above is gone. */
async function bringBack({ ctx, draft }: EditWork, origin: RevisionView, old: PageRecord, field: string) {
  const above = old.parent === null ? undefined : await draft.page(old.parent)
  const isHome = old.parent === null || above !== undefined
  const into = above?.id ?? null
  const at = isHome ? await placeIn(draft, origin, old) : undefined
  await requireLevels(draft, into, { field: `${field}.page` })
  const body = old.body === null ? null : draft.nodes.putText('')
  const back = await draft.insertPage({ ...old, body, git: await freeGit(draft, old) }, { into, at })
  await draft.changePage(back, { updatedAt: ctx.clock.now().toISOString() })
}

async function placeIn(draft: Draft, origin: RevisionView, { id, parent }: PageRecord) {
  const list = parent === null ? origin.root.top : (await findPage(origin, parent))?.children
  const old = await siblingsAt(origin.nodes, list ?? null)
  const now = await draft.list(parent)
  return placeAmong(idsOf(old), idsOf(now), id)
}

function idsOf(siblings: Sibling[]) {
  return siblings.map(({ id }) => id)
}

/** Its file in the repository may be another page's by now. */
async function freeGit(draft: Draft, { git }: PageRecord): Promise<GitBlob | undefined> {
  if (!git) return
  const path = await freeFile(git.path, async (file) => (await draft.findPath(file)) !== undefined)
  return path === git.path ? git : { ...git, oid: NOT_YET, path }
}
