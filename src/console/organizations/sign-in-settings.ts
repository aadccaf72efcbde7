// How members of an organization sign in: its identity providers, whether they are required, and its directory.
import { type Html, html } from '../../engines/html/html.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OidcProviderShape, SamlProviderShape } from '../../rooms/people/sso/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { signInAt } from '../addresses.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { directoryView, type ScimToken } from './directory-tokens.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'
import { newOidcView, newSamlView, oidcView, samlView } from './provider-views.ts'

export const signInSettingsPage = appPage({
  path: signInAt(ORGANIZATION),
  help: 'administer/single-sign-on',
  show: (asked) => showSettings(asked),
  async take(asked, form) {
    const told = await perform(asked, form)
    return told === undefined ? lead(`${asked.url.pathname}?saved`) : showSettings(asked, told)
  },
})

/** What is told once: a new token, or how a check went. */
type Told = { token?: string; baseUrl?: string; notice?: string }

function showSettings(asked: OwnAsked, told: Told = {}): Promise<ConsoleAnswer> {
  return organizationPage(asked, 'signIn', async (organization) => {
    const { api, words, url } = asked
    if (!organization.permissions.admin) throw missing()
    const at = `/orgs/${organization.id}`
    const [saml, oidc, tokens] = await Promise.all([
      api.get<List<SamlProviderShape>>(`${at}/saml`),
      api.get<List<OidcProviderShape>>(`${at}/oidc`),
      api.get<{ items: ScimToken[] }>(`${at}/scim-tokens`),
    ])
    const hasProvider = saml.items.length + oidc.items.length > 0
    const notice = told.notice ?? (url.searchParams.has('saved') ? words.sso.saved : undefined)
    return {
      title: words.sso.title,
      hasScript: true,
      body: html`${noticeView(notice)}<p class="quiet">${words.sso.intro} ${domainsOf(asked, organization)}</p>
        ${saml.items.map((provider) => samlView(asked, provider))}${oidc.items.map((provider) => oidcView(asked, provider))}
        <section class="panel"><h2>${words.sso.newProvider}</h2><div class="folds">${newSamlView(asked)}${newOidcView(asked)}</div></section>
        ${(organization.sso || hasProvider) && requireView(asked, organization)}${directoryView(asked, tokens.items, told)}`,
    }
  })
}

function domainsOf({ words }: OwnAsked, { emailDomains }: Organization) {
  if (emailDomains.length === 0) return words.sso.noDomains
  return words.sso.domains({ domains: emailDomains.join(', ') })
}

function requireView({ words }: OwnAsked, { sso }: Organization): Html {
  return html`<section class="panel"><h2>${words.sso.only}</h2><p>${words.sso.onlyText}</p>
    ${!sso && html`<p class="quiet">${words.sso.onlyFirst}</p>`}
    <form method="post"><button class="button ${sso && 'plain'}" name="action" value="${sso ? 'open' : 'close'}">${sso ? words.sso.open : words.sso.only}</button></form></section>`
}

async function perform({ api, params, words }: OwnAsked, form: Form): Promise<Told | undefined> {
  const at = `/orgs/${params.organizationId}`
  const provider = encodeURIComponent(form.get('provider'))
  const label = form.get('label').trim()
  switch (form.get('action')) {
    case 'add-saml':
      await api.post(`${at}/saml`, { label, ...(await metadataIn(api, at, form)) })
      return
    case 'change-saml':
      await api.patch(`${at}/saml/${provider}`, {
        ...given(form, ['label', 'entityID', 'ssoURL', 'certificate']),
        ...(await metadataIn(api, at, form)),
      })
      return
    case 'remove-saml':
      return api.delete(`${at}/saml/${provider}`).then(() => undefined)
    case 'add-oidc':
      await api.post(`${at}/oidc`, given(form, ['label', 'issuer', 'clientID', 'clientSecret']))
      return
    case 'change-oidc':
      await api.patch(`${at}/oidc/${provider}`, given(form, ['label', 'issuer', 'clientID', 'clientSecret']))
      return
    case 'remove-oidc':
      return api.delete(`${at}/oidc/${provider}`).then(() => undefined)
    case 'check-oidc': {
      const { problem } = await api.post<{ problem?: string }>(`${at}/oidc/${provider}/check`)
      return { notice: problem ?? words.sso.reachable }
    }
    case 'close':
    case 'open':
      await api.patch(at, { sso: form.get('action') === 'close' })
      return
    case 'add-token':
      return api.post<{ token: string; baseUrl: string }>(`${at}/scim-tokens`, { label })
    case 'revoke-token':
      return api.delete(`${at}/scim-tokens/${encodeURIComponent(form.get('token'))}`).then(() => undefined)
    default:
      throw missing()
  }
}

/** Fields that somebody filled in. */
function given(form: Form, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, form.get(name).trim()]).filter(([, value]) => value))
}

async function metadataIn(api: OwnAsked['api'], at: string, form: Form) {
  const [url, xml] = [form.get('metadataUrl').trim(), form.get('metadataXml').trim()]
  if (!url && !xml) return {}
  return api.post<object>(`${at}/saml-metadata`, xml ? { xml } : { url })
}
