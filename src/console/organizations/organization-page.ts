// What is around every page about an organization.
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, peopleAt, signInAt, sitesAt } from '../addresses.ts'
import { HOME } from '../frame/frame.ts'
import type { Shown, Tab } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'

export const ORGANIZATION = `${HOME}/:organizationId`

type Section =
  | 'content'
  | 'sites'
  | 'changes'
  | 'people'
  | 'signIn'
  | 'specs'
  | 'translations'
  | 'integrations'
  | 'settings'

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
      // Guests see what they were given, and no sites.
      ...(permissions.listTeams ? [tab('sites', sitesAt(home))] : []),
      tab('changes', `${home}/~changes`),
      ...(permissions.listTeams
        ? [tab('specs', `${home}/~specs`), tab('translations', `${home}/~translations`)]
        : []),
      ...(permissions.installIntegration ? [tab('integrations', integrationsAt(home))] : []),
      ...(permissions.listMembers ? [tab('people', peopleAt(home))] : []),
      ...(permissions.admin ? [tab('signIn', signInAt(home)), tab('settings', settingsOf(home))] : []),
    ],
    ...(await inside(organization)),
  }
}

function titleOf(
  { sso, organization, organizationPages, toolPages }: ConsoleWords,
  section: Section,
): string {
  if (section === 'signIn') return sso.title
  if (section === 'translations') return toolPages.translation.title
  return section === 'integrations' || section === 'settings'
    ? organizationPages.tabs[section]
    : organization[section]
}

export const integrationsAt = (organization: string) => `${organization}/~integrations`
export const settingsOf = (organization: string) => `${organization}/~settings`
