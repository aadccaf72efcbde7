import { type Html, html } from '../../engines/html/html.ts'
import { acceptProvisioning, pendingOrganizations } from '../../rooms/people/provisioning/users/acceptance.ts'
import { type OwnAsked, ownPage } from '../account/account-page.ts'
import { HOME } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'

const PAGE = `${HOME}/~provisioning`

export const provisioningPage = ownPage({
  path: PAGE,
  show: async () => lead(HOME),
  async take({ change }, form) {
    await change((ctx) => acceptProvisioning(ctx, form.get('organization')))
    return lead(HOME)
  },
})

/** Organizations whose directories announced the person, who accepts first. */
export async function provisioningSection({ ctx, words }: OwnAsked): Promise<Html | false> {
  const organizations = await pendingOrganizations(ctx)
  const { provisioning } = words
  return (
    organizations.length > 0 &&
    html`<section class="panel"><h2>${provisioning.title}</h2><ul class="rows">${organizations.map(
      ({
        id,
        title,
      }) => html`<li><span><strong>${title}</strong><span class="quiet">${provisioning.text}</span></span>
        <form method="post" action="${PAGE}"><button class="button small" name="organization" value="${id}">${provisioning.join({ organization: title })}</button></form></li>`,
    )}</ul></section>`
  )
}
