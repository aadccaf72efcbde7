// Requests from outside that scripts answer.
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { ScriptFailed } from '../../../world/scripts/failure.ts'
import { visitorKeyOf } from '../../sites/site-access/publishing-auth.ts'
import { type Called, callScript, NOT_HANDLED } from '../installations/delivery/call-script.ts'
import type { Recipient } from '../installations/delivery/environment.ts'
import { installationForSite, installationOf, placementAt } from '../installations/find-installations.ts'
import { presentInstallation, presentSitePlacement } from '../installations/present.ts'
import { hasScope } from '../installations/scopes.ts'
import { findIntegration } from '../integrations/integrations.ts'
import { INJECT } from './policy/site-scripts.ts'

export type ScriptAddress = {
  integration: string
  installationId?: string
  spaceId?: string
  siteId?: string
}

type Request = {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body?: { bytes: Uint8Array; type?: string }
}

type Response = Pick<Called, 'status' | 'headers' | 'body'> & {
  /** Where it signs visitors in: what it keeps in their browsers until they are back, it keeps for this address. */
  keepsCookiesAt?: string
}

/** Undefined where nothing is installed there, or the script does not answer requests. */
export async function answerRequest(
  ctx: OutsideContext,
  address: ScriptAddress,
  { method, url, headers, body }: Request,
): Promise<Response | undefined> {
  const to = await recipientAt(ctx, address)
  if (!to || isPaused(to)) return
  const { installationId, spaceId, siteId } = address
  const told = {
    type: 'fetch',
    request: { method, url: ctx.links.of(url), headers },
    ...(installationId && { installationId }),
    ...(spaceId && { spaceId }),
    ...(siteId && { siteId }),
  }
  const response = await callScript(ctx, to, told, body).catch(brokenScript)
  if (response.status === NOT_HANDLED) return
  const { name } = to.integration
  const signsIn = siteId !== undefined && (await visitorKeyOf(ctx, siteId, name)) !== undefined
  return signsIn ? { ...response, keepsCookiesAt: publicEndpointOf(ctx, to) } : response
}

/** What an installation puts into the pages of a site. */
export async function answerSiteScript(
  ctx: OutsideContext,
  address: ScriptAddress & { installationId: string; siteId: string },
): Promise<Response | undefined> {
  const to = await recipientAt(ctx, address)
  if (!to || !may(to, ...INJECT) || !isActive(to)) return
  const { installationId, siteId } = address
  const told = { type: 'fetch_published_script', installationId, siteId }
  const response = await callScript(ctx, to, told).catch(brokenScript)
  return response.status === NOT_HANDLED ? undefined : response
}

/** How visitors sign in, where a site leaves that to the integration. */
export async function answerSignIn(
  ctx: OutsideContext,
  { integration: name, siteId, location }: { integration: string; siteId: string; location?: string },
): Promise<Response | undefined> {
  if ((await visitorKeyOf(ctx, siteId, name)) === undefined) return
  const installed = await installationForSite(ctx, name, siteId)
  const to =
    installed && (await recipientAt(ctx, { integration: name, installationId: installed.id, siteId }))
  if (!to || !may(to, 'site:visitor:auth') || !isActive(to)) return
  const told = {
    type: 'fetch_visitor_authentication',
    installationId: to.installation?.id,
    siteId,
    ...(location !== undefined && { location }),
  }
  const response = await callScript(ctx, to, told).catch(brokenScript)
  if (response.status === NOT_HANDLED) return
  return { ...response, keepsCookiesAt: publicEndpointOf(ctx, to) }
}

/** The address that the script is told as its own, by which identity providers send visitors back. */
function publicEndpointOf(ctx: OutsideContext, { integration, installation, placement }: Recipient) {
  if (placement) return presentSitePlacement(placement, ctx).urls.publicEndpoint
  return installation && presentInstallation(installation, integration, ctx).urls.publicEndpoint
}

/** The integration, and where it is installed; not where that does not belong together. */
async function recipientAt(ctx: OutsideContext, address: ScriptAddress): Promise<Recipient | undefined> {
  const { installationId, spaceId, siteId } = address
  const integration = await findIntegration(ctx, address.integration)
  if (!integration || !installationId) return integration && { integration }
  const installation = await installationOf(ctx, integration.name, installationId)
  if (!installation) return
  if (spaceId) {
    const placement = await placementAt(ctx, installationId, { kind: 'space', id: spaceId })
    return placement && { integration, installation, placement }
  }
  if (siteId) {
    const placement = await placementAt(ctx, installationId, { kind: 'site', id: siteId })
    const reachesAll = installation.siteSelection === 'all'
    return placement || reachesAll ? { integration, installation, placement } : undefined
  }
  return { integration, installation }
}

function may({ installation, integration }: Recipient, ...oneOf: Parameters<typeof hasScope>[2][]) {
  return installation !== undefined && hasScope(installation, integration, ...oneOf)
}

/** One that is not configured yet answers: people come back to it from signing in elsewhere. */
function isPaused({ installation, placement }: Recipient) {
  return installation?.status === 'paused' || placement?.status === 'paused'
}

function isActive({ installation, placement }: Recipient) {
  return installation?.status === 'active' && (!placement || placement.status === 'active')
}

/** What went wrong is written down for the author of the script; others hear that it is not their fault. */
function brokenScript(error: unknown): Response {
  if (!(error instanceof ScriptFailed)) throw error
  const status = error.kind === 'busy' || error.kind === 'held-back' ? 503 : 502
  const text = JSON.stringify({
    error: { code: status, message: 'The integration failed' },
  })
  return {
    status,
    headers: new Headers({ 'content-type': 'application/json' }),
    body: new TextEncoder().encode(text),
  }
}
