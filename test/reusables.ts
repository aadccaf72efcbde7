import { type Draft, openDraft } from '../src/engines/content/draft/draft.ts'
import { findReusable, type RevisionView } from '../src/engines/content/nodes/revision.ts'
import { lockSpace, moveHead } from '../src/rooms/content/spaces/heads.ts'
import { openNodes, openRevision, writeRevision } from '../src/rooms/content/spaces/revisions/revisions.ts'
import { updateChangeRequest } from '../src/rooms/review/change-requests/store.ts'
import type { Services } from '../src/services.ts'

type Nodes = ReturnType<typeof openNodes>

/** Changes a space in a way that no operation does, as an import would. */
export function changeAsImport<Result>(
  services: Services,
  spaceId: string,
  change: (draft: Draft, about: { view: RevisionView; nodes: Nodes; newId(): string }) => Promise<Result>,
): Promise<Result> {
  return services.asSystem(async (ctx) => {
    const space = await lockSpace(ctx, spaceId)
    const nodes = openNodes(ctx)
    const { view } = await openRevision(ctx, spaceId, space.revisionId, nodes)
    const draft = openDraft(view)
    const result = await change(draft, { view, nodes, newId: () => ctx.ids.next() })
    const root = await draft.finish()
    const parents = [space.revisionId]
    await moveHead(ctx, space, await writeRevision(ctx, nodes, { spaceId, root, type: 'edits', parents }))
    return result
  })
}

/** Puts a reusable content and variables into a space. */
export function addReusable(services: Services, spaceId: string, markdown: string, variables = {}) {
  return changeAsImport(services, spaceId, async (draft, { nodes, newId }) => {
    const id = newId()
    const path = '.gitbook/includes/note.md'
    draft.putReusable(id, {
      id,
      title: 'Note',
      body: nodes.putText(markdown),
      git: { oid: '0'.repeat(40), path },
    })
    draft.putPath(path, { id: path, reusable: id })
    draft.putVariables(variables)
    return id
  })
}

/** Gives a reusable content another text, as an import does. */
export function changeReusable(services: Services, spaceId: string, id: string, markdown: string) {
  return changeAsImport(services, spaceId, async (draft, { view, nodes }) => {
    const known = await findReusable(view, id)
    if (!known) throw new Error('There is no such reusable content')
    draft.putReusable(id, { ...known, body: nodes.putText(markdown) })
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
