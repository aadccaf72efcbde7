import { openDraft } from '../src/content/draft/draft.ts'
import { findReusable } from '../src/content/nodes/revision.ts'
import { updateChangeRequest } from '../src/rooms/change-requests/store.ts'
import { openNodes, openRevision, writeRevision } from '../src/rooms/revisions/revisions.ts'
import { lockSpace, moveHead } from '../src/rooms/spaces/heads.ts'
import type { Services } from '../src/services.ts'

/** Puts a reusable content and variables into a space, as an import does: no operation makes them. */
export function addReusable(services: Services, spaceId: string, markdown: string, variables = {}) {
  return services.asSystem(async (ctx) => {
    const space = await lockSpace(ctx, spaceId)
    const nodes = openNodes(ctx)
    const { view } = await openRevision(ctx, spaceId, space.revisionId, nodes)
    const draft = openDraft(view)
    const id = ctx.ids.next()
    const path = '.gitbook/includes/note.md'
    draft.putReusable(id, {
      id,
      title: 'Note',
      body: nodes.putText(markdown),
      git: { oid: '0'.repeat(40), path },
    })
    draft.putPath(path, { id: path, reusable: id })
    draft.putVariables(variables)
    const revisionId = await writeRevision(ctx, nodes, {
      spaceId,
      root: await draft.finish(),
      type: 'edits',
      parents: [space.revisionId],
    })
    await moveHead(ctx, space, revisionId)
    return id
  })
}

/** Gives a reusable content another text in a change request, as a merge does. */
export function rewriteReusable(
  services: Services,
  { id: changeRequestId, revision }: { id: string; revision: string },
  { spaceId, reusable, markdown }: { spaceId: string; reusable: string; markdown: string },
) {
  return services.asSystem(async (ctx) => {
    const nodes = openNodes(ctx)
    const { view } = await openRevision(ctx, spaceId, revision, nodes)
    const known = await findReusable(view, reusable)
    if (!known) throw new Error('There is no such reusable content')
    const draft = openDraft(view)
    draft.putReusable(reusable, { ...known, body: nodes.putText(markdown) })
    const root = await draft.finish()
    const parents = [revision]
    const revisionId = await writeRevision(ctx, nodes, {
      spaceId,
      root,
      type: 'edits',
      parents,
      changeRequestId,
    })
    await updateChangeRequest(ctx.db, spaceId, changeRequestId, { revisionId })
  })
}
