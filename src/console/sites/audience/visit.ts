// Where sites send readers who are to show their account: back they go with a code, or they are told who they are here.
import { html } from '../../../engines/html/html.ts'
import { isClosedTo } from '../../../kit/domain/context.ts'
import { startPath } from '../../../rooms/people/sso/addresses.ts'
import { openProviders } from '../../../rooms/people/sso/sign-in/open-providers.ts'
import {
  CODE_PARAMETER,
  createVisitCode,
  isReadByAccounts,
  VISIT_PATH,
} from '../../../rooms/sites/published/admission/account-visits.ts'
import { findSiteAt } from '../../../rooms/sites/published/resolve-url.ts'
import type { SiteRow } from '../../../rooms/sites/sites/store.ts'
import { type OwnAsked, ownPage } from '../../account/account-page.ts'
import { SIGN_OUT } from '../../frame/frame.ts'
import { lead, type Shown } from '../../frame/page.ts'

const LONGEST = 4_000
/** A hash, as the site makes it. */
const BINDING = /^[\w-]{43}$/

export const siteVisitPage = ownPage({
  path: VISIT_PATH,
  async show(asked) {
    const { change, person, url } = asked
    const to = addressIn(asked)
    const binding = url.searchParams.get('binding') ?? ''
    if (!to || !BINDING.test(binding)) return refused(asked)
    const found = await findSiteAt(asked.ctx, to)
    if (!found) return refused(asked)
    const { site } = found
    const code = await change((ctx) => createVisitCode(ctx, { site, host: to.host }, person, binding))
    if (code === undefined) return refused(asked, site)
    to.searchParams.set(CODE_PARAMETER, code)
    return lead(to.href)
  },
})

/** Only addresses at which this server is itself what answers: a code goes nowhere else. */
function addressIn({ ctx, url }: OwnAsked): URL | undefined {
  const text = (url.searchParams.get('to') ?? '').slice(0, LONGEST)
  if (!URL.canParse(text)) return
  const to = new URL(text)
  if (to.username || to.password) return
  if (to.origin === new URL(ctx.links.of('')).origin) return to
  return to.protocol === 'https:' && to.port === '' ? to : undefined
}

/** The same whether the site is not there or not theirs. */
async function refused(asked: OwnAsked, site?: SiteRow): Promise<Shown> {
  const { ctx, person, words, url } = asked
  const { siteVisit } = words
  const isClosed = site && isClosedTo(person, site.organizationId) && (await isReadByAccounts(ctx, site))
  const providers = isClosed ? await openProviders(ctx, site.organizationId) : []
  const next = new URLSearchParams({ next: `${url.pathname}${url.search}` })
  return {
    kind: 'page',
    status: 403,
    title: siteVisit.refused,
    body: html`<p>${siteVisit.refusedText({ email: person.email })}</p>
      ${providers.length > 0 && html`<div class="ways">${providers.map(({ id, label }) => html`<a class="button" href="${startPath(id)}?${next.toString()}">${words.identities.continueWith({ provider: label })}</a>`)}</div>`}
      <form method="post" action="${SIGN_OUT}"><button class="button plain">${words.signOut}</button></form>`,
  }
}
