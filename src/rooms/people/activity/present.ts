import type { PageRecord } from '../../../engines/content/records.ts'
import type { Links } from '../../../kit/domain/links.ts'
import { presentFoundPage } from '../../content/search/present.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import type { findByName } from './find.ts'
import type { Found, Presence, RecentPage } from './schema.ts'

type Named = Awaited<ReturnType<typeof findByName>>

/** Places first, then what is in them; people last. */
export function presentFound(named: Named, links: Links): Found[] {
  const { organizations, spaces, sites, requests, people, pages } = named
  const found = (type: Found['type'], rest: Omit<Found, 'object' | 'type'>): Found => ({
    object: 'found',
    type,
    ...rest,
  })
  return [
    ...organizations.map(({ id, title }) =>
      found('organization', { id, title, urls: { app: links.organization(id).app } }),
    ),
    ...spaces.map(({ id, title, emoji, organizationId }) =>
      found('space', { id, title, emoji, urls: { app: links.space(organizationId, id).app } }),
    ),
    ...pages.map((one) => {
      const { id, title, urls } = presentFoundPage(one, links)
      return found('page', { id, title, in: one.space.title, urls: { app: urls.app } })
    }),
    ...requests.map(({ id, number, subject, spaceId, space, organizationId }) =>
      found('change-request', {
        id,
        title: subject === '' ? `#${number}` : `#${number} ${subject}`,
        in: space,
        urls: { app: `${links.changeRequest(organizationId, spaceId, { id, number }).app}/~review` },
      }),
    ),
    ...sites.map(({ id, title, organizationId, organization }) =>
      found('site', {
        id,
        title,
        in: organization,
        urls: { app: `${links.organization(organizationId).app}/~sites/${id}` },
      }),
    ),
    ...people.map(({ id, displayName, email, organizationId, organization }) =>
      found('user', {
        id,
        title: displayName || email,
        in: organization,
        urls: { app: `${links.organization(organizationId).app}/~people` },
      }),
    ),
  ]
}

type Opened = { page: PageRecord; path: string; space: SeenSpace; openedAt: Date }

export function presentRecentPage({ page, path, space, openedAt }: Opened, links: Links): RecentPage {
  const { id, title, emoji } = page
  return {
    object: 'recent-page',
    id,
    title,
    emoji,
    path,
    space: { id: space.id, title: space.title },
    openedAt: openedAt.toISOString(),
    urls: { app: `${links.space(space.organizationId, space.id).app}/${encodeURI(path)}` },
  }
}

type PersonRow = { id: string; displayName: string; photoUrl: string | null; isEditing: boolean }

export function presentPresence(people: PersonRow[], links: Links): Presence {
  return {
    object: 'presence',
    people: people.map(({ id, displayName, photoUrl, isEditing }) => ({
      id,
      displayName,
      photoURL: photoUrl?.startsWith('/') ? links.of(photoUrl) : (photoUrl ?? undefined),
      isEditing,
    })),
  }
}
