// What a member can read: their organizations, what is in one of them, what is in a collection.

import type { AppList, Listed } from '../../engines/site/views/app-pages.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { specAbilities } from '../../rooms/api-references/openapi/access.ts'
import { collectionAbilities, withLevel } from '../../rooms/content/collections/access.ts'
import { type SeenSpace, spaceAbilities } from '../../rooms/content/spaces/access.ts'
import { organizationAbilities, type SeenOrganization } from '../../rooms/people/organizations/access.ts'
import { APP } from './app-frame.ts'
import {
  listAllSites,
  listAllSpecs,
  listTheirCollections,
  listTheirOrganizations,
  listTheirSpaces,
} from './store.ts'

export async function organizationsOf(ctx: ReadContext): Promise<AppList> {
  const rows = await listTheirOrganizations(ctx.db, ctx.actor.id)
  const entries = rows.map(({ id, title }) => ({
    title,
    href: pathOf(ctx.links.organization(id).app),
  }))
  return { title: 'Organizations', groups: [{ entries }] }
}

export async function contentOf(ctx: ReadContext, organization: SeenOrganization): Promise<AppList> {
  const { id, title } = organization
  const mayListSites = organizationAbilities(organization.standing).listSites
  const sites = mayListSites ? await listAllSites(ctx.db, id) : []
  const { spaces, collections } = await inOrganization(ctx, id)
  const specs = specAbilities(organization).view ? await listAllSpecs(ctx.db, id) : []
  const known = new Set(collections.map((collection) => collection.id))
  const loose = spaces.filter(({ parentId }) => parentId === null || !known.has(parentId))
  return {
    title,
    above: { title: 'Organizations', href: APP },
    groups: [
      { title: 'Sites', entries: sites.map((site) => siteEntry(ctx, site)) },
      { title: 'Spaces', entries: loose.map((space) => spaceEntry(ctx, space)) },
      ...collections.map((collection) => ({
        title: collection.title,
        entries: spaces
          .filter(({ parentId }) => parentId === collection.id)
          .map((space) => spaceEntry(ctx, space)),
      })),
      {
        title: 'API descriptions',
        entries: specs.map(({ slug }) => ({ title: slug, href: pathOf(ctx.links.spec(id, slug).app) })),
      },
    ],
  }
}

export async function contentOfCollection(
  ctx: ReadContext,
  organization: SeenOrganization,
  { id, title }: { id: string; title: string },
): Promise<AppList> {
  const { spaces, collections } = await inOrganization(ctx, organization.id)
  const below = collections.filter(({ parentId }) => parentId === id)
  return {
    title,
    above: { title: organization.title, href: pathOf(ctx.links.organization(organization.id).app) },
    groups: [
      {
        entries: spaces.filter(({ parentId }) => parentId === id).map((space) => spaceEntry(ctx, space)),
      },
      {
        title: 'Collections',
        entries: below.map((collection) => ({
          title: collection.title,
          href: pathOf(ctx.links.collection(organization.id, collection.id).app),
        })),
      },
    ],
  }
}

export async function inOrganization(ctx: ReadContext, organizationId: string) {
  const [spaces, collections] = await Promise.all([
    listTheirSpaces(ctx.db, organizationId, ctx.actor.id),
    listTheirCollections(ctx.db, organizationId, ctx.actor.id),
  ])
  return {
    spaces: spaces.map(withLevel).filter((space) => spaceAbilities(space).view),
    collections: collections.map(withLevel).filter((collection) => collectionAbilities(collection).view),
  }
}

export function spaceEntry({ links }: ReadContext, { organizationId, id, title, emoji }: SeenSpace): Listed {
  return { title, emoji: emoji ?? undefined, href: pathOf(links.space(organizationId, id).app) }
}

type ListedSite = { organizationId: string; id: string; title: string; isPublished: boolean }

function siteEntry({ links }: ReadContext, { organizationId, id, title, isPublished }: ListedSite): Listed {
  const about = isPublished ? 'published' : 'not published'
  return { title, about, href: pathOf(links.site(organizationId, id).app) }
}

function pathOf(address: string) {
  return new URL(address).pathname
}
