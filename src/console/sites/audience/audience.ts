// Who can read a site, said in a sentence, and what each kind of audience needs.
import { type Html, html } from '../../../engines/html/html.ts'
import type { PublishingAuth, ShareLink } from '../../../rooms/sites/site-access/schema.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { SiteStructure } from '../../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import type { List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { type ConsoleAnswer, lead } from '../../frame/page.ts'
import { pathOfSite, SITE, sitePageOf } from '../site-page.ts'
import { titlesIn } from '../structure-items.ts'
import { adaptiveView, schemaOf, takeAdaptive } from './adaptive.ts'
import { shareLinksView, takeShareLink } from './share-links.ts'
import { signInIntegrations, signInWayView, takeSignInWay } from './sign-in-way.ts'
import { signedVisitorsView, type ToldOnce, takeSignedVisitors } from './signed-visitors.ts'
import { visibilityView } from './visibility.ts'

export const audiencePage = appPage({
  path: `${SITE}/audience`,
  help: 'publish/private',
  show: (asked) => showAudience(asked),
  async take(asked, form) {
    const { api, params, url } = asked
    const path = pathOfSite(params)
    const told = await takeSignedVisitors(asked, path, form)
    if (told !== undefined && told !== 'done') return showAudience(asked, told)
    if (form.get('action') === 'visibility') await api.patch(path, { visibility: form.get('visibility') })
    else if (told === undefined && !(await takeSignInWay(api, path, form)))
      if (!(await takeAdaptive(api, path, form))) await takeShareLink(api, path, form)
    return lead(`${url.pathname}?saved`)
  },
})

function showAudience(asked: OwnAsked, told: ToldOnce = {}): Promise<ConsoleAnswer> {
  return sitePageOf(asked, 'audience', async ({ site, path, mayAdmin }) => {
    const { api, words, url } = asked
    const { visibility } = site
    const [structure, links, auth, schema, integrations] = await Promise.all([
      api.get<SiteStructure>(`${path}/structure`),
      mayAdmin && visibility === 'share-link'
        ? api.get<List<ShareLink>>(`${path}/share-links`, { limit: 100 })
        : undefined,
      mayAdmin && visibility === 'visitor-auth'
        ? api.get<PublishingAuth>(`${path}/publishing/auth`)
        : undefined,
      schemaOf(api, path),
      mayAdmin && visibility === 'visitor-auth'
        ? signInIntegrations(api, asked.params.organizationId ?? '')
        : [],
    ])
    return {
      hasScript: true,
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
        ${whoView(asked, site, structure, mayAdmin)}${links && shareLinksView(asked, links.items)}
        ${auth && signInWayView(asked, auth, integrations)}${auth?.backend === 'custom' && signedVisitorsView(asked, site, auth, told)}${adaptiveView(asked, site, schema, mayAdmin)}`,
    }
  })
}

function whoView(asked: OwnAsked, site: Site, structure: SiteStructure, mayAdmin: boolean): Html {
  const { words } = asked
  return html`<section class="panel"><h2>${words.site.visibility}</h2>${audienceSentence(asked, site, structure)}
    ${mayAdmin && html`<form method="post" class="narrow-panel">${visibilityView(words, site.visibility)}<button class="button" name="action" value="visibility">${words.save}</button></form>`}</section>`
}

/** What becomes visible to whom. */
export function audienceSentence(
  { words }: OwnAsked,
  { published, visibility }: Site,
  structure: SiteStructure,
): Html {
  const { site, sitePages } = words
  const titles = titlesIn(structure)
  const shows =
    titles.length === 0 ? sitePages.audience.nothing : sitePages.audience.shows({ spaces: titles.join(', ') })
  return html`<p>${published ? site.readBy[visibility] : site.wouldBeReadBy[visibility]}</p><p class="quiet">${shows}</p>`
}
