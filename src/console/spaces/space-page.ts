// What is around every page about a space: its name, what it is part of, and the pages beside it.
import { html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import {
  changesAt,
  commentsAt,
  filesAt,
  historyAt,
  importAt,
  organizationAt,
  pagesAt,
  settingsAt,
  spaceAt,
} from '../addresses.ts'
import { missing } from '../api.ts'
import { HOME } from '../frame/frame.ts'
import type { Shown, Tab } from '../frame/page.ts'

export const SPACE = `${HOME}/:organizationId/s/:spaceId`

type Section = 'pages' | 'files' | 'changes' | 'comments' | 'history' | 'import' | 'settings'
export type SpaceAsked = OwnAsked & { space: Space; home: string }

/** The space that the address names, where it is in the organization that it names. */
export async function openSpacePage(asked: OwnAsked): Promise<SpaceAsked> {
  const { api, params } = asked
  const space = await api.get<Space>(`/spaces/${params.spaceId}`)
  if (space.organization !== params.organizationId || space.deletedAt) throw missing()
  return { ...asked, space, home: spaceAt(space.organization, space.id) }
}

function titleOf(words: OwnAsked['words'], section: Section): string {
  if (section === 'files') return words.files.title
  return section === 'comments' ? words.compare.comments : words.space[section]
}

type Inside = Pick<Shown, 'body' | 'actions' | 'hasScript' | 'refresh' | 'island'> & { title?: string }

export async function spacePage(
  { api, words, space, home, params, url }: SpaceAsked,
  current: Section,
  { title = titleOf(words, current), actions, ...inside }: Inside,
): Promise<Shown> {
  const organization = await api.get<Organization>(`/orgs/${space.organization}`)
  const tab = (section: Section, href: string, count?: number): Tab => ({
    title: titleOf(words, section),
    href,
    count,
    isCurrent: section === current,
  })
  return {
    kind: 'page',
    layout: 'app',
    title,
    trail: [
      { title: organization.title, href: organizationAt(organization.id) },
      { title: space.title, href: home },
    ],
    tabs: [
      { title: words.space.read, href: home },
      tab('pages', pagesAt(home)),
      tab('files', filesAt(home)),
      tab('changes', changesAt(home), space.changeRequestsOpen),
      tab('comments', commentsAt(home), space.comments),
      tab('history', historyAt(home)),
      ...(space.permissions.edit ? [tab('import', importAt(home))] : []),
      ...(space.permissions.admin ? [tab('settings', settingsAt(home))] : []),
    ],
    actions: actions ?? html``,
    at: {
      space: space.id,
      changeRequest: params.changeRequestId,
      page: params.pageId,
      isEditing: /\/~edit\/|\/~\/edit\//.test(url.pathname),
    },
    ...inside,
  }
}
