import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { space, spaceAbilities } from '../../content/spaces/access.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { site, siteAbilities } from '../../sites/sites/access.ts'
import { integration, isItself, isScript } from '../integrations/access.ts'
import { findIntegration, type IntegrationRow } from '../integrations/integrations.ts'
import { findInstallation, findPlacement, type InstallationRow, type PlacementRow } from './store.ts'

/** An installation as one caller meets it. */
export type SeenInstallation = InstallationRow & {
  of: IntegrationRow
  organization: SeenOrganization | undefined
  isItself: boolean
  isScript: boolean
}

export type SeenPlacement = PlacementRow & { installation: SeenInstallation; isManager: boolean }

type InstallationParams = { integrationName: string; installationId: string }

async function findSeen(
  ctx: ReadContext,
  { integrationName, installationId }: InstallationParams,
): Promise<SeenInstallation | undefined> {
  const row = await findInstallation(ctx.db, integrationName, installationId)
  const of = row && (await findIntegration(ctx, integrationName))
  if (!row || !of) return
  return {
    ...row,
    of,
    organization: isPerson(ctx) ? await organization.find(ctx, row) : undefined,
    isItself: isItsOwn(ctx, row),
    isScript: isScript(ctx, row.integration),
  }
}

/** What is said of a person's rights holds for people alone: an installation acts in the name of one. */
function isPerson({ actor }: ReadContext) {
  return actor.kind === 'user'
}

/** An installation asks about itself, an integration about all that it has. */
function isItsOwn(ctx: ReadContext, { id, integration }: InstallationRow) {
  if (!isItself(ctx, integration)) return false
  return ctx.actor.kind !== 'installation' || ctx.actor.installation.id === id
}

export const installation = subject({
  name: 'installation',
  find: findSeen,
  abilities: installationAbilities,
})

export function installationAbilities({ organization, isItself, isScript }: SeenInstallation) {
  const can = organization && organizationAbilities(organization.standing)
  return {
    view: isItself || can?.listInstallations === true,
    manage: isItself || can?.installIntegration === true,
    /** Where it reaches and what it may, people decide. */
    admin: !isItself && can?.installIntegration === true,
    remove: !isItself && can?.installIntegration === true,
    /** What is for the script alone. */
    actAsIntegration: isScript,
  }
}

export const spacePlacement = subject({
  name: 'installation',
  find: async (ctx, { spaceId, ...params }: InstallationParams & { spaceId: string }) => {
    const seen = isPerson(ctx) ? await space.find(ctx, { spaceId }) : undefined
    const isAdmin = seen !== undefined && spaceAbilities(seen).installIntegration
    return findSeenPlacement(ctx, params, { kind: 'space', id: spaceId }, isAdmin)
  },
  abilities: placementAbilities,
})

export const sitePlacement = subject({
  name: 'installation',
  find: async (ctx, { siteId, ...params }: InstallationParams & { siteId: string }) => {
    const found = await findSeen(ctx, params)
    const isAsked = found !== undefined && isPerson(ctx)
    const seen = isAsked ? await site.find(ctx, { organizationId: found.organizationId, siteId }) : undefined
    const isAdmin = seen !== undefined && siteAbilities(seen).admin
    return findSeenPlacement(ctx, params, { kind: 'site', id: siteId }, isAdmin)
  },
  abilities: placementAbilities,
})

async function findSeenPlacement(
  ctx: ReadContext,
  params: InstallationParams,
  place: { kind: 'space' | 'site'; id: string },
  isAdmin: boolean,
): Promise<SeenPlacement | undefined> {
  const found = await findSeen(ctx, params)
  const row = found && (await findPlacement(ctx.db, found.id, place))
  return row && { ...row, installation: found, isManager: isAdmin || installationAbilities(found).manage }
}

function placementAbilities({ isManager, installation }: SeenPlacement) {
  return { view: isManager, manage: isManager, remove: isManager && !installation.isItself }
}

/** What only the script of an integration may ask, and nobody else. */
export const itself = subject({
  name: 'integration',
  find: integration.find,
  abilities: integration.abilities,
})
