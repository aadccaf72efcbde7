import { html } from '../../engines/html/html.ts'
import { startPath } from '../../rooms/people/sso/addresses.ts'
import { providersOfClosed } from '../../rooms/people/sso/sign-in/open-providers.ts'
import type { OwnAsked } from '../account/account-page.ts'

/** Where members sign in to organizations that they do not see yet. Which those are is told once they have. */
export async function closedSection({ ctx, words }: OwnAsked) {
  const providers = await providersOfClosed(ctx)
  if (providers.length === 0) return
  return html`<section class="panel"><p>${words.sso.closed}</p><div class="buttons">${providers.map(({ id, label }) => html`<form method="post" action="${startPath(id)}"><button class="button plain">${words.identities.continueWith({ provider: label })}</button></form>`)}</div></section>`
}
