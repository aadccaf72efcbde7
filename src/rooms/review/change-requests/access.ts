import { subject } from '../../../kit/domain/subjects.ts'
import { openContent } from '../../content/pages/access.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../../content/spaces/access.ts'
import { type ChangeRequestRow, findChangeRequest } from './store.ts'

/** A change request as one caller meets it. */
export type SeenChangeRequest = ChangeRequestRow & { space: SeenSpace }

type Params = { spaceId: string; changeRequestId: string }

export const changeRequest = subject({
  name: 'change request',
  find: async (ctx, { spaceId, changeRequestId }: Params): Promise<SeenChangeRequest | undefined> => {
    const space = await spaceSubject.find(ctx, { spaceId })
    if (!space || !spaceAbilities(space).view) return
    const row = await findChangeRequest(ctx.db, space.id, changeRequestId)
    return row && { ...row, space }
  },
  abilities: ({ space }) => spaceAbilities(space),
})

/** The content it proposes. */
export const proposedContent = subject({
  name: 'change request',
  find: async (ctx, params: Params) => {
    const found = await changeRequest.find(ctx, params)
    return found && openContent(ctx, found.space, found.revisionId)
  },
  abilities: ({ space }) => spaceAbilities(space),
})
