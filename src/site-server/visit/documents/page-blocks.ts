// Blocks of integrations on a page. The page is kept with places for them, as what they draw lasts as long as their
// scripts say: they are put in each time it is shown.
import { hashOfText } from '../../../engines/content/nodes/nodes.ts'
import { alreadyHtml, type Html } from '../../../engines/html/html.ts'
import type { Drawable, Filling, IntegrationBlock } from '../../../engines/html/written-document.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { type Drawer, drawersIn } from '../../../rooms/integrations/scripts/blocks/blocks.ts'
import { blockFor } from '../../../rooms/integrations/scripts/blocks/match-blocks.ts'

export type PageBlock = {
  /** In addresses of the page: the same as long as the block is. */
  name: string
  /** For what it draws, which may be something else in another revision. */
  key: string
  block: IntegrationBlock
  drawer: Drawer
  /** Shown where the block draws nothing. */
  instead: string
}

/** Others show what they would without a script. */
const MOST = 20
const LONGEST_PROPS = 32 * 1024

type Space = { organizationId: string; id: string; revisionId: string; theme: 'light' | 'dark' }

export async function openPageBlocks(
  ctx: ReadContext,
  { organizationId, id: spaceId, revisionId, theme }: Space,
  wanted: { names: ReadonlySet<string>; hasDrawables: boolean },
): Promise<{ blocks: PageBlock[] } & Pick<Filling, 'integration' | 'drawable'>> {
  const blocks: PageBlock[] = []
  const drawers = await drawersIn(ctx, { organizationId, spaceId, theme }, wanted)
  if (drawers.size === 0) return { blocks }
  return { blocks, integration: place, drawable: placeDrawable }

  function placeDrawable(source: Drawable, instead: Html): Html {
    const block = blockFor([...drawers.values()], source)
    return block ? place(block, instead) : instead
  }

  function place(block: IntegrationBlock, instead: Html): Html {
    const drawer = drawers.get(block.integration)
    const told = JSON.stringify([block.integration, block.block, block.props, block.action])
    if (!drawer || blocks.length >= MOST || told.length > LONGEST_PROPS) return instead
    const name = hashOfText(told).slice(0, 16)
    const key = `block ${drawer.version} ${revisionId} ${hashOfText(told)}`
    blocks.push({ name, key, block, drawer, instead: instead.text })
    return placeOf(blocks.length - 1, instead)
  }
}

/** Texts are escaped, so that nobody else writes comments. The classes bring the styles of what may come here. */
function placeOf(at: number, instead: Html): Html {
  return alreadyHtml(`<!--block ${at}--><template class="kit copy"></template>${instead.text}<!--/block-->`)
}

const PLACE = /<!--block (\d+)-->[\s\S]*?<!--\/block-->/

/** The page with what was drawn; undefined for a block that drew nothing. */
export function withBlocks(
  html: string,
  blocks: readonly PageBlock[],
  drawn: readonly (string | undefined)[],
) {
  return html
    .split(PLACE)
    .map((part, at) => (at % 2 === 0 ? part : (drawn[Number(part)] ?? blocks[Number(part)]?.instead ?? '')))
    .join('')
}
