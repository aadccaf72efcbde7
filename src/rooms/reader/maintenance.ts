// What readers see where neither the database answers nor the page is in memory.
import type { ReadContext } from '../../domain/context.ts'
import type { PageAnswer, SiteRequest } from '../../site/answers.ts'
import { maintenancePage } from '../../site/other-pages.ts'
import { openSite } from '../../site/page.ts'
import { DEFAULTS } from '../customization/defaults.ts'
import { findSiteAt } from '../published/resolving.ts'
import type { ReaderKit } from '../visited-sites/site-frame.ts'

export async function answerMaintenance(
  ctx: ReadContext,
  kit: ReaderKit,
  { url }: SiteRequest,
): Promise<PageAnswer> {
  const found = await findSiteAt(ctx, url).catch(() => undefined)
  const home = found?.way.siteBasePath.replace(/\/$/, '') ?? /^\/sites\/[^/]+/.exec(url.pathname)?.[0] ?? ''
  const open = openSite({
    title: found?.site.title ?? url.hostname,
    home,
    start: home || '/',
    language: 'en',
    direction: 'ltr',
    look: DEFAULTS,
    headerLinks: [],
    footerGroups: [],
    sections: [],
    variants: [],
    assets: kit.assets(home),
  })
  return {
    kind: 'page',
    status: 503,
    html: maintenancePage(open, { address: url.pathname + url.search }),
    inline: [open.inline.style, open.inline.script],
    isPrivate: true,
    isIndexed: false,
  }
}
