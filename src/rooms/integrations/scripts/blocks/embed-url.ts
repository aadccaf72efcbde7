import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { embedOf, plainLink } from '../../../content/embeds/embeds.ts'
import type { Embed } from '../../../content/embeds/schema.ts'
import { integrationsAt } from '../../installations/overview.ts'
import { unfurlingBlock } from './match-blocks.ts'

/** What an address is shown as in a space: by an integration that works there and knows it, or as everywhere. */
export async function embedIn(
  ctx: OutsideContext,
  { organizationId, id }: { organizationId: string; id: string },
  address: string,
): Promise<Embed> {
  for (const integration of await integrationsAt(ctx, organizationId, { kind: 'space', id })) {
    const block = unfurlingBlock(integration, address)
    if (!block) continue
    const { title, site } = plainLink(new URL(address))
    return { type: 'integration', integration: integration.name, block, title, site }
  }
  return embedOf(ctx, address)
}
