import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { expandScopes, GROUP_NAMES } from '../../kit/domain/token-scopes.ts'
import { type ApiTokenRow, listTokens } from '../../rooms/people/identity/store.ts'
import { issueToken, revokeToken } from '../../rooms/people/identity/tokens.ts'
import { fieldView } from '../frame/fields.ts'
import { ACCOUNT } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import { dayIn, type OwnAsked, ownPage, timeIn } from './account-page.ts'

const PAGE = `${ACCOUNT}/tokens`
/** Few people have more than a handful; the API lists all of them. */
const MOST = 100

export const tokensPage = ownPage({
  path: PAGE,
  help: 'connect/api',
  isSensitive: true,
  show: (asked) => view(asked),
  async take(asked, form) {
    const { change, person, words } = asked
    const [label, day] = [form.get('label').trim().slice(0, 50), form.get('expires')]
    if (label === '') return view(asked, { fault: words.faults.required })
    const expiresAt = day === '' ? undefined : `${day}T23:59:59Z`
    try {
      const group = GROUP_NAMES.find((name) => name === form.get('scope')) ?? 'administration'
      const { token } = await change((ctx) =>
        issueToken(ctx, person.id, { label, expiresAt, scopes: [group] }),
      )
      return view(asked, { token })
    } catch (error) {
      if (error instanceof Problem && error.kind === 'invalid')
        return view(asked, { dayFault: error.message })
      throw error
    }
  },
})

export const revokeTokenPage = ownPage({
  path: `${PAGE}/revoke`,
  show: async () => lead(PAGE),
  async take({ change, person }, form) {
    await change((ctx) => revokeToken(ctx, person.id, form.get('token')))
    return lead(PAGE)
  },
})

async function view(
  asked: OwnAsked,
  { token, fault, dayFault }: { token?: string; fault?: string; dayFault?: string } = {},
) {
  const { ctx, person, words } = asked
  const { account } = words
  const { rows } = await listTokens(ctx.db, person.id, { limit: MOST })
  return {
    kind: 'page' as const,
    layout: 'settings' as const,
    current: '/tokens',
    status: fault || dayFault ? 400 : 200,
    title: account.tokens,
    body: html`${token && html`<section class="panel" role="status"><p>${account.tokenMade}</p><code class="secret">${token}</code></section>`}
      <section class="panel"><h2>${account.newToken}</h2><form method="post" action="${PAGE}">
        ${fieldView({ name: 'label', label: account.tokenLabel, maxLength: 50, fault })}
        ${fieldView({ name: 'expires', label: account.tokenExpires, type: 'date', isOptional: true, fault: dayFault })}
        <div class="field"><label for="scope">${account.tokenScope}</label><select id="scope" name="scope">
          ${GROUP_NAMES.map((name) => html`<option value="${name}">${account.tokenScopes[name]}</option>`)}</select></div>
        <button class="button">${account.newToken}</button></form></section>
      <section class="panel"><h2>${account.tokens}</h2>
        ${rows.length === 0 && html`<p class="quiet">${account.noTokens}</p>`}
        <ul class="rows">${rows.map((row) => tokenView(asked, row))}</ul></section>`,
  }
}

function tokenView({ words, language }: OwnAsked, row: ApiTokenRow) {
  const { account } = words
  const facts = [
    account.created({ time: dayIn(language, row.createdAt) }),
    row.lastUsedAt ? account.lastUsed({ time: timeIn(language, row.lastUsedAt) }) : account.neverUsed,
    row.scopes && tokenScopeName(words, row.scopes),
    row.expiresAt && account.expires({ time: dayIn(language, row.expiresAt) }),
  ]
  return html`<li><span><strong>${row.label}</strong><span class="quiet">${facts.filter(Boolean).join(' · ')}</span></span>
    <form method="post" action="${PAGE}/revoke"><button class="button plain small" name="token" value="${row.id}">${account.revoke}</button></form></li>`
}

/** The group that a token was made with, or its scopes one by one. */
export function tokenScopeName({ account }: ConsoleWords, scopes: readonly string[]) {
  const isSame = (group: (typeof GROUP_NAMES)[number]) => expandScopes([group])?.join() === scopes.join()
  const group = GROUP_NAMES.find(isSame)
  return group ? account.tokenScopes[group] : scopes.join(', ')
}
