// Two-step sign-in: an authenticator app, and the recovery codes for the day it is lost.
import { type Html, html } from '../../../engines/html/html.ts'
import { addTotp, type factorsOf, removeTotp } from '../../../rooms/people/accounts/factors/factors.ts'
import { startTotp, totpSetUp } from '../../../rooms/people/accounts/factors/totp.ts'
import { fieldView } from '../../frame/fields.ts'
import { type ConsoleAnswer, lead } from '../../frame/page.ts'
import { dayIn, type OwnAsked, ownPage } from '../account-page.ts'
import { SECURITY } from '../security-path.ts'
import { qrCodeView } from './qr-code.ts'
import { recoveryCodesView } from './recovery-codes.ts'
import { choiceOf, endOf, stepTo } from './way-back.ts'

const PAGE = `${SECURITY}/app`

export type FoundFactors = Awaited<ReturnType<typeof factorsOf>>

export const startTotpPage = ownPage({
  path: `${PAGE}/start`,
  isSensitive: true,
  show: async (asked) => lead(choiceOf(asked)),
  async take({ change, person, url }) {
    await change((ctx) => startTotp(ctx, person.id))
    return lead(stepTo(PAGE, { url }))
  },
})

export const totpPage = ownPage({
  path: PAGE,
  isSensitive: true,
  isSecret: true,
  show: (asked) => setUpView(asked),
  async take(asked, form) {
    const { change, person, words } = asked
    const added = await change((ctx) => addTotp(ctx, ownerOf(asked), form.get('code')))
    if (!added) return setUpView(asked, words.factors.codeWrong)
    if (added.recoveryCodes.length > 0) return recoveryCodesView({ ...asked, person }, added.recoveryCodes)
    return lead(endOf(asked, `${SECURITY}?saved`))
  },
})

export const removeTotpPage = ownPage({
  path: `${PAGE}/remove`,
  isSensitive: true,
  show: async () => lead(SECURITY),
  async take(asked) {
    await asked.change((ctx) => removeTotp(ctx, ownerOf(asked)))
    return lead(`${SECURITY}?saved`)
  },
})

export function ownerOf({ person }: OwnAsked) {
  const { id, credential } = person
  return { id, sessionId: credential.id }
}

async function setUpView(asked: OwnAsked, fault?: string): Promise<ConsoleAnswer> {
  const { ctx, person, words } = asked
  const { factors } = words
  const setUp = await totpSetUp(ctx, person)
  if (!setUp) return lead(choiceOf(asked))
  return {
    kind: 'page',
    layout: 'settings',
    current: '/security',
    status: fault ? 400 : 200,
    title: factors.setUp,
    body: html`<section class="panel"><div class="set-up">${qrCodeView(setUp.uri, factors.qrCode)}
        <div class="steps"><p>${factors.setUpText} <a href="${setUp.uri}">${factors.openApp}</a></p>
          <div><p class="quiet">${factors.typeSecret}</p><code class="secret">${setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></div>
        </div></div>
      <form method="post" action="${stepTo(PAGE, asked)}" class="narrow"><p>${factors.confirmText}</p>
        ${fieldView({ name: 'code', label: factors.code, autocomplete: 'one-time-code', isNumeric: true, isFirst: true, maxLength: 10, fault })}
        <div class="actions"><button class="button">${factors.turnOn}</button>
          <a class="button plain" href="${choiceOf(asked)}">${words.cancel}</a></div></form></section>`,
  }
}

export function twoStepPanel({ words, language, url }: OwnAsked, found: FoundFactors): Html {
  const { factors } = words
  const { totpSince, passkeys, recoveryCodes } = found
  const app = totpSince
    ? html`<li><span><strong>${factors.app} <span class="badge">${factors.on}</span></strong>
        <span class="quiet">${factors.since({ time: dayIn(language, totpSince) })}</span></span>
        <details class="fold" name="factor"><summary class="button plain small">${factors.turnOff}</summary>
          <form method="post" action="${PAGE}/remove"><p>${factors.turnOffText}</p><button class="button danger small">${factors.turnOff}</button></form></details></li>`
    : html`<li><span><strong>${factors.app}</strong><span class="quiet">${factors.off}</span></span>
        <form method="post" action="${stepTo(`${PAGE}/start`, { url })}"><button class="button small">${factors.setUp}</button></form></li>`
  const codes = html`<li><span><strong>${factors.recoveryCodes}</strong>
      <span class="${recoveryCodes < 3 ? 'fault' : 'quiet'}">${factors.recoveryLeft({ count: recoveryCodes })}</span></span>
      <details class="fold" name="factor"><summary class="button plain small">${factors.newCodes}</summary>
        <form method="post" action="${SECURITY}/recovery-codes"><p>${factors.newCodesText}</p><button class="button small">${factors.newCodes}</button></form></details></li>`
  return html`<section class="panel"><h2>${factors.title}</h2><p class="quiet">${factors.text}</p>
    <ul class="rows">${app}${(totpSince || passkeys.length > 0) && codes}</ul></section>`
}
