// What readers see where neither the database answers nor the page is in memory.

import type { PageAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { maintenancePage } from '../../engines/site/views/other-pages.ts'
import { openSite } from '../../engines/site/views/page.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { DEFAULTS } from '../../rooms/sites/customization/defaults.ts'
import { findSiteAt } from '../../rooms/sites/published/resolve-url.ts'
import type { ReaderKit } from '../visit/site-frame.ts'

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
