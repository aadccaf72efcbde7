import type { ReadContext } from '../../../kit/domain/context.ts'
import { JsonText } from '../../../kit/domain/json-text.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import { scriptsOfSite } from '../../integrations/scripts/policy/site-scripts.ts'
import { customizationsOf } from '../customization/read-customization.ts'
import { presentSite } from '../sites/present.ts'
import type { SiteRow } from '../sites/store.ts'
import { presentStructure } from '../sites/structure/present.ts'
import type { Structure } from '../sites/structure/structure.ts'
import type { PublishedSite } from './access.ts'
import { looksFor } from './looks-for-visitors.ts'
import { readFor, structureFor, type VisitorClaims } from './published-sites.ts'
import type { PublishedContentSite } from './schema.ts'

type Seen = { site: SiteRow; structure: Structure<SeenSpace>; claims: VisitorClaims }

const ANSWER: CacheKind<JsonText<PublishedContentSite>> = { name: 'published answer' }

/** Everything that a renderer needs to show a site around a page; kept as text for visitors of whom the same is known. */
export function answerPublished(
  ctx: ReadContext,
  { site, structure, claims }: PublishedSite,
  { shareKey }: { shareKey?: string },
) {
  // Anybody can make up share keys; what is kept must not grow by it.
  if (shareKey !== undefined) return write(ctx, { site, structure, claims }, shareKey)
  return readFor(ctx, ANSWER, site, claims, async (whole) => {
    const seen = { site: whole?.site ?? site, structure: await structureFor(ctx, site, claims), claims }
    const value = await write(ctx, seen)
    return { value, bytes: value.text.length * 2 }
  })
}

async function write(
  ctx: ReadContext,
  { site, structure, claims }: Seen,
  shareKey?: string,
): Promise<JsonText<PublishedContentSite>> {
  const answer: PublishedContentSite = {
    object: 'published-content-site',
    site: presentSite({ ...site, siteSpaces: structure.siteSpaces.length }, ctx.links),
    structure: presentStructure({ site, structure: unconditional(structure), links: ctx.links, shareKey }),
    customizations: await looksFor(ctx, { structure, claims }, await customizationsOf(ctx, site.id)),
    scripts: await scriptsOfSite(ctx, site),
  }
  return new JsonText(JSON.stringify(answer))
}

/** Who else there is to hide things from is nothing for visitors. */
function unconditional(structure: Structure<SeenSpace>): Structure<SeenSpace> {
  const open = <Part extends object>(part: Part) => ({ ...part, condition: null })
  return {
    ...structure,
    sections: structure.sections.map(open),
    externalLinks: structure.externalLinks.map(open),
    siteSpaces: structure.siteSpaces.map(open),
  }
}
