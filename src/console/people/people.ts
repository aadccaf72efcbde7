// All people of the installation, for its administrators: how and when they last signed in, and what can be done where
// something is wrong. All of it are operations, which ask for a fresh sign-in and are in the audit log.
import { type Html, html } from '../../engines/html/html.ts'
import { listPeople, type PersonRow } from '../../rooms/people/accounts/store-people.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { HOME, initialOf } from '../frame/frame.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { HEALTH } from '../organizations/tools/health.ts'
import { pagerView } from '../views/pager.ts'
import { timeView } from '../views/times.ts'

export const PEOPLE = `${HOME}/~people`
const SHOWN = 50

export const allPeoplePage = appPage({
  path: PEOPLE,
  show: (asked) => showPeople(asked),
  async take(asked, form) {
    requireAdministrator(asked)
    const link = await perform(asked, form)
    if (link !== undefined) return showPeople(asked, link)
    const back = new URLSearchParams(asked.url.searchParams)
    back.set('saved', '')
    return lead(`${PEOPLE}?${back}`)
  },
})

/** For others there is no such page. */
function requireAdministrator({ person }: OwnAsked) {
  if (!person.isAdministrator) throw missing()
}

/** `link`: for a new password, to be copied now. */
async function showPeople(asked: OwnAsked, link?: string): Promise<ConsoleAnswer> {
  requireAdministrator(asked)
  const { ctx, words, url } = asked
  const { everybody } = words
  const search = (url.searchParams.get('search') ?? '').slice(0, 200)
  const after = (url.searchParams.get('page') ?? '').slice(0, 100)
  const rows = await listPeople(ctx.db, { search, after, limit: SHOWN + 1 })
  const shown = rows.slice(0, SHOWN)
  const last = rows.length > SHOWN ? shown.at(-1) : undefined
  return {
    kind: 'page',
    layout: 'app',
    title: everybody.title,
    actions: html`<a class="button plain" href="${HEALTH}">${words.toolPages.health.title}</a>${signOutAllView(asked)}`,
    body: html`${noticeView(url.searchParams.has('saved') ? everybody.saved : undefined)}
      ${link && html`<section class="panel" role="status"><h2>${everybody.link}</h2><p>${everybody.linkText}</p><code class="secret">${link}</code></section>`}
      <form class="panel wide-search"><div class="field"><label for="search">${everybody.search}</label>
        <input id="search" type="search" name="search" value="${search}" maxlength="200"></div></form>
      ${shown.length === 0 ? html`<p class="empty">${everybody.none}</p>` : html`<ul class="rows panel">${shown.map((row) => html`<li>${personView(asked, row)}</li>`)}</ul>`}
      ${pagerView(asked, { items: shown, next: last && { page: last.id } })}`,
  }
}

/** Answers a link that is shown once. */
async function perform({ api }: OwnAsked, form: Form): Promise<string | undefined> {
  const user = `/users/${encodeURIComponent(form.get('user'))}`
  switch (form.get('action')) {
    case 'suspend':
      await api.post(`${user}/suspend`)
      return
    case 'reinstate':
      await api.post(`${user}/reinstate`)
      return
    case 'sign-out':
      await api.delete(`${user}/sessions`)
      return
    case 'sign-out-all':
      await api.delete('/sessions')
      return
    case 'reset-factors':
      await api.delete(`${user}/factors`)
      return
    case 'password-link':
      return (await api.post<{ url: string }>(`${user}/password-link`)).url
    default:
      throw missing()
  }
}

function signOutAllView({ words }: OwnAsked): Html {
  const { accountRules } = words
  return html`<details class="fold menu"><summary class="button plain">${accountRules.signOutAll}</summary><form method="post">
    <p>${accountRules.signOutAllText}</p><button class="button danger" name="action" value="sign-out-all">${accountRules.signOutAll}</button></form></details>`
}

function personView(asked: OwnAsked, row: PersonRow): Html {
  const { words, language, ctx, person } = asked
  const { everybody } = words
  const name = row.displayName || row.email
  const seen = row.lastSignedInAt
    ? html`${everybody.signedIn({ method: row.lastSignedInBy ?? '' })} ${timeView(language, ctx.clock.now(), row.lastSignedInAt.toISOString())}`
    : html`${everybody.never}`
  return html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>
    <div class="grow"><span class="title">${name}</span>${row.isAdministrator && html` <span class="badge">${everybody.administrator}</span>`}${row.suspendedAt && html` <span class="badge draft">${everybody.suspended}</span>`}
      <p class="quiet">${row.email} · ${seen}${row.sessions > 0 && html` · ${everybody.sessions({ count: row.sessions })}`}${row.hasSecondFactor && html` · ${everybody.secondFactor}`}</p></div>
    ${row.id !== person.id && actionsView(asked, row, name)}`
}

function actionsView({ words }: OwnAsked, row: PersonRow, name: string): Html {
  const { everybody } = words
  const button = (action: string, label: string, kind = 'item') =>
    html`<form method="post"><input type="hidden" name="user" value="${row.id}"><button class="${kind}" name="action" value="${action}">${label}</button></form>`
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${everybody.actions({ name })}">⋯</summary><div class="choices">
    ${row.sessions > 0 && button('sign-out', everybody.signOut)}${button('password-link', everybody.passwordLink)}
    ${row.hasSecondFactor && button('reset-factors', everybody.resetFactors)}
    ${row.suspendedAt ? button('reinstate', everybody.reinstate) : html`<p class="quiet">${everybody.suspendText}</p>${button('suspend', everybody.suspend, 'button danger small')}`}</div></details>`
}
