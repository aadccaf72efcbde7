import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { organization, type SeenOrganization } from '../../people/organizations/access.ts'
import { lockOrganization, organizationIdOf } from '../../people/organizations/organizations.ts'
import { integration, type SeenIntegration } from './access.ts'
import { keepPicture } from './pictures.ts'
import type { ConfigurationSchema, DevelopmentMode, Manifest, Publication } from './schema.ts'
import {
  countIntegrations,
  deleteIntegration,
  deleteOldVersions,
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  insertVersion,
  listInstalledIn,
  lockName,
  updateIntegration,
} from './store.ts'

const MOST_INTEGRATIONS = 200
const VERSIONS_KEPT = 50

/** What of a publication is kept before anything is locked. */
export type KeptParts = { script: string; icon: string | null; previews: string[] }

export async function keepParts(
  ctx: OutsideContext,
  { script, icon, previewImages = [] }: Publication,
): Promise<KeptParts> {
  const previews: string[] = []
  for (const [at, picture] of previewImages.entries())
    previews.push(await keepPicture(ctx, picture, `body.previewImages[${at}]`))
  return {
    script: await ctx.blobs.put(Buffer.from(script)),
    icon: icon ? await keepPicture(ctx, icon, 'body.icon') : null,
    previews,
  }
}

/** The organization that somebody publishes for. */
export async function requirePublisher(ctx: OutsideContext | WriteContext, named: string) {
  const organizationId = await organizationIdOf(ctx, named)
  return requireAbility(ctx, organization, { organizationId }, 'admin')
}

/** From now on its installations run this. */
export async function publishIntegration(
  ctx: WriteContext,
  name: string,
  publication: Publication,
  parts: KeptParts,
): Promise<SeenIntegration> {
  const publisher = await requirePublisher(ctx, publication.organization)
  checkConfigurations(publication)
  await lockOrganization(ctx, publisher.id)
  await lockName(ctx.db, name)
  const known = await findIntegration(ctx.db, name)
  if (known && known.organizationId !== publisher.id)
    throw conflict(`The name "${name}" belongs to another organization: choose another name`, {
      field: 'path.integrationName',
    })
  const version = (known?.version ?? 0) + 1
  await putCurrentVersion(ctx, name, publisher, known ? version : undefined)
  const now = ctx.clock.now()
  await insertVersion(ctx.db, {
    ...parts,
    integration: name,
    version,
    manifest: JSON.stringify(manifestOf(publication)),
    secrets: ctx.vault.seal(JSON.stringify(publication.secrets ?? {})),
    publishedBy: ctx.actor.id,
    createdAt: now,
  })
  await deleteOldVersions(ctx.db, name, version, VERSIONS_KEPT)
  if (known) await requestScopes(ctx, known, publication.scopes)
  await ctx.emit('integration.published', { organizationId: publisher.id, integration: name, version })
  const published = await integration.find(ctx, { integrationName: name })
  if (!published) throw notFound('integration')
  return published
}

/** Tells both sides what waits to be approved, where the version before did not ask for it. */
async function requestScopes(ctx: WriteContext, before: IntegrationRow, scopes: readonly string[]) {
  const { name, organizationId: ownerId, manifest } = before
  const wasAsked = new Set<string>(manifest.scopes)
  const isNew = scopes.some((scope) => !wasAsked.has(scope))
  const installed = isNew ? await listInstalledIn(ctx.db, name) : []
  for (const { installationId, organizationId, scopes: granted } of installed) {
    const missing = scopes.filter((scope) => !granted.includes(scope) || !wasAsked.has(scope))
    if (missing.every((scope) => wasAsked.has(scope))) continue
    const fact = { integration: name, installationId, scopes: missing }
    await ctx.emit('installation.scopes_requested', { ...fact, organizationId })
    await ctx.emit('integration.scopes_requested', { ...fact, organizationId: ownerId })
  }
}

async function putCurrentVersion(
  ctx: WriteContext,
  name: string,
  { id: organizationId }: SeenOrganization,
  version: number | undefined,
) {
  const now = ctx.clock.now()
  if (version !== undefined)
    return updateIntegration(ctx.db, organizationId, name, { version, updatedAt: now })
  if ((await countIntegrations(ctx.db, organizationId)) >= MOST_INTEGRATIONS)
    throw conflict(
      `An organization publishes at most ${MOST_INTEGRATIONS} integrations: unpublish one first`,
      {
        limit: MOST_INTEGRATIONS,
      },
    )
  return insertIntegration(ctx.db, { name, organizationId, version: 1, createdAt: now, updatedAt: now })
}

function manifestOf(publication: Publication): Manifest {
  const { icon, previewImages, script, organization, secrets, runtime, ...said } = publication
  return {
    ...said,
    target: said.target ?? 'all',
    visibility: said.visibility ?? 'private',
    categories: said.categories ?? [],
    externalLinks: said.externalLinks ?? [],
  }
}

/** What is asked for must be one of the fields, and what they hold at first something that may be filled in. */
function checkConfigurations({ configurations = {} }: Publication) {
  for (const [target, configuration] of Object.entries(configurations)) {
    if (!configuration || 'componentId' in configuration) continue
    const { properties, required = [] } = configuration
    requireFittingDefaults(properties, `body.configurations.${target}.properties`)
    const unknown = required.find((name) => !Object.hasOwn(properties, name))
    if (unknown === undefined) continue
    const field = `body.configurations.${target}.required`
    throw invalid(`${field} names "${unknown}", which is not one of the properties`, { field })
  }
}

function requireFittingDefaults(properties: ConfigurationSchema['properties'], at: string) {
  for (const [name, { type, default: value, enum: words }] of Object.entries(properties)) {
    if (value === undefined) continue
    const isFit = typeof value === type && (!words || words.includes(String(value)))
    const field = `${at}.${name}.default`
    if (!isFit) throw invalid(`${field} is not a valid value for the property`, { field })
  }
}

/** With all its installations. */
export async function unpublishIntegration(ctx: WriteContext, { name, organizationId }: SeenIntegration) {
  const installed = await listInstalledIn(ctx.db, name)
  const isRemoved = await deleteIntegration(ctx.db, organizationId, name)
  if (!isRemoved) return false
  // Those who had it find out why it is gone.
  for (const { scopes: _, ...fact } of installed) await ctx.emit('installation.removed', fact)
  await ctx.emit('integration.unpublished', { organizationId, integration: name })
  return isRemoved
}

/** What happens is told to its author's own machine meanwhile. */
export async function startDevelopment(
  ctx: WriteContext,
  { name, organizationId }: SeenIntegration,
  { tunnelUrl, all = false }: DevelopmentMode,
) {
  const { protocol } = new URL(tunnelUrl)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw invalid('body.tunnelUrl must be a URL that begins with https:// or http://', {
      field: 'body.tunnelUrl',
    })
  await updateIntegration(ctx.db, organizationId, name, { devUrl: tunnelUrl, isDevForAll: all })
  await ctx.emit('integration.changed', { organizationId, integration: name })
}

export async function endDevelopment(ctx: WriteContext, { name, organizationId }: SeenIntegration) {
  await updateIntegration(ctx.db, organizationId, name, { devUrl: null, isDevForAll: false })
  await ctx.emit('integration.changed', { organizationId, integration: name })
}
