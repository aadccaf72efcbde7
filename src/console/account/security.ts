import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { factorsOf } from '../../rooms/people/accounts/factors/factors.ts'
import { changePassword, preparePasswordChange } from '../../rooms/people/accounts/links/recovery.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { countWaysIn } from '../../rooms/people/accounts/methods/ways-in.ts'
import { hasPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { deviceName } from '../../rooms/people/accounts/sessions/device.ts'
import { endSessionOf, endSessionsOf } from '../../rooms/people/accounts/sessions/sessions.ts'
import { listSessions, type SessionRow } from '../../rooms/people/accounts/sessions/store-sessions.ts'
import { alertView, fieldView, noticeView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { newPasswordField, passwordFault } from '../sign-in/new-password.ts'
import { type OwnAsked, ownPage, timeIn } from './account-page.ts'
import { passkeysPanel } from './factors/passkeys.ts'
import { twoStepPanel } from './factors/two-step.ts'
import { identitiesPanel } from './identities.ts'
import { SECURITY as PAGE } from './security-path.ts'

type Faults = { currentPassword?: string; password?: string }

export const securityPage = ownPage({ path: PAGE, help: 'administer/sign-in', show: (asked) => view(asked) })

export const passwordPage = ownPage({
  path: `${PAGE}/password`,
  show: async () => lead(PAGE),
  async take(asked, form) {
    const { ctx, change, person, words } = asked
    try {
      const password = await preparePasswordChange(ctx, person, {
        currentPassword: form.get('currentPassword'),
        password: form.get('password'),
      })
      await change((ctx) => changePassword(ctx, person.id, password, { exceptSession: person.credential.id }))
      return lead(`${PAGE}?saved`)
    } catch (error) {
      const isWrong = error instanceof Problem && error.kind === 'forbidden'
      if (isWrong) return view(asked, { currentPassword: words.account.wrongPassword })
      if (error instanceof Problem && error.kind === 'rate_limited')
        return view(asked, {
          currentPassword: words.signIn.wait({ count: Number(error.details?.retryAfter ?? 1) }),
        })
      return view(asked, { password: passwordFault(words, error) })
    }
  },
})

export const sessionsPage = ownPage({
  path: `${PAGE}/sessions`,
  // A thief of a session must not shut out its owner.
  isSensitive: true,
  show: async () => lead(PAGE),
  async take({ change, person }, form) {
    const id = form.get('session')
    await change(async (ctx) => {
      if (id === '') await endSessionsOf(ctx, person.id, { except: person.credential.id })
      else await endSessionOf(ctx, person.id, id)
    })
    return lead(PAGE)
  },
})

async function view(asked: OwnAsked, faults: Faults = {}) {
  const { ctx, person, words } = asked
  const { account, fields } = words
  const sessions = await listSessions(ctx.db, person.id)
  const found = await factorsOf(ctx, person.id)
  const waysIn = await countWaysIn(ctx, person.id)
  const current = fieldView({
    name: 'currentPassword',
    label: fields.currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 1_000,
    fault: faults.currentPassword,
  })
  const password = !isOn(ctx, 'password')
    ? html`<p class="quiet">${words.signInMethods.passwordsOff}</p>`
    : (await hasPassword(ctx, person.id))
      ? html`<p class="quiet">${account.passwordText}</p><form method="post" action="${PAGE}/password">
        <input type="email" name="email" value="${person.email}" autocomplete="username" hidden>
        ${current}${newPasswordField(words, faults.password)}<button class="button">${account.changePassword}</button></form>`
      : html`<p class="quiet">${account.noPassword}</p>`
  return {
    kind: 'page' as const,
    layout: 'settings' as const,
    current: '/security',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    title: account.security,
    hasScript: true,
    body: html`${noticeView(noticeOf(asked))}${alertView(alertOf(asked))}
      <section class="panel"><h2>${account.passwordTitle}</h2>${password}</section>
      ${twoStepPanel(asked, found)}${passkeysPanel(asked, found.passkeys, waysIn)}${await identitiesPanel(asked, waysIn)}
      <section class="panel"><h2>${account.sessions}</h2>
        <ul class="rows">${sessions.map((row) => sessionView(asked, row))}</ul>
        ${sessions.length > 1 && html`<form method="post" action="${PAGE}/sessions"><button class="button plain">${account.endOthers}</button></form>`}
      </section>`,
  }
}

function alertOf({ ctx, url, words }: OwnAsked) {
  if (url.searchParams.get('passkey') === 'failed') return words.factors.passkeyFailed
  const provider = ctx.oidcProviders.find(({ id }) => id === url.searchParams.get('provider'))
  const isTaken = url.searchParams.get('identity') === 'taken' && provider
  return isTaken ? words.identities.taken({ provider: provider.label }) : undefined
}

function noticeOf({ ctx, url, words }: OwnAsked) {
  const identity = url.searchParams.get('identity')
  const provider = ctx.oidcProviders.find(({ id }) => id === url.searchParams.get('provider'))
  if (identity === 'linked' && provider) return words.identities.linked({ provider: provider.label })
  if (identity === 'unlinked') return words.identities.unlinked
  const { account, factors } = words
  const told = url.searchParams.get('passkey')
  if (told === 'added') return factors.passkeyAdded
  if (told === 'removed') return factors.passkeyRemoved
  return url.searchParams.has('saved') ? account.saved : undefined
}

function sessionView({ person, words, language }: OwnAsked, row: SessionRow) {
  const { account } = words
  const isThis = row.id === person.credential.id
  const about = `${row.address} · ${account.lastSeen({ time: timeIn(language, row.lastSeenAt) })}`
  const end = html`<form method="post" action="${PAGE}/sessions"><button class="button plain small" name="session" value="${row.id}">${account.end}</button></form>`
  return html`<li><span><strong>${deviceName(row.userAgent)} ${isThis && html`<span class="badge">${account.thisBrowser}</span>`}</strong>
    <span class="quiet">${about}</span></span>${!isThis && end}</li>`
}
