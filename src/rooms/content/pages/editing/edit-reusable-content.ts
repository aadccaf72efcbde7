// Changes of reusable contents. Each has a file of its own in the repository, by which pages include it.
import { slugOf } from '../../../../engines/content/draft/slugs.ts'
import { NOT_YET } from '../../../../engines/content/records.ts'
import type {
  DeleteReusableContent,
  InsertReusableContent,
  UpdateReusableContent,
} from '../schema-reusable-content.ts'
import { type EditWork, reusableFor } from './edit-work.ts'
import { wellFormed } from './well-formed.ts'

export async function insertReusableContent(work: EditWork, change: InsertReusableContent, field: string) {
  const { title, document } = change
  const id = await placeReusable(work, title)
  if (document) work.bodies.set(id, { sent: wellFormed(document, field) })
  work.outcomes.push({ object: 'created_reusable_content', reusableContent: id })
}

/** A new one, whose text comes when everything has its place. */
export async function placeReusable({ ctx, draft }: EditWork, title: string): Promise<string> {
  const id = ctx.ids.next()
  const git = { oid: NOT_YET, path: `.gitbook/includes/${slugOf(title)}.md` }
  await draft.placeReusable({ id, title, body: draft.nodes.putText(''), git })
  return id
}

export async function updateReusableContent(work: EditWork, change: UpdateReusableContent, field: string) {
  const { draft } = work
  const { title, document } = change
  const before = await reusableFor(work, change.reusableContent, `${field}.reusableContent`)
  draft.putReusable(before.id, { ...before, ...(title !== undefined && { title }) })
  if (document) work.bodies.set(before.id, { sent: wellFormed(document, field) })
  work.touched.add(before.id)
  work.outcomes.push({ object: 'updated_reusable_content', reusableContent: before.id })
}

export async function deleteReusableContent(work: EditWork, change: DeleteReusableContent, field: string) {
  const { id } = await reusableFor(work, change.reusableContent, `${field}.reusableContent`)
  await work.draft.removeReusable(id)
  work.bodies.delete(id)
  work.touched.add(id)
  work.outcomes.push({ object: 'deleted_reusable_content', reusableContent: id })
}
