// Where visitors of a private site sign in: here, at a backend of the team, or at an integration.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { PublishingAuth } from '../../../rooms/sites/site-access/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import type { Api } from '../../api.ts'
import type { Form } from '../../frame/page.ts'
import type { Installed } from '../../organizations/integrations/integrations.ts'
import { allOf } from '../../views/all-of.ts'

const WAYS = ['account', 'custom', 'integration'] as const
const INTEGRATION = 'integration:'

/** Whether it was something of these. */
export async function takeSignInWay(api: Api, path: string, form: Form): Promise<boolean> {
  if (form.get('action') !== 'way') return false
  const chosen = form.get('way')
  const way = WAYS.find((known) => known === chosen.split(':')[0]) ?? 'account'
  await api.patch(`${path}/publishing/auth`, {
    backend: way,
    ...(way === 'integration' && { integration: chosen.slice(INTEGRATION.length) }),
    ...(way === 'account' && { guests: form.has('guests') }),
  })
  return true
}

/** Those that are installed and may sign visitors in. */
export async function signInIntegrations(api: Api, organizationId: string): Promise<Integration[]> {
  const installed = await allOf<Installed>(api, `/orgs/${organizationId}/installations`)
  return installed
    .filter(({ installation }) => installation.scopes.includes('site:visitor:auth'))
    .map(({ integration }) => integration)
}

export function signInWayView(
  { words }: OwnAsked,
  { backend, integration, guests }: PublishingAuth,
  integrations: readonly Integration[],
): Html {
  const text = words.sitePages.audience
  const choice = (value: string, label: string, hint: string, isChosen: boolean, inner?: Html) =>
    html`<div class="option"><input type="radio" id="way-${value}" name="way" value="${value}"${isChosen && html` checked`}><div><label for="way-${value}"><span>${label}</span><small>${hint}</small></label>${inner}</div></div>`
  const guestsView = html`<label class="option inner"><input type="checkbox" name="guests"${guests && html` checked`}><span>${text.guests}<small>${text.guestsHint}</small></span></label>`
  return html`<section class="panel"><h2 id="way">${text.way}</h2><form method="post"><fieldset aria-labelledby="way">
    ${choice('account', text.ways.account, text.wayTexts.account, backend === 'account', guestsView)}
    ${choice('custom', text.ways.custom, text.wayTexts.custom, backend === 'custom')}
    ${integrations.map(({ name, title }) => choice(`${INTEGRATION}${name}`, title, text.wayTexts.integration, integration === name))}
    </fieldset>${backend === 'account' && html`<p class="quiet">${text.accountEnds}</p><p class="quiet">${text.accountClaims}</p>`}
    <p class="quiet">${text.wayText}</p><button class="button" name="action" value="way">${words.save}</button></form></section>`
}
