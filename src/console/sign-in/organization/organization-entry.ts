// Where somebody says which organization they sign in with. Its id is known to its members alone, so an answer tells nobody
// anything new; names and domains, which others could guess, are not taken.
import { html } from '../../../engines/html/html.ts'
import { startPath } from '../../../rooms/people/sso/addresses.ts'
import { openProviders } from '../../../rooms/people/sso/sign-in/open-providers.ts'
import { alertView, fieldView } from '../../frame/fields.ts'
import { SIGN_IN } from '../../frame/frame.ts'
import { type Asked, type ConsolePage, lead, type Shown } from '../../frame/page.ts'
import { ownPath } from '../own-path.ts'

export const ORGANIZATION_ENTRY = `${SIGN_IN}/organization`

export const organizationEntryPage: ConsolePage = {
  path: ORGANIZATION_ENTRY,
  show: async (asked) => view(asked),
  async take(asked, form) {
    const next = new URLSearchParams({ next: ownPath(form.get('next')) })
    const address = form.get('address').trim().slice(0, 2_000)
    const [first, ...others] = await openProviders(asked.ctx, idIn(address))
    if (!first) return view(asked, { address, alert: asked.words.sso.organizationUnknown })
    if (others.length === 0) return lead(`${startPath(first.id)}?${next}`)
    const { words } = asked
    return {
      kind: 'page',
      title: words.sso.organizationButton,
      body: html`<div class="ways">${[first, ...others].map(({ id, label }) => html`<a class="button plain" href="${startPath(id)}?${next.toString()}">${words.identities.continueWith({ provider: label })}</a>`)}</div>`,
    }
  },
}

/** In the address of any of its pages, or alone. */
function idIn(address: string) {
  return /(?:^|\/o\/|\/)([0-9a-hjkmnp-tv-z]{26})(?:[/?#]|$)/.exec(address)?.[1]
}

function view(
  { words, url, ctx }: Asked,
  { address, alert }: { address?: string; alert?: string } = {},
): Shown {
  const next = ownPath(url.searchParams.get('next'))
  const example = ctx.links.of('/o/01kx6m0v9d4q8w2z7r5t3y1c6b')
  return {
    kind: 'page',
    status: alert ? 404 : 200,
    title: words.sso.organizationButton,
    body: html`${alertView(alert)}<form method="post"><input type="hidden" name="next" value="${next}">
      ${fieldView({ name: 'address', label: words.sso.organizationAddress, value: address, isFirst: true, maxLength: 2_000, hint: words.sso.organizationHint({ example }) })}
      <button class="button">${words.continue}</button></form>`,
  }
}
