import { type Html, html } from '../../engines/html/html.ts'
import { identitiesOf, unlinkIdentity } from '../../rooms/people/accounts/identities/identities.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { lead } from '../frame/page.ts'
import { PROVIDER } from '../sign-in/provider.ts'
import { dayIn, type OwnAsked, ownPage, timeIn } from './account-page.ts'
import { ownerOf } from './factors/two-step.ts'
import { SECURITY } from './security-path.ts'

const PAGE = `${SECURITY}/identities`

export const unlinkIdentityPage = ownPage({
  path: `${PAGE}/unlink`,
  isSensitive: true,
  show: async () => lead(SECURITY),
  async take(asked, form) {
    await asked.change((ctx) => unlinkIdentity(ctx, ownerOf(asked), form.get('id')))
    return lead(`${SECURITY}?identity=unlinked`)
  },
})

/** Not shown where there are no providers and nothing is linked. `waysIn`: how many there are to this account. */
export async function identitiesPanel(asked: OwnAsked, waysIn: number): Promise<Html | undefined> {
  const { ctx, person, words } = asked
  const { identities } = words
  const linked = await identitiesOf(ctx, person.id)
  const providers = isOn(ctx, 'oidc') ? ctx.oidcProviders : []
  const others = providers.filter(({ issuer }) => !linked.some((one) => one.issuer === issuer))
  if (linked.length === 0 && others.length === 0) return
  return html`<section class="panel"><h2>${identities.title}</h2><p class="quiet">${identities.text}</p>
    ${linked.length > 0 && html`<ul class="rows">${linked.map((row) => identityView(asked, row, waysIn))}</ul>`}
    ${
      others.length > 0 &&
      html`<div class="actions">${others.map(
        ({
          id,
          label,
        }) => html`<form method="post" action="${PROVIDER}/${id}"><input type="hidden" name="link" value="1">
        <button class="button plain">${identities.linkButton({ provider: label })}</button></form>`,
      )}</div>`
    }</section>`
}

type Linked = Awaited<ReturnType<typeof identitiesOf>>[number]

function identityView({ ctx, words, language }: OwnAsked, row: Linked, waysIn: number): Html {
  const { account, identities, signInMethods } = words
  const facts = [
    row.email,
    account.created({ time: dayIn(language, row.createdAt) }),
    account.lastUsed({ time: timeIn(language, row.lastUsedAt) }),
  ]
  const counts = isOn(ctx, 'oidc') && ctx.oidcProviders.some(({ issuer }) => issuer === row.issuer)
  const form = html`<p>${identities.unlinkText}</p><button class="button danger small">${identities.unlink}</button>`
  return html`<li><span><strong>${row.provider}</strong><span class="quiet">${facts.join(' · ')}</span></span>
    <details class="fold" name="factor"><summary class="button plain small">${identities.unlink}</summary>
      <form method="post" action="${PAGE}/unlink"><input type="hidden" name="id" value="${row.id}">
        ${counts && waysIn === 1 ? html`<p>${signInMethods.lastWay}</p>` : form}</form></details></li>`
}
