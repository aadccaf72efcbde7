// What people are told of an API description: where it comes from, what is wrong with it, its versions, who shows it.

import type { AppList, Listed } from '../../engines/site/views/app-pages.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { SeenSpec } from '../../rooms/api-references/openapi/access.ts'
import { readableSpaces, spaceEntry } from './app-lists.ts'
import { listNewestVersions, listSpacesUsing } from './store.ts'

const MOST_VERSIONS = 50

export async function aboutSpec(ctx: ReadContext, spec: SeenSpec): Promise<AppList> {
  const { organization, organizationId, slug, sourceUrl, visibility } = spec
  const versions = await listNewestVersions(ctx.db, spec.id, MOST_VERSIONS)
  const using = await listSpacesUsing(ctx.db, organizationId, slug)
  const spaces = await readableSpaces(ctx, organizationId)
  const { location } = ctx.links.spec(organizationId, slug)
  const sources: Listed[] = [
    sourceUrl === null ? { title: 'Sent as text' } : { title: sourceUrl, href: sourceUrl },
    ...(visibility === 'public'
      ? [{ title: 'Its document, for everybody', href: `${location}/document` }]
      : []),
  ]
  return {
    title: slug,
    above: { title: organization.title, href: new URL(ctx.links.organization(organizationId).app).pathname },
    about: stateOf(spec),
    groups: [
      { title: 'Problems', entries: spec.errors.map(({ message }) => ({ title: message })) },
      { title: 'Source', entries: sources },
      {
        title: 'Used in',
        entries: spaces.filter(({ id }) => using.has(id)).map((space) => spaceEntry(ctx, space)),
      },
      {
        title: 'Versions',
        entries: versions.map(({ id, createdAt }) => ({
          title: timeOf(createdAt),
          about: id === spec.lastVersionId ? 'the last one' : undefined,
        })),
      },
    ],
  }
}

function stateOf({ processingState, lastProcessedAt, errorCode, lastVersionId }: SeenSpec): string {
  if (processingState !== 'complete' || lastProcessedAt === null)
    return 'An API description that is waiting to be read.'
  const read = timeOf(lastProcessedAt)
  if (errorCode === null) return `An API description, read on ${read}.`
  const kept = lastVersionId === null ? 'There is no version of it yet.' : 'The last version is kept.'
  return `An API description that could not be read on ${read}. ${kept}`
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
