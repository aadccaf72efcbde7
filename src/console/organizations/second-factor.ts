// Whether members need a second factor: a panel below the members, for admins.
import { type Html, html } from '../../engines/html/html.ts'
import type { SecondFactorRule } from '../../rooms/people/organizations/schema-second-factor.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, peopleAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { lead } from '../frame/page.ts'
import { ORGANIZATION } from './organization-page.ts'

const pathIn = (organization: string) => `${peopleAt(organization)}/second-factor`

export const secondFactorRulePage = appPage({
  path: pathIn(ORGANIZATION),
  show: async (asked) => lead(peopleOf(asked)),
  async take(asked, form) {
    const isRequired = form.get('required') === 'yes'
    await asked.api.put(`/orgs/${asked.params.organizationId}/second-factor`, { isRequired })
    return lead(`${peopleOf(asked)}?saved`)
  },
})

function peopleOf({ params }: OwnAsked) {
  return peopleAt(organizationAt(params.organizationId ?? ''))
}

export async function secondFactorRulePanel({ api, words }: OwnAsked, organizationId: string): Promise<Html> {
  const rule = await api.get<SecondFactorRule>(`/orgs/${organizationId}/second-factor`)
  const { accountRules } = words
  const { isRequired, isRequiredByInstallation, membersWithout } = rule
  const button = isRequired
    ? html`<button class="button plain small" name="required" value="no">${accountRules.ruleOff}</button>`
    : html`<button class="button small" name="required" value="yes">${accountRules.ruleOn}</button>`
  return html`<section class="panel"><h2>${accountRules.rule} ${(isRequired || isRequiredByInstallation) && html`<span class="badge">${accountRules.ruleIsOn}</span>`}</h2>
    <p class="quiet">${isRequiredByInstallation ? accountRules.requiredByInstallation : accountRules.ruleText}</p>
    <p>${accountRules.membersWithout({ count: membersWithout })}</p>
    ${!isRequiredByInstallation && html`<form method="post" action="${pathIn(organizationAt(organizationId))}">${button}</form>`}</section>`
}
