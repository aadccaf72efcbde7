// Visits of sites, told to integrations that may know of them: many together, and not more than their scripts keep up with.
import { Type } from 'typebox'
import type { OutsideContext, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { longJob } from '../../../kit/domain/jobs.ts'
import { ScriptFailed } from '../../../world/scripts/failure.ts'
import type { SiteKey } from '../../sites/sites/lock-site.ts'
import {
  callScript,
  forgetDeliveriesBeyond,
  NOT_HANDLED,
  type Told,
} from '../installations/delivery/call-script.ts'
import type { Recipient } from '../installations/delivery/environment.ts'
import { activeAt, installationOf, placementAt } from '../installations/find-installations.ts'
import { hasScope } from '../installations/scopes.ts'
import { findIntegration, integrationsNamed } from '../integrations/integrations.ts'

const SCOPES = { site_view: 'site:views:read', page_feedback: 'page:feedback:read' } as const

export type VisitType = keyof typeof SCOPES
export type ToldVisit = Told & { type: VisitType }

/** Of one batch. What comes while another batch waits is not told: a script that is slow hears of fewer. */
const MOST_VISITS = 100
const LONGEST_BATCH_MS = 20_000

/** Who is told of visits of a site, and of which. */
export async function visitListeners(ctx: ReadContext, { organizationId, id }: SiteKey) {
  const active = await activeAt(ctx, organizationId, { kind: 'site', id })
  if (active.length === 0) return []
  const integrations = await integrationsNamed(
    ctx,
    active.map(({ integration }) => integration),
  )
  return active.flatMap((installation) => {
    const integration = integrations.get(installation.integration)
    if (!integration) return []
    const types = visitTypes.filter((type) => hasScope(installation, integration, SCOPES[type]))
    return types.length > 0 ? [{ ...installation, types }] : []
  })
}

const visitTypes = Object.keys(SCOPES) as VisitType[]

type Listener = Awaited<ReturnType<typeof visitListeners>>[number]

export async function tellVisits(
  ctx: WriteContext,
  { id: siteId }: SiteKey,
  listeners: readonly Listener[],
  visits: readonly ToldVisit[],
) {
  for (const { id: installationId, integration, types } of listeners) {
    const events = visits.filter(({ type }) => types.includes(type)).slice(0, MOST_VISITS)
    if (events.length === 0) continue
    const key = `${installationId} ${siteId}`
    await ctx.enqueue(deliverVisits, { integration, installationId, siteId, events }, { key })
  }
}

export const deliverVisits = longJob({
  name: 'integrations.deliver-visits',
  payload: Type.Object({
    integration: Type.String(),
    installationId: Type.String(),
    siteId: Type.String(),
    events: Type.Array(
      Type.Unsafe<ToldVisit>(Type.Object({ type: Type.String() }, { additionalProperties: true })),
      { maxItems: MOST_VISITS },
    ),
  }),
  async run(ctx, { integration: name, installationId, siteId, events }, inTransaction) {
    const integration = await findIntegration(ctx, name)
    const installation = await installationOf(ctx, name, installationId)
    if (!integration || !installation) return
    const placement = await placementAt(ctx, installationId, { kind: 'site', id: siteId })
    const at = { installationId, siteId }
    await deliver(
      ctx,
      { integration, installation, placement },
      events.map((event) => ({ ...event, ...at })),
    )
    await inTransaction((tx) => forgetDeliveriesBeyond(tx, name))
  },
})

async function deliver(ctx: OutsideContext, to: Recipient, events: readonly ToldVisit[]) {
  const end = performance.now() + LONGEST_BATCH_MS
  const withoutHandler = new Set<VisitType>()
  for (const event of events) {
    if (performance.now() > end) return
    if (withoutHandler.has(event.type)) continue
    try {
      const { status, finished } = await callScript(ctx, to, event)
      await finished
      if (status === NOT_HANDLED) withoutHandler.add(event.type)
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error
      // It is written down once; the others would end the same way.
      return
    }
  }
}
