import { changedPageFields } from '../../../engines/content/diff/changes.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { Links } from '../../../kit/domain/links.ts'
import { presentUser } from '../../people/identity/present.ts'
import { presentCommit, wireFieldOf } from '../pages/present.ts'
import type { SpaceRow } from '../spaces/store.ts'
import type { DeletedPageRow } from './deleted-pages.ts'
import type { HistoryEntry } from './history.ts'
import type { PageHistoryEntry } from './page-history.ts'
import type { DeletedPage, PageRevisionEntry, RevisionEntry } from './schema.ts'

type Space = Pick<SpaceRow, 'id' | 'organizationId'>

export function presentEntry(row: HistoryEntry, space: Space, links: Links): RevisionEntry {
  const { id, type, parents, author, merged, summary } = row
  const { location, app } = links.space(space.organizationId, space.id)
  const { reusables, highlights, ...counts } = summary
  return {
    object: 'revision-entry',
    id,
    type,
    parents,
    createdAt: row.createdAt.toISOString(),
    createdBy: author ? presentUser(author, links) : undefined,
    mergedFrom: merged
      ? {
          object: 'change-request',
          ...merged,
          urls: links.changeRequest(space.organizationId, space.id, merged),
        }
      : undefined,
    restoredFrom: type === 'rollback' ? parents[1] : undefined,
    git: row.git ? presentCommit(row.git) : undefined,
    summary: {
      ...counts,
      reusableContents: reusables,
      highlights: highlights.map(({ type, id, title }) => ({ type, page: { id, title } })),
    },
    urls: { app: `${app}/~/revisions/${id}`, location: `${location}/revisions/${id}` },
  }
}

export function presentDeletedPage(row: DeletedPageRow, links: Links): DeletedPage {
  const { id, title, below, revision, entry } = row
  return {
    object: 'deleted-page',
    id,
    title,
    below,
    revision,
    deletedAt: entry.createdAt.toISOString(),
    deletedBy: entry.author ? presentUser(entry.author, links) : undefined,
  }
}

export function presentPageEntry(
  { before, after, ...entry }: PageHistoryEntry,
  space: Space,
  links: Links,
): PageRevisionEntry {
  return {
    ...presentEntry(entry, space, links),
    page: {
      change: before ? (after ? 'edited' : 'deleted') : 'created',
      attributes: before && after ? attributesOf(before, after) : [],
      before: before && presentState(before),
      after: after && presentState(after),
    },
  }
}

function attributesOf(before: PageRecord, after: PageRecord) {
  const fields = [...new Set(changedPageFields(before, after).map(wireFieldOf))]
  return before.parent === after.parent ? fields : [...fields, 'parent']
}

function presentState({ title, slug, parent }: PageRecord) {
  return { title, slug, parent: parent ?? undefined }
}
