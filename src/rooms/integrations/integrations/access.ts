import { type ReadContext, viewerOf } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { organizationsByIds } from '../../people/organizations/organizations.ts'
import { findIntegration, type IntegrationRow, isInstalledFor } from './store.ts'

/** An integration as one caller meets it. */
export type SeenIntegration = IntegrationRow & {
  owner: SeenOrganization
  /** It, or one of its installations, asks about itself. */
  isItself: boolean
  /** With the token that is for the script alone, of all organizations that have it. */
  isScript: boolean
  /** An organization of the caller has it. */
  isInstalled: boolean
}

export const integration = subject({
  name: 'integration',
  find: async (
    ctx: ReadContext,
    { integrationName }: { integrationName: string },
  ): Promise<SeenIntegration | undefined> => {
    const row = await findIntegration(ctx.db, integrationName)
    return row && withOwner(ctx, row)
  },
  abilities: integrationAbilities,
})

async function withOwner(ctx: ReadContext, row: IntegrationRow): Promise<SeenIntegration | undefined> {
  const [seen] = await withOwners(ctx, [row])
  if (!seen) return
  const isForeign =
    row.manifest.visibility === 'private' && !seen.owner.standing.isMember && ctx.actor.kind === 'user'
  return isForeign
    ? { ...seen, isInstalled: await isInstalledFor(ctx.db, row.name, viewerOf(ctx.actor)) }
    : seen
}

/** Of several that the caller is known to see. */
export async function withOwners(ctx: ReadContext, rows: IntegrationRow[]): Promise<SeenIntegration[]> {
  const owners = await organizationsByIds(ctx, [...new Set(rows.map((row) => row.organizationId))])
  return rows.flatMap((row) => {
    const owner = owners.get(row.organizationId)
    return owner
      ? [
          {
            ...row,
            owner,
            isItself: isItself(ctx, row.name),
            isScript: isScript(ctx, row.name),
            isInstalled: false,
          },
        ]
      : []
  })
}

/** Whether an integration, or one of its installations, asks about itself. */
export function isItself({ actor }: ReadContext, name: string) {
  if (actor.kind === 'integration') return actor.integration === name
  return actor.kind === 'installation' && actor.installation.integration === name
}

/** One installation is not to know of the others. */
export function isScript({ actor }: ReadContext, name: string) {
  return actor.kind === 'integration' && actor.integration === name
}

export function integrationAbilities({ manifest, owner, isItself, isScript, isInstalled }: SeenIntegration) {
  const can = organizationAbilities(owner.standing)
  const isOpen = manifest.visibility !== 'private'
  return {
    view: isItself || isOpen || isInstalled || can.listIntegrations,
    admin: can.admin,
    install: isOpen || can.admin,
    /** What is for the script alone. */
    actAsIntegration: isScript,
    viewDeliveries: isScript || can.admin,
  }
}

/** The organization, as the place of what it may install. */
export const integrationHolder = subject({
  name: 'organization',
  find: organization.find,
  abilities: ({ standing }: SeenOrganization) => organizationAbilities(standing),
})
