import { subject } from '../../../kit/domain/subjects.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../spaces/access.ts'
import { findOperation, type OperationRow } from './store.ts'

type SeenOperation = { space: SeenSpace; row: OperationRow }

export const gitOperation = subject({
  name: 'Git operation',
  find: async (ctx, { spaceId, operationId }: { spaceId: string; operationId: string }) => {
    const space = await spaceSubject.find(ctx, { spaceId })
    if (!space || !spaceAbilities(space).view) return
    const row = await findOperation(ctx.db, space.id, operationId)
    return row && { space, row }
  },
  abilities: ({ space }: SeenOperation) => spaceAbilities(space),
})
