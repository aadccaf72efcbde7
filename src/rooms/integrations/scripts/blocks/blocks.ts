// Blocks that integrations draw on pages: who draws them, and what they draw.
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import type { OutsideContext, ReadContext } from '../../../../kit/domain/context.ts'
import type { Recipient } from '../../installations/delivery/environment.ts'
import { activeAt, installationOf, placementAt } from '../../installations/find-installations.ts'
import { integrationsNamed } from '../../integrations/integrations.ts'
import { mayUnfurl } from './match-blocks.ts'
import { renderFor } from './render-component.ts'

/** A space, and how its pages look. */
export type DrawnIn = { organizationId: string; spaceId: string; theme: 'light' | 'dark' }

/** Something that draws blocks in a space; `version` is another one whenever it might draw something else. */
export type Drawer = { to: Recipient; place: DrawnIn; version: string; isKept: boolean }

export type BlockDrawing = {
  component: string
  props: Readonly<Record<string, unknown>>
  state?: Readonly<Record<string, unknown>>
  action?: Readonly<Record<string, unknown>>
}

/**
 * By the names of integrations: those that work in a space, of the ones that its texts name; where these hold what nobody
 * is named for, also all that may draw such.
 */
export async function drawersIn(
  ctx: ReadContext,
  place: DrawnIn,
  { names, hasDrawables = false }: { names: ReadonlySet<string>; hasDrawables?: boolean },
) {
  const at = { kind: 'space' as const, id: place.spaceId }
  const active = names.size > 0 || hasDrawables ? await activeAt(ctx, place.organizationId, at) : []
  const wanted = active.filter(({ integration }) => hasDrawables || names.has(integration))
  const integrations = await integrationsNamed(
    ctx,
    wanted.map(({ integration }) => integration),
  )
  const drawers = new Map<string, Drawer>()
  for (const { id, integration: name } of wanted) {
    const integration = integrations.get(name)
    const installation = await installationOf(ctx, name, id)
    if (!integration || !installation) continue
    if (!names.has(name) && !mayUnfurl(integration)) continue
    const placement = await placementAt(ctx, id, at)
    const about = [
      id,
      integration.version,
      installation.sealedConfiguration,
      placement?.sealedConfiguration,
      place,
    ]
    drawers.set(name, {
      to: { integration, installation, placement },
      place,
      version: hashOfText(JSON.stringify(about)),
      // Whoever writes the script wants to see each change.
      isKept: integration.devUrl === null,
    })
  }
  return drawers
}

/** Throws a Problem where the script does not answer as it should. */
export function draw(ctx: OutsideContext, { to, place }: Drawer, { component, ...asked }: BlockDrawing) {
  const context = { type: 'document', theme: place.theme, spaceId: place.spaceId, editable: false }
  return renderFor(ctx, to, { componentId: component, ...asked, context })
}
