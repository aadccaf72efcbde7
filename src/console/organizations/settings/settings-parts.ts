import type { Html } from '../../../engines/html/html.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { organizationPage, settingsOf } from '../organization-page.ts'
import { pillsView } from '../teams/people-parts.ts'

const PARTS = ['general', 'tokens', 'webhooks', 'audit'] as const
type SettingsPart = (typeof PARTS)[number]

function partsView({ words }: OwnAsked, organizationId: string, current: SettingsPart): Html {
  const home = settingsOf(organizationAt(organizationId))
  const { tabs } = words.organizationPages
  const link = (part: SettingsPart) => ({
    title: tabs[part],
    href: part === 'general' ? home : `${home}/${part}`,
    isCurrent: part === current,
  })
  return pillsView(tabs.settings, PARTS.map(link))
}

/** A page for those who run the organization; for others it is not there. */
export function settingsPage(
  asked: OwnAsked,
  part: SettingsPart,
  inside: (
    organization: Organization,
    parts: Html,
  ) => Promise<{ body: Html; actions?: Html; title?: string }>,
) {
  return organizationPage(asked, 'settings', async (organization) => {
    if (!organization.permissions.admin) throw missing()
    const shown = await inside(organization, partsView(asked, organization.id, part))
    return { hasScript: true, title: asked.words.organizationPages.tabs[part], ...shown }
  })
}
