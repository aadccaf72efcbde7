// What a change request changes, page by page, for those who read it before it is merged.
import { type ChangedPage, diffPages, diffReusables } from '../../engines/content/diff/changes.ts'
import type { RevisionView } from '../../engines/content/nodes/revision.ts'
import type { ChangeKind, WasHead } from '../../engines/site/model.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { linkersTo } from '../../rooms/content/links/links.ts'
import { openNodes, openView } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from '../../rooms/review/change-requests/access.ts'

export type ReviewedChanges = {
  /** The revision that it is compared with: what it was opened on, or last updated from. */
  against: string
  before: RevisionView
  /** By their ids. */
  pages: ReadonlyMap<string, ChangeKind>
  /** What stood at the head of a page, where that changed. */
  heads: ReadonlyMap<string, WasHead>
  /** The titles of pages that are gone. */
  removed: readonly string[]
  /** Whether blocks are told apart, for `piecesOf`. */
  isInPieces?: true
}

export async function reviewedChanges(
  ctx: ReadContext,
  { spaceId, revisionAncestor: against, revisionId }: SeenChangeRequest,
): Promise<ReviewedChanges> {
  const nodes = openNodes(ctx)
  const before = await openView(ctx, spaceId, against, nodes)
  const after = await openView(ctx, spaceId, revisionId, nodes)
  const pages = new Map<string, ChangeKind>()
  const heads = new Map<string, WasHead>()
  const removed: string[] = []
  for (const change of await diffPages(before, after))
    switch (change.type) {
      case 'page_created':
        pages.set(change.id, 'added')
        break
      case 'page_edited':
        pages.set(change.id, 'edited')
        heads.set(change.id, headOf(change))
        break
      case 'page_moved':
        // Of a page that was edited too, that says more.
        if (!pages.has(change.id)) pages.set(change.id, 'moved')
        break
      case 'page_deleted':
        removed.push(change.title)
        break
      default:
        change satisfies never
    }
  const edited = (await diffReusables(before, after)).flatMap((change) =>
    change.type === 'reusable_content_edited' ? [change.id] : [],
  )
  // What they show is another text, though their own stayed.
  const showing =
    edited.length > 0 ? await linkersTo({ ctx, spaceId, view: after }, { kind: 'reusable', ids: edited }) : []
  for (const id of showing) if (pages.get(id) !== 'added') pages.set(id, 'edited')
  return { against, before, pages, heads, removed }
}

function headOf({ before, fields }: Extract<ChangedPage, { type: 'page_edited' }>): WasHead {
  const was = (field: keyof WasHead) => (fields.includes(field) ? before[field] : undefined)
  return { title: was('title'), description: was('description') }
}
