import { type Html, html } from '../../engines/html/html.ts'
import { endedMemberCookie, endedSessionCookie } from '../../kit/http/requests/session-cookie.ts'
import { deleteOwnAccount, isConfirmed, whatDeletionMeans } from '../../rooms/people/deletion/own-account.ts'
import { fieldView } from '../frame/fields.ts'
import { ACCOUNT, DELETION, SIGN_IN } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'
import { type OwnAsked, ownPage } from './account-page.ts'

export const deletionPage = ownPage({
  path: DELETION,
  isSensitive: true,
  show: (asked) => view(asked),
  async take(asked, form) {
    const { ctx, change, person, words } = asked
    const confirm = form.get('confirm')
    if (!isConfirmed(person, confirm)) return view(asked, words.deletion.wrong)
    await change((ctx) => deleteOwnAccount(ctx, person, confirm))
    return lead(`${SIGN_IN}?deleted`, endedSessionCookie(new URL(ctx.links.of(''))), endedMemberCookie())
  },
})

async function view(asked: OwnAsked, fault?: string) {
  const { ctx, person, words } = asked
  const { deletion } = words
  const { isLastAdministrator, toHandOver, deletedToo } = await whatDeletionMeans(ctx, person)
  const obstacles = [
    isLastAdministrator && html`<p class="alert">${deletion.lastAdministrator}</p>`,
    toHandOver.length > 0 &&
      html`<div class="alert"><p>${deletion.handOver}</p>${titlesView(toHandOver)}</div>`,
  ].filter((obstacle) => obstacle !== false)
  const warning = html`<div class="alert"><p>${deletion.deletedToo}</p>${titlesView(deletedToo)}</div>`
  const form = html`${deletedToo.length > 0 && warning}<form method="post" action="${DELETION}" class="narrow">
      ${fieldView({ name: 'confirm', label: deletion.confirm, type: 'email', maxLength: 300, fault })}
      <div class="actions"><button class="button danger">${deletion.button}</button>
        <a class="button plain" href="${ACCOUNT}">${words.cancel}</a></div></form>`
  return {
    kind: 'page' as const,
    layout: 'settings' as const,
    current: '',
    status: fault ? 400 : 200,
    title: deletion.title,
    body: html`<section class="panel"><p><strong>${deletion.text}</strong></p><p>${deletion.goes}</p><p>${deletion.stays}</p>
      ${obstacles.length > 0 ? obstacles : form}</section>`,
  }
}

function titlesView(organizations: readonly { title: string }[]): Html {
  return html`<ul>${organizations.map(({ title }) => html`<li>${title}</li>`)}</ul>`
}
