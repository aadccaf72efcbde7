// Components of scripts: what they show, and what they answer to what people do with them.
import type { OutsideContext, ReadContext } from '../../../../kit/domain/context.ts'
import { JsonText } from '../../../../kit/domain/json-text.ts'
import { invalid, notFound, Problem } from '../../../../kit/domain/problems.ts'
import { requireAbility } from '../../../../kit/domain/subjects.ts'
import { ScriptFailed } from '../../../../world/scripts/failure.ts'
import { space } from '../../../content/spaces/access.ts'
import { organization } from '../../../people/organizations/access.ts'
import { site } from '../../../sites/sites/access.ts'
import { callScript, NOT_HANDLED } from '../../installations/delivery/call-script.ts'
import type { Recipient } from '../../installations/delivery/environment.ts'
import { installationIn, type Place, placementAt } from '../../installations/find-installations.ts'
import type { IntegrationRow } from '../../integrations/integrations.ts'
import type { RenderContext, RenderRequest } from '../schema.ts'
import { findSiteOwner } from '../store.ts'

/** What scripts that were made with the public runtime answer for components that they do not know. */
const NOT_FOUND = 404
/** What they say for people to read, of what they do not do. */
const LONGEST_REFUSAL = 500

/** What a component shows, and for how many seconds it stays the same, as far as its script says. */
export type Rendered = { output: object; maxAge?: number }

export async function render(
  ctx: OutsideContext,
  integration: IntegrationRow,
  request: RenderRequest,
): Promise<JsonText<object>> {
  const to = await placeOf(ctx, integration, request.context)
  const { output, maxAge } = await renderFor(ctx, to, request)
  return new JsonText(JSON.stringify(output), { maxAge })
}

/** The same where it is known that it is installed there, and that whoever asks may see it. */
export async function renderFor(
  ctx: OutsideContext,
  to: Recipient,
  { componentId, props, state, context, action }: RenderRequest,
): Promise<Rendered> {
  const { integration } = to
  const told = {
    type: 'ui_render',
    componentId,
    props,
    context,
    ...(state && { state }),
    ...(action && { action }),
    ...(ctx.actor.kind === 'user' && { auth: { userId: ctx.actor.id } }),
    installationId: to.installation?.id,
    ...(context.spaceId && { spaceId: context.spaceId }),
    ...(to.placement?.siteId && { siteId: to.placement.siteId }),
  }
  const { status, headers, body } = await callScript(ctx, to, told).catch((error) => {
    throw error instanceof ScriptFailed ? brokenScript(integration, error.message) : error
  })
  const said = body.byteLength <= MOST_BYTES ? jsonOf(body) : undefined
  if (status === NOT_HANDLED || status === NOT_FOUND)
    throw invalid(`"${integration.name}" has no component "${componentId}"`, { field: 'body.componentId' })
  const refusal = status >= 400 && status < 500 ? said?.error : undefined
  if (typeof refusal === 'string')
    throw invalid(
      `"${integration.name}" does not show "${componentId}": ${refusal.slice(0, LONGEST_REFUSAL)}`,
    )
  if (!said || status >= 400)
    throw brokenScript(integration, `It answered ${status} instead of an element to show.`)
  return { output: said, maxAge: maxAgeIn(headers.get('cache-control') ?? '') }
}

const MOST_BYTES = 1024 * 1024
const LONGEST = 7 * 24 * 60 * 60

/** Undefined where nothing is said of it. */
function maxAgeIn(text: string): number | undefined {
  if (/\bno-(store|cache)\b/i.test(text)) return 0
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(text) ?? []
  return seconds === undefined ? undefined : Math.min(Number(seconds), LONGEST)
}

function brokenScript({ name }: IntegrationRow, why: string) {
  return new Problem('unavailable', `The script of "${name}" failed. ${why}`, {
    retryAfter: 5,
  })
}

function jsonOf(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString())
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return
  }
}

/** Where it is installed; and whoever asks must be somebody who may see it there. */
async function placeOf(
  ctx: ReadContext,
  integration: IntegrationRow,
  context: RenderContext,
): Promise<Recipient> {
  const { type, organizationId, spaceId, siteId } = context
  switch (type) {
    case 'document':
    case 'configuration_space': {
      const needs = type === 'document' ? 'view' : 'installIntegration'
      const found = await requireAbility(ctx, space, { spaceId: required(spaceId, 'spaceId') }, needs)
      return installedAt(ctx, integration, found.organizationId, { kind: 'space', id: found.id })
    }
    case 'configuration_site': {
      const id = required(siteId, 'siteId')
      // Clients name the site alone; whose it is decides who may see it, as everywhere.
      const owner = organizationId ?? (await findSiteOwner(ctx.db, id)) ?? ''
      const found = await requireAbility(ctx, site, { organizationId: owner, siteId: id }, 'admin')
      return installedAt(ctx, integration, found.organizationId, { kind: 'site', id: found.id })
    }
    default: {
      const params = { organizationId: required(organizationId, 'organizationId') }
      const found = await requireAbility(ctx, organization, params, 'installIntegration')
      return installedAt(ctx, integration, found.id)
    }
  }
}

async function installedAt(
  ctx: ReadContext,
  integration: IntegrationRow,
  organizationId: string,
  at?: Place,
): Promise<Recipient> {
  const installation = await installationIn(ctx, organizationId, integration.name)
  if (!installation) throw notFound('installation')
  const placement = at && (await placementAt(ctx, installation.id, at))
  const reachesAll = at && installation[at.kind === 'space' ? 'spaceSelection' : 'siteSelection'] === 'all'
  if (at && !placement && !reachesAll) throw notFound('installation')
  return { integration, installation, placement }
}

function required(value: string | undefined, name: string) {
  if (value) return value
  const field = `body.context.${name}`
  throw invalid(`${field} is required`, { field })
}
