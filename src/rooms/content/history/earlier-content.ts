// The content of an earlier revision as it is put on top. What is known of the repository is not of the past: the files
// that pages lie in, and the texts that were read from it last, stay those of the head.
import { type Draft, openDraft } from '../../../engines/content/draft/draft.ts'
import { withTexts } from '../../../engines/content/draft/with-texts.ts'
import { followingTexts } from '../../../engines/content/links/relink.ts'
import { diffMaps } from '../../../engines/content/nodes/map.ts'
import { putRoot, type RevisionView, readRevision } from '../../../engines/content/nodes/revision.ts'
import type { GitBlob, Hash, PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { isSame } from '../../../engines/content/same.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { linkersIn } from '../pages/link-index/linkers.ts'

type Sides = { earlier: RevisionView; head: RevisionView }

/** Its root. Where the repository plays no part, that is the root of the earlier revision itself. */
export async function rootOnTop(ctx: ReadContext, spaceId: string, sides: Sides): Promise<Hash | null> {
  const { earlier, head } = sides
  const draft = openDraft(earlier)
  const count = (await keepFilesOfPages(draft, sides)) + (await keepFilesOfReusables(draft, sides))
  if (count === 0 && isSame(earlier.root.kept, head.root.kept)) return putRoot(earlier.nodes, earlier.root)
  draft.takeKept(head.root.kept)
  const filed = await readRevision(draft.nodes, await draft.finish())
  const findLinkers = linkersIn(ctx, spaceId, earlier)
  const texts = await followingTexts({ before: earlier, after: filed, findLinkers, origins: new Map() })
  return (await withTexts(filed, texts)).root
}

async function keepFilesOfPages(draft: Draft, { earlier, head }: Sides) {
  const pages = await diffMaps<PageRecord>(draft.nodes, head.root.pages, earlier.root.pages)
  let count = 0
  for (const { id, before: now, after: old } of pages) {
    const git = old?.type === 'document' ? await fileNow(draft, old.git, now?.git) : undefined
    if (!old || !git) continue
    draft.putPage(id, { ...old, git })
    draft.putPath(git.path, { id: git.path, page: id })
    count += 1
  }
  return count
}

async function keepFilesOfReusables(draft: Draft, { earlier, head }: Sides) {
  const reusables = await diffMaps<ReusableRecord>(draft.nodes, head.root.reusables, earlier.root.reusables)
  let count = 0
  for (const { id, before: now, after: old } of reusables) {
    const git = old && (await fileNow(draft, old.git, now?.git))
    if (!old || !git) continue
    draft.putReusable(id, { ...old, git })
    draft.putPath(git.path, { id: git.path, reusable: id })
    count += 1
  }
  return count
}

/** For what had no file then, the one it has now, if that is free; for what had the same one, what is known of it now. */
async function fileNow(draft: Draft, old: GitBlob | undefined, now: GitBlob | undefined) {
  if (!now || isSame(old, now)) return
  const isFree = old ? old.path === now.path : (await draft.findPath(now.path)) === undefined
  return isFree ? now : undefined
}
