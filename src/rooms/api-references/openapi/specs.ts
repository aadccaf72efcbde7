import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import type { SeenOrganization } from '../../people/organizations/access.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import type { SeenSpec } from './access.ts'
import { processSpec } from './jobs.ts'
import type { SpecChanges } from './schema.ts'
import type { StoredSource } from './sources.ts'
import { countSpecs, deleteSpec, findSpec, insertSpec, type SpecRow, updateSpec } from './store.ts'

const MOST_SPECS = 500

export async function createSpec(
  ctx: WriteContext,
  organization: SeenOrganization,
  slug: string,
  source: StoredSource,
): Promise<SeenSpec> {
  await lockOrganization(ctx, organization.id)
  if (await findSpec(ctx.db, organization.id, slug))
    throw conflict(
      `A specification "${slug}" already exists: send the new source with PUT, or choose another slug`,
      {
        field: 'body.slug',
      },
    )
  return addSpec(ctx, organization, slug, source)
}

/** Its source from now on; one that is not there yet is created. */
export async function putSpec(
  ctx: WriteContext,
  organization: SeenOrganization,
  slug: string,
  source: StoredSource,
): Promise<SeenSpec> {
  await lockOrganization(ctx, organization.id)
  const known = await findSpec(ctx.db, organization.id, slug)
  if (!known) return addSpec(ctx, organization, slug, source)
  const row = await updateSpec(ctx.db, organization.id, known.id, {
    ...source,
    sourceNumber: known.sourceNumber + 1,
    processingState: 'pending',
    etag: null,
    updatedAt: ctx.clock.now(),
  })
  if (!row) throw notFound('specification')
  await ctx.emit('openapi.spec_updated', factOf(row))
  await ctx.enqueue(processSpec, { specId: row.id }, { key: row.id })
  return { ...row, organization }
}

async function addSpec(
  ctx: WriteContext,
  organization: SeenOrganization,
  slug: string,
  source: StoredSource,
) {
  if ((await countSpecs(ctx.db, organization.id)) >= MOST_SPECS)
    throw conflict(`An organization has at most ${MOST_SPECS} specifications: delete one first`, {
      limit: MOST_SPECS,
    })
  const now = ctx.clock.now()
  const row = await insertSpec(ctx.db, {
    ...source,
    id: ctx.ids.next(),
    organizationId: organization.id,
    slug,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.emit('openapi.spec_created', factOf(row))
  await ctx.enqueue(processSpec, { specId: row.id }, { key: row.id })
  return { ...row, organization }
}

export async function changeSpec(ctx: WriteContext, spec: SeenSpec, { visibility }: SpecChanges) {
  const row = await updateSpec(ctx.db, spec.organizationId, spec.id, {
    visibility,
    updatedAt: ctx.clock.now(),
  })
  if (!row) throw notFound('specification')
  await ctx.emit('openapi.spec_updated', factOf(row))
  return { ...row, organization: spec.organization }
}

/** With all its versions. Blocks that name it show that it is not there. */
export async function removeSpec(ctx: WriteContext, spec: SeenSpec) {
  const isRemoved = await deleteSpec(ctx.db, spec.organizationId, spec.id)
  if (isRemoved) await ctx.emit('openapi.spec_deleted', factOf(spec))
  return isRemoved
}

export function factOf({ organizationId, id, slug }: Pick<SpecRow, 'organizationId' | 'id' | 'slug'>) {
  return { organizationId, specId: id, slug }
}
