import { checkVisitorSchema } from '../../../engines/adaptive/check-visitor-schema.ts'
import { templateConditions } from '../../../engines/adaptive/template-conditions.ts'
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import { findAdaptiveSchema, replaceAdaptiveSchema } from './store.ts'

export async function requireAdaptiveSchema(ctx: ReadContext, { id }: SiteKey) {
  const found = await findAdaptiveSchema(ctx.db, id)
  if (!found) throw notFound('visitor schema of this site')
  return found
}

/** What conditions may know of visitors from now on. */
export async function setAdaptiveSchema(ctx: WriteContext, site: SiteKey, given: unknown) {
  const checked = checkVisitorSchema(given)
  if (checked.kind === 'problems') {
    const { problems } = checked
    const told = problems.map(({ path, message }) => `${path}: ${message}`).join(' ')
    throw invalid(`body.jsonSchema is not a visitor schema. ${told}`, { field: 'body.jsonSchema', problems })
  }
  const { organizationId, id: siteId } = site
  const row = await replaceAdaptiveSchema(ctx.db, {
    siteId,
    jsonSchema: JSON.stringify(checked.schema),
    updatedAt: ctx.clock.now(),
  })
  await ctx.emit('site.changed', { organizationId, siteId, fields: ['adaptiveSchema'] })
  return row
}

/** Conditions that follow from the schema alone; without one there are none. */
export async function suggestConditions(ctx: ReadContext, { id }: SiteKey) {
  const found = await findAdaptiveSchema(ctx.db, id)
  return { items: found ? templateConditions(found.jsonSchema) : [] }
}
