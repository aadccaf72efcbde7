// Where somebody is led who must have a second factor and has none: to set one up, before anything else.
import { html } from '../../../engines/html/html.ts'
import { factorsOf, hasSecondFactor } from '../../../rooms/people/accounts/factors/factors.ts'
import { countWaysIn } from '../../../rooms/people/accounts/methods/ways-in.ts'
import { organizationsRequiringFactorOf } from '../../../rooms/people/organizations/second-factor.ts'
import { alertView } from '../../frame/fields.ts'
import { HOME } from '../../frame/frame.ts'
import { lead } from '../../frame/page.ts'
import { type OwnAsked, ownPage } from '../account-page.ts'
import { FACTOR_REQUIRED } from '../security-path.ts'
import { passkeysPanel } from './passkeys.ts'
import { twoStepPanel } from './two-step.ts'
import { endOf } from './way-back.ts'

export const factorRequiredPage = ownPage({
  path: FACTOR_REQUIRED,
  async show(asked) {
    const { ctx, person, words, url } = asked
    if (await hasSecondFactor(ctx, person.id)) return lead(endOf(asked, HOME))
    const found = await factorsOf(ctx, person.id)
    const { accountRules } = words
    const hasFailed = url.searchParams.get('passkey') === 'failed'
    return {
      kind: 'page',
      layout: 'settings',
      current: '/security',
      title: accountRules.requiredTitle,
      hasScript: true,
      body: html`${alertView(hasFailed ? words.factors.passkeyFailed : undefined)}<p role="status"><strong>${await reason(asked)}</strong> ${accountRules.requiredText}</p>
        ${passkeysPanel(asked, found.passkeys, await countWaysIn(ctx, person.id))}${twoStepPanel(asked, found)}`,
    }
  },
})

async function reason({ ctx, person, words, language }: OwnAsked) {
  const { accountRules } = words
  if (ctx.signInRules.isSecondFactorRequired) return accountRules.requiredByInstallation
  const titles = await organizationsRequiringFactorOf(ctx, person.id)
  const organizations = new Intl.ListFormat(language).format(titles)
  return accountRules.requiredByOrganization({ organizations })
}
