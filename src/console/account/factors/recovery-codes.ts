import { html } from '../../../engines/html/html.ts'
import { hasSecondFactor } from '../../../rooms/people/accounts/factors/factors.ts'
import { createRecoveryCodes } from '../../../rooms/people/accounts/factors/recovery-codes.ts'
import { lead, type Shown } from '../../frame/page.ts'
import { type OwnAsked, ownPage } from '../account-page.ts'
import { SECURITY } from '../security-path.ts'
import { endOf } from './way-back.ts'

export const newRecoveryCodesPage = ownPage({
  path: `${SECURITY}/recovery-codes`,
  isSensitive: true,
  show: async () => lead(SECURITY),
  async take(asked) {
    const { ctx, change, person } = asked
    if (!(await hasSecondFactor(ctx, person.id))) return lead(SECURITY)
    return recoveryCodesView(asked, await change((ctx) => createRecoveryCodes(ctx, person.id)))
  },
})

/** The only time they are shown. The text is in the link itself: nothing is kept for a second look. */
export function recoveryCodesView({ words, person, url }: OwnAsked, codes: string[]): Shown {
  const { factors } = words
  const text = [factors.downloadHead({ email: person.email }), '', ...codes, ''].join('\r\n')
  return {
    kind: 'page',
    layout: 'settings',
    current: '/security',
    hasScript: true,
    title: factors.saveCodes,
    body: html`<section class="panel"><p>${factors.saveCodesText}</p>
      <ol class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
      <div class="actions"><a class="button plain" download="quire-recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}">${factors.download}</a>
        <button class="button plain" type="button" data-copy="${codes.join('\n')}" data-copied="${factors.copied}" hidden>${factors.copy}</button>
        <a class="button" href="${endOf({ url })}">${factors.codesSaved}</a></div></section>`,
  }
}
