import { html } from '../../engines/html/html.ts'
import { HOME, SIGN_IN } from '../frame.ts'
import type { ConsolePage } from '../page.ts'

/** Without mail there is nothing to ask for: administrators make links to be copied. */
export const forgotPage: ConsolePage = {
  path: `${HOME}/~forgot`,
  show: async ({ words }) => ({
    kind: 'page',
    title: words.forgot.title,
    body: html`<p>${words.forgot.noMail}</p>
      <p class="aside"><a href="${SIGN_IN}">${words.back}</a></p>`,
  }),
}
