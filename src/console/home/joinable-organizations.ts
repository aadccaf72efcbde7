// Organizations that somebody may join by themselves, since their address is at one of the domains of these.
import { type Html, html } from '../../engines/html/html.ts'
import { domainOf } from '../../rooms/people/invites/access.ts'
import type { OrganizationsOfDomain } from '../../rooms/people/invites/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { HOME } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'

const PAGE = `${HOME}/~join-organization`

export const joinOrganizationPage = appPage({
  path: PAGE,
  show: async () => lead(HOME),
  async take({ api }, form) {
    const id = form.get('organization')
    await api.post(`/orgs/${encodeURIComponent(id)}/join`)
    return lead(organizationAt(id))
  },
})

export async function joinableSection({ api, person, words }: OwnAsked): Promise<Html | false> {
  // Anybody can type an address: only one that was verified opens a door.
  if (!person.isEmailVerified) return false
  const domain = domainOf(person.email)
  const found = await api.get<OrganizationsOfDomain>(`/email-domains/${encodeURIComponent(domain)}/orgs`)
  const open = found.organizations.filter(({ permissions }) => !permissions.view)
  const { join } = words.ownership
  const row = ({ id, title, defaultRole }: Organization) =>
    html`<li><div class="grow"><span class="title">${title}</span><p class="quiet">${join.text({ domain, role: words.members.roles[defaultRole ?? 'guest'] })}</p></div>
      <form method="post" action="${PAGE}"><button class="button small" name="organization" value="${id}" aria-label="${join.label({ organization: title })}">${join.button}</button></form></li>`
  return (
    open.length > 0 &&
    html`<section><h2>${join.title}</h2><ul class="rows panel">${open.map(row)}</ul></section>`
  )
}
