// Tokens by which the directory of an organization says who belongs to it.
import { type Html, html } from '../../engines/html/html.ts'
import { dayIn, type OwnAsked } from '../account/account-page.ts'
import { fieldView } from '../frame/fields.ts'
import { helpView } from '../frame/frame.ts'

export type ScimToken = { id: string; label: string; createdAt: string; lastUsedAt?: string }

export function directoryView(
  { words, language }: OwnAsked,
  tokens: readonly ScimToken[],
  { token, baseUrl }: { token?: string; baseUrl?: string },
): Html {
  const { sso, account } = words
  return html`<section class="panel"><h2>${sso.directory}</h2><p class="quiet">${sso.directoryText} ${helpView(words, 'administer/scim')}</p>
    ${token && html`<div role="status"><p>${sso.tokenMade}</p><code class="secret">${token}</code><code class="secret">${baseUrl}</code></div>`}
    <ul class="rows">${tokens.map(
      ({ id, label, createdAt, lastUsedAt }) => html`<li><span><strong>${label}</strong>
      <span class="quiet">${account.created({ time: dayIn(language, new Date(createdAt)) })} · ${lastUsedAt ? account.lastUsed({ time: dayIn(language, new Date(lastUsedAt)) }) : account.neverUsed}</span></span>
      <form method="post"><input type="hidden" name="token" value="${id}"><button class="button plain small" name="action" value="revoke-token">${sso.revoke}</button></form></li>`,
    )}</ul>
    <details class="fold"><summary class="button plain">${sso.newToken}</summary><form method="post">${fieldView({ name: 'label', id: 'token-label', label: account.tokenLabel, maxLength: 50 })}<button class="button" name="action" value="add-token">${sso.newToken}</button></form></details></section>`
}
