import { openDraft } from '../src/content/draft/draft.ts'
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
