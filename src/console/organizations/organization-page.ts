// What is around every page about an organization.
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, peopleAt, signInAt, sitesAt } from '../addresses.ts'
import { HOME } from '../frame.ts'
import type { Shown, Tab } from '../page.ts'

export const ORGANIZATION = `${HOME}/:organizationId`

type Section = 'content' | 'sites' | 'changes' | 'people' | 'signIn'

type Inside = Pick<Shown, 'body' | 'actions' | 'hasScript'> & { title?: string }

export async function organizationPage(
  { api, words, params }: OwnAsked,
  current: Section,
  inside: (organization: Organization) => Promise<Inside>,
): Promise<Shown> {
  const organization = await api.get<Organization>(`/orgs/${params.organizationId}`)
  const { id, title, permissions } = organization
  const home = organizationAt(id)
  const tab = (section: Section, href: string): Tab => ({
    title: section === 'signIn' ? words.sso.title : words.organization[section],
    href,
    isCurrent: section === current,
  })
  return {
    kind: 'page',
    layout: 'app',
    title,
    trail: [
      { title: words.app.home, href: HOME },
      { title, href: home },
    ],
    tabs: [
      tab('content', home),
      tab('sites', sitesAt(home)),
      tab('changes', `${home}/~changes`),
      ...(permissions.listMembers ? [tab('people', peopleAt(home))] : []),
      ...(permissions.admin ? [tab('signIn', signInAt(home))] : []),
    ],
    ...(await inside(organization)),
  }
}
