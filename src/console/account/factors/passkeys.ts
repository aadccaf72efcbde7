import { type Html, html } from '../../../engines/html/html.ts'
import { Problem, unauthenticated } from '../../../kit/domain/problems.ts'
import { requireRecentSignIn } from '../../../kit/http/operations/recent-sign-in.ts'
import { addPasskey, removePasskey } from '../../../rooms/people/accounts/factors/factors.ts'
import { passkeyCreation, renamePasskey } from '../../../rooms/people/accounts/factors/passkeys.ts'
import type { PasskeyRow } from '../../../rooms/people/accounts/factors/store-passkeys.ts'
import { isOn } from '../../../rooms/people/accounts/methods/methods.ts'
import { deviceName } from '../../../rooms/people/accounts/sessions/device.ts'
import { requireUser } from '../../../rooms/people/identity/users.ts'
import { fieldView } from '../../frame/fields.ts'
import { type ConsoleEndpoint, lead } from '../../frame/page.ts'
import { passkeyForm } from '../../sign-in/passkey-form.ts'
import { dayIn, type OwnAsked, ownPage, timeIn } from '../account-page.ts'
import { SECURITY } from '../security-path.ts'
import { recoveryCodesView } from './recovery-codes.ts'
import { ownerOf } from './two-step.ts'
import { choiceOf, endOf, stepTo } from './way-back.ts'

const PAGE = `${SECURITY}/passkeys`

/** The challenge for a new one. */
export const newPasskey: ConsoleEndpoint = {
  path: `${PAGE}/new`,
  async answer({ ctx, change }) {
    if (ctx.actor.kind !== 'user') throw unauthenticated('Sign in first')
    requireRecentSignIn(ctx.actor, ctx.clock.now())
    return change(async (ctx) => passkeyCreation(ctx, await requireUser(ctx, ctx.actor.id)))
  },
}

export const passkeysPage = ownPage({
  path: PAGE,
  isSensitive: true,
  show: async (asked) => lead(choiceOf(asked)),
  async take(asked, form) {
    const made = { answer: form.get('passkey'), label: form.get('label') }
    try {
      const { recoveryCodes } = await asked.change((ctx) => addPasskey(ctx, ownerOf(asked), made))
      return recoveryCodes.length > 0
        ? recoveryCodesView(asked, recoveryCodes)
        : lead(endOf(asked, `${SECURITY}?passkey=added`))
    } catch (error) {
      if (error instanceof Problem) return lead(failedAt(choiceOf(asked)))
      throw error
    }
  },
})

function failedAt(path: string) {
  return `${path}${path.includes('?') ? '&' : '?'}passkey=failed`
}

export const renamePasskeyPage = ownPage({
  path: `${PAGE}/rename`,
  show: async () => lead(SECURITY),
  async take({ change, person }, form) {
    await change((ctx) => renamePasskey(ctx, person.id, form.get('id'), form.get('label')))
    return lead(`${SECURITY}?saved`)
  },
})

export const removePasskeyPage = ownPage({
  path: `${PAGE}/remove`,
  isSensitive: true,
  show: async () => lead(SECURITY),
  async take(asked, form) {
    await asked.change((ctx) => removePasskey(ctx, ownerOf(asked), form.get('id')))
    return lead(`${SECURITY}?passkey=removed`)
  },
})

/** `waysIn`: how many there are to this account, with the passkeys. */
export function passkeysPanel(asked: OwnAsked, passkeys: PasskeyRow[], waysIn: number): Html {
  const { words, browser } = asked
  const { factors } = words
  const label = fieldView({
    name: 'label',
    id: 'passkey-label',
    label: factors.passkeyLabel,
    hint: factors.passkeyLabelHint,
    value: deviceName(browser.userAgent),
    maxLength: 64,
  })
  return html`<section class="panel"><h2>${factors.passkeys}</h2><p class="quiet">${factors.passkeysText}</p>
    ${passkeys.length > 0 && html`<ul class="rows">${passkeys.map((row, at) => passkeyView(asked, row, { at, isLastWay: passkeys.length === 1 && waysIn === 1 }))}</ul>`}
    <div class="narrow" data-needs-passkeys hidden>
      ${passkeyForm(words, { action: stepTo(PAGE, asked), options: `${PAGE}/new`, label: factors.addPasskey, kind: 'create', fields: label, isMain: true })}</div>
    <p class="quiet" data-without-passkeys>${factors.passkeysUnavailable}</p></section>`
}

function passkeyView(
  { ctx, words, language }: OwnAsked,
  row: PasskeyRow,
  { at, isLastWay }: { at: number; isLastWay: boolean },
): Html {
  const { factors, account, signInMethods } = words
  const id = row.id.toString('base64url')
  const facts = [
    account.created({ time: dayIn(language, row.createdAt) }),
    row.lastUsedAt ? account.lastUsed({ time: timeIn(language, row.lastUsedAt) }) : account.neverUsed,
  ]
  const hidden = html`<input type="hidden" name="id" value="${id}">`
  return html`<li><span><strong>${row.label} ${row.isBackedUp && html`<span class="badge">${factors.synced}</span>`}</strong>
      <span class="quiet">${facts.join(' · ')}</span></span>
    <span class="folds"><details class="fold" name="factor"><summary class="button plain small">${factors.rename}</summary>
      <form method="post" action="${PAGE}/rename">${hidden}
        ${fieldView({ name: 'label', id: `label-${at}`, label: factors.passkeyLabel, value: row.label, maxLength: 64 })}<button class="button small">${words.save}</button></form></details>
    <details class="fold" name="factor"><summary class="button plain small">${factors.remove}</summary>
      <form method="post" action="${PAGE}/remove">${hidden}${isLastWay && isOn(ctx, 'passkey') ? html`<p>${signInMethods.lastWay}</p>` : html`<p>${factors.removeText}</p><button class="button danger small">${factors.remove}</button>`}</form></details></span></li>`
}
