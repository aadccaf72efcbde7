// What people do with content, each as the operation of the API does it: find it, check what they may, do it.

import { parseMarkdown } from '../engines/markdown/parse.ts'
import type { WriteContext } from '../kit/domain/context.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import { takeFiles } from '../rooms/content/pages/editing/incoming-files.ts'
import { editLive } from '../rooms/content/pages/live.ts'
import type { ContentChange } from '../rooms/content/pages/schema-changes.ts'
import { type SeenSpace, space } from '../rooms/content/spaces/access.ts'
import { changeRequest, type SeenChangeRequest } from '../rooms/review/change-requests/access.ts'
import { changeChangeRequest, openChangeRequest } from '../rooms/review/change-requests/change-requests.ts'
import { editChangeRequest } from '../rooms/review/change-requests/edit-change-request.ts'
import type { Performer } from './performer.ts'

type SpaceKey = { id: string; organizationId: string }
export type DemoChangeRequest = { spaceId: string; changeRequestId: string; number: number }

/** Writes into the space itself: its readers see it at once. */
export async function writeLive(person: Performer, where: SpaceKey, changes: ContentChange[]) {
  const files = await person.prepares((ctx) => takeFiles(ctx, where.organizationId, changes))
  return inSpace(person, where.id, 'edit', (ctx, seen) => editLive(ctx, seen, { changes, files }))
}

export type Idea = { subject: string; description: string; changes: ContentChange[] }

/** A change request with one edit in it; a draft until somebody opens it. */
export async function propose(
  person: Performer,
  where: SpaceKey,
  { subject, description, changes }: Idea,
): Promise<DemoChangeRequest> {
  const { id, number } = await inSpace(person, where.id, 'edit', (ctx, seen) =>
    openChangeRequest(ctx, seen, { subject }),
  )
  const proposal = { spaceId: where.id, changeRequestId: id, number }
  await inProposal(person, proposal, 'edit', (ctx, seen) =>
    changeChangeRequest(ctx, seen, { description: parseMarkdown(description) }),
  )
  const files = await person.prepares((ctx) => takeFiles(ctx, where.organizationId, changes))
  await inProposal(person, proposal, 'edit', (ctx, seen) => editChangeRequest(ctx, seen, { changes, files }))
  return proposal
}

function inSpace<T>(
  person: Performer,
  spaceId: string,
  needs: 'edit' | 'comment',
  work: (ctx: WriteContext, seen: SeenSpace) => Promise<T>,
) {
  return person.does(async (ctx) => work(ctx, await requireAbility(ctx, space, { spaceId }, needs)))
}

export function inProposal<T>(
  person: Performer,
  proposal: DemoChangeRequest,
  needs: 'view' | 'edit' | 'comment' | 'review' | 'merge',
  work: (ctx: WriteContext, seen: SeenChangeRequest) => Promise<T>,
) {
  return person.does(async (ctx) => work(ctx, await requireAbility(ctx, changeRequest, proposal, needs)))
}
