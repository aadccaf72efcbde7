// Writes what a merge decided into a draft of ours.
import type { Draft } from '../draft/draft.ts'
import { groupBy } from '../groups.ts'
import { fileOfAsset } from '../links/paths.ts'
import type { PageRecord } from '../records.ts'
import type { Merged, MergeInput } from './types.ts'

export async function applyMerged(draft: Draft, merged: Merged, input: MergeInput) {
  const textOf = (id: string) => {
    const text = merged.bodies.get(id)
    return text === undefined ? undefined : draft.nodes.putText(text)
  }
  leavePaths(draft, merged, input)
  for (const [id, page] of merged.pages) {
    const ours = input.pages.get(id)?.ours
    // What is below it is in the lists; a list of theirs may name what is not here.
    draft.putPage(id, page && { ...page, body: textOf(id) ?? page.body, children: ours?.children ?? null })
    if (page?.git) draft.putPath(page.git.path, { id: page.git.path, page: id })
  }
  for (const [id, file] of merged.files) {
    if (file) draft.putFile(file)
    else draft.putFileRecord(id, null)
  }
  for (const [id, reusable] of merged.reusables) {
    draft.putReusable(id, reusable && { ...reusable, body: textOf(id) ?? reusable.body })
    if (reusable?.git) draft.putPath(reusable.git.path, { id: reusable.git.path, reusable: id })
  }
  await putLists(draft, merged, input)
  draft.putVariables(merged.variables)
}

/** Two may have changed places: all leave theirs before anybody takes a new one. */
function leavePaths(draft: Draft, merged: Merged, input: MergeInput) {
  const leave = (path: string | undefined) => path !== undefined && draft.putPath(path, null)
  for (const id of merged.pages.keys()) leave(input.pages.get(id)?.ours?.git?.path)
  for (const id of merged.reusables.keys()) leave(input.reusables.get(id)?.ours?.git?.path)
  for (const id of merged.files.keys()) {
    const ours = input.files.get(id)?.ours
    leave(ours && fileOfAsset(ours))
  }
}

async function putLists(draft: Draft, merged: Merged, input: MergeInput) {
  for (const [parent, ids] of merged.order) {
    const slugs = input.slugs.get(parent)
    const siblings = ids.map((id) => ({ id, slug: merged.pages.get(id)?.slug ?? slugs?.get(id) ?? id }))
    draft.putList(parent === '' ? null : parent, siblings)
  }
  // A page that only has another slug is where it was; the list names it by the new one.
  const isRenamed = (page: PageRecord | null) =>
    page !== null &&
    !merged.order.has(page.parent ?? '') &&
    page.slug !== input.pages.get(page.id)?.ours?.slug
  const renamed = [...merged.pages.values()].filter(isRenamed)
  for (const parent of groupBy(renamed, (page) => page?.parent ?? null).keys()) {
    const siblings = await draft.list(parent)
    draft.putList(
      parent,
      siblings.map(({ id, slug }) => ({ id, slug: merged.pages.get(id)?.slug ?? slug })),
    )
  }
}
