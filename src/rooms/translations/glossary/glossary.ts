import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid } from '../../../kit/domain/problems.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import type { GlossaryOperation } from './schema.ts'
import {
  countGlossary,
  deleteGlossaryEntry,
  insertGlossaryEntry,
  listGlossaryFor,
  updateGlossaryEntry,
} from './store.ts'

const MOST = 10_000

export async function changeGlossary(
  ctx: WriteContext,
  organizationId: string,
  operations: readonly GlossaryOperation[],
) {
  await lockOrganization(ctx, organizationId)
  for (const [index, operation] of operations.entries())
    await change(ctx, organizationId, operation, `body.operations.${index}`)
  if ((await countGlossary(ctx.db, organizationId)) > MOST)
    throw conflict(`A glossary has at most ${MOST} entries: delete unused ones`, { limit: MOST })
  await ctx.emit('glossary.updated', { organizationId })
}

async function change(
  ctx: WriteContext,
  organizationId: string,
  operation: GlossaryOperation,
  field: string,
) {
  const now = ctx.clock.now()
  if (operation.type === 'delete') return deleteGlossaryEntry(ctx.db, organizationId, operation.id)
  const { translations } = operation
  if (operation.type === 'insert')
    return insertGlossaryEntry(ctx.db, { id: ctx.ids.next(), organizationId, translations }, now)
  const isThere = await updateGlossaryEntry(ctx.db, { id: operation.id, organizationId, translations }, now)
  if (!isThere) throw invalid(`${field}.id is not an entry of this glossary`, { field: `${field}.id` })
}

/** Entries that say something in both languages. */
export function wordsOfBoth(ctx: ReadContext, organizationId: string, languages: readonly [string, string]) {
  return listGlossaryFor(ctx.db, organizationId, languages)
}
