import type { ReadContext } from '../../../kit/domain/context.ts'
import { isAtLeast } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { findSpec, findVersion, type SpecRow, type VersionRow } from './store.ts'

/** A specification as one caller meets it. */
export type SeenSpec = SpecRow & { organization: SeenOrganization }
export type SeenVersion = VersionRow & { spec: SeenSpec }

/** The organization, as the place of its specifications. */
export const specHolder = subject({
  name: 'organization',
  find: organization.find,
  abilities: (found: SeenOrganization) => {
    const { view, createOpenAPISpec } = organizationAbilities(found.standing)
    return { view, createOpenAPISpec, listSpecs: specAbilities(found).view }
  },
})

/** Guests see what they are given, and nobody gives specifications. */
export function specAbilities({ standing }: SeenOrganization) {
  const { createOpenAPISpec } = organizationAbilities(standing)
  return { view: standing.isMember && isAtLeast(standing.role, 'read'), edit: createOpenAPISpec }
}

export type SpecParams = { organizationId: string; specSlug: string }

async function findSeen(ctx: ReadContext, { organizationId, specSlug }: SpecParams) {
  const found = await organization.find(ctx, { organizationId })
  const row = found && (await findSpec(ctx.db, organizationId, specSlug))
  return row && found && { ...row, organization: found }
}

export const spec = subject({
  name: 'specification',
  find: findSeen,
  abilities: ({ organization }: SeenSpec) => specAbilities(organization),
})

export const specVersion = subject({
  name: 'version',
  find: async (ctx, { versionId, ...params }: SpecParams & { versionId: string }) => {
    const found = await findSeen(ctx, params)
    const row = found && (await findVersion(ctx.db, found.id, versionId))
    return row && found && { ...row, spec: found }
  },
  abilities: ({ spec }: SeenVersion) => specAbilities(spec.organization),
})

export const latestVersion = subject({
  name: 'version',
  find: (ctx, params: SpecParams) => findLatest(ctx, params),
  abilities: ({ spec }: SeenVersion) => specAbilities(spec.organization),
})

export async function findLatest(ctx: ReadContext, params: SpecParams): Promise<SeenVersion | undefined> {
  const found = await findSeen(ctx, params)
  const row = found?.lastVersionId && (await findVersion(ctx.db, found.id, found.lastVersionId))
  return row && found ? { ...row, spec: found } : undefined
}

/** What a specification says now, also for people without a token where it is public. */
export const openDocument = subject({
  name: 'specification',
  isPublic: true,
  find: (ctx, params: SpecParams) => findLatest(ctx, params),
  abilities: ({ spec }: SeenVersion) => ({ view: isOpen(spec) }),
})

/** To whoever asks: it is public, or they are members. */
export function isOpen({ visibility, organization }: SeenSpec) {
  return visibility === 'public' || specAbilities(organization).view
}
