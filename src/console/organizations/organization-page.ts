// What is around every page about an organization.
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, peopleAt, signInAt, sitesAt } from '../addresses.ts'
import { HOME } from '../frame.ts'
import type { Shown, Tab } from '../page.ts'
import type { ConsoleWords } from '../words/catalog.ts'

export const ORGANIZATION = `${HOME}/:organizationId`

type Section = 'content' | 'sites' | 'changes' | 'people' | 'signIn' | 'integrations' | 'settings'

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
    title: titleOf(words, section),
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
      ...(permissions.installIntegration ? [tab('integrations', integrationsAt(home))] : []),
      ...(permissions.listMembers ? [tab('people', peopleAt(home))] : []),
      ...(permissions.admin ? [tab('signIn', signInAt(home)), tab('settings', settingsOf(home))] : []),
    ],
    ...(await inside(organization)),
  }
}

function titleOf({ sso, organization, organizationPages }: ConsoleWords, section: Section): string {
  if (section === 'signIn') return sso.title
  return section === 'integrations' || section === 'settings'
    ? organizationPages.tabs[section]
    : organization[section]
}

export const integrationsAt = (organization: string) => `${organization}/~integrations`
export const settingsOf = (organization: string) => `${organization}/~settings`
