// An identity provider of an organization, as its admins see it: what is entered where, and forms to change it.
import { type Html, html } from '../../engines/html/html.ts'
import { startPath } from '../../rooms/people/sso/addresses.ts'
import type { OidcProviderShape, SamlProviderShape } from '../../rooms/people/sso/schema.ts'
import { readCertificates } from '../../world/saml/certificates.ts'
import { dayIn, type OwnAsked } from '../account/account-page.ts'
import { type Field, fieldView } from '../frame/fields.ts'

type Fact = readonly [label: string, value: string]

export function samlView(asked: OwnAsked, provider: SamlProviderShape): Html {
  const { words } = asked
  const { service } = provider
  return providerView(asked, provider, {
    kind: 'saml',
    facts: [
      [words.sso.acsUrl, service.acsURL],
      [words.sso.audience, service.entityID],
      [words.sso.startUrl, service.startURL],
    ],
    note: validity(asked, provider.certificate),
    fields: html`${samlFields(asked, provider)}`,
  })
}

export function oidcView(asked: OwnAsked, provider: OidcProviderShape): Html {
  const { words } = asked
  return providerView(asked, provider, {
    kind: 'oidc',
    facts: [
      [words.sso.redirectUrl, provider.service.redirectURL],
      [words.sso.startUrl, provider.service.startURL],
    ],
    fields: oidcFields(asked, provider),
  })
}

type Parts = { kind: 'saml' | 'oidc'; facts: readonly Fact[]; note?: Html; fields: Html }

function providerView(
  { words, url }: OwnAsked,
  { id, label, status }: { id: string; label: string; status: string },
  { kind, facts, note, fields }: Parts,
): Html {
  const { sso } = words
  const isReady = status === 'active'
  const hidden = html`<input type="hidden" name="provider" value="${id}">`
  return html`<section class="panel"><h2>${label} <span class="badge ${!isReady && 'draft'}">${isReady ? sso.ready : sso.incomplete}</span></h2>${note}
    <p class="quiet">${sso.atProvider}</p><dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd><code class="secret">${value}</code></dd>`)}</dl>
    <div class="buttons">${isReady && html`<form method="post" action="${startPath(id)}"><input type="hidden" name="next" value="${url.pathname}"><button class="button">${sso.test}</button></form>`}
    ${kind === 'oidc' && html`<form method="post">${hidden}<button class="button plain" name="action" value="check-oidc">${sso.check}</button></form>`}</div>
    <details class="fold"><summary class="button plain small">${sso.settings}</summary><form method="post">${hidden}${fields}<button class="button" name="action" value="change-${kind}">${words.save}</button></form></details>
    <details class="fold"><summary class="button plain small">${sso.remove}</summary><form method="post">${hidden}<p>${sso.removeText}</p><button class="button danger small" name="action" value="remove-${kind}">${sso.remove}</button></form></details></section>`
}

function validity({ words, language, ctx }: OwnAsked, certificate: string): Html | undefined {
  // Of several, the one that ends last: the others are on their way out.
  const times = (readCertificates(certificate) ?? []).map(({ validTo }) => validTo.getTime())
  if (times.length === 0) return
  const last = new Date(Math.max(...times))
  const about = { time: dayIn(language, last) }
  return last < ctx.clock.now()
    ? html`<p class="alert" role="alert">${words.sso.ended(about)}</p>`
    : html`<p class="quiet">${words.sso.validUntil(about)}</p>`
}

export function newSamlView(asked: OwnAsked): Html {
  const { sso } = asked.words
  return html`<details class="fold"><summary class="button plain small">${sso.addSaml}</summary><form method="post">${samlFields(asked)}<button class="button" name="action" value="add-saml">${sso.addSaml}</button></form></details>`
}

export function newOidcView(asked: OwnAsked): Html {
  const { sso } = asked.words
  return html`<details class="fold"><summary class="button plain small">${sso.addOidc}</summary><form method="post">${oidcFields(asked)}<button class="button" name="action" value="add-oidc">${sso.addOidc}</button></form></details>`
}

function samlFields({ words }: OwnAsked, provider?: SamlProviderShape): Html {
  const { sso } = words
  const of = fieldsOf(provider?.id)
  return html`${of({ name: 'label', label: sso.name, value: provider?.label, hint: sso.nameHint, maxLength: 30 })}
    ${of({ name: 'metadataUrl', label: sso.metadataUrl, isOptional: true, maxLength: 2048 })}
    ${areaView({ id: `metadataXml${provider?.id ?? ''}`, name: 'metadataXml', label: sso.metadataXml })}
    ${
      provider &&
      html`${of({ name: 'entityID', label: sso.entityId, value: provider.entityID, isOptional: true, maxLength: 1024 })}
      ${of({ name: 'ssoURL', label: sso.ssoUrl, value: provider.ssoURL, isOptional: true, maxLength: 2048 })}
      ${areaView({ id: `certificate${provider.id}`, name: 'certificate', label: sso.certificate, value: provider.certificate })}`
    }`
}

function oidcFields({ words }: OwnAsked, provider?: OidcProviderShape): Html {
  const { sso } = words
  const of = fieldsOf(provider?.id)
  return html`${of({ name: 'label', label: sso.name, value: provider?.label, hint: sso.nameHint, maxLength: 30 })}
    ${of({ name: 'issuer', label: sso.issuer, value: provider?.issuer, maxLength: 500 })}
    ${of({ name: 'clientID', label: sso.clientId, value: provider?.clientID, maxLength: 500 })}
    ${of({ name: 'clientSecret', label: sso.clientSecret, type: 'password', isOptional: true, maxLength: 1_000 })}`
}

/** Fields of several forms on one page: each form has names of its own for labels. */
function fieldsOf(id: string | undefined) {
  return (field: Field) => fieldView({ ...field, id: `${field.name}-${id ?? 'new'}` })
}

function areaView({
  id,
  name,
  label,
  value = '',
}: {
  id: string
  name: string
  label: string
  value?: string
}) {
  return html`<div class="field"><label for="${id}">${label}</label><textarea id="${id}" name="${name}" rows="4" spellcheck="false">${value}</textarea></div>`
}
