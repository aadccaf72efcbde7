// A space as files: Markdown for people, and beside it all that makes it the same space again.
import { readRevision } from '../../engines/content/nodes/revision.ts'
import type { OutsideContext, ReadContext } from '../../kit/domain/context.ts'
import { openNodes } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { ArchiveTarget } from '../../world/archive/archive.ts'
import { VERSION } from '../../world/version.ts'
import {
  type ChangeRequestsFile,
  type CommentsFile,
  FORMAT,
  FORMAT_VERSION,
  type SpaceFile,
} from './format.ts'
import type { Gathered } from './gather.ts'
import { CHANGE_REQUESTS_FILE, COMMENTS_FILE, SPACE_FILE } from './names.ts'
import { writeChangeRequests } from './write-change-requests.ts'
import { asJson, writeContent } from './write-content.ts'
import { commentEntries } from './write-discussion.ts'

/** How far something is: what it does now, and what is done of how much; 0 of 0 where nobody knows. */
export type OnProgress = (what: string, done: number, all: number) => void

export async function exportSpace(
  ctx: OutsideContext,
  gathered: Gathered,
  target: ArchiveTarget,
  onProgress: OnProgress,
) {
  const { space, roots } = gathered
  const head = await readRevision(openNodes(ctx), roots.get(space.revisionId) ?? null)
  let written = 0
  const onWritten = () => onProgress('writing pages and files', ++written, 0)
  onProgress('writing pages and files', 0, 0)
  const counts = await writeContent({ ctx, target, onWritten }, head)
  const comments: CommentsFile = { comments: commentEntries(gathered, null, space.revisionId) }
  await target.add(COMMENTS_FILE, asJson(comments))
  const all = gathered.changeRequests.length
  let done = 0
  const onChangeRequest = () => onProgress('writing change requests', ++done, all)
  const changeRequests = await writeChangeRequests(
    { ctx, target, onWritten: onChangeRequest },
    gathered,
    head,
  )
  await target.add(CHANGE_REQUESTS_FILE, asJson({ changeRequests } satisfies ChangeRequestsFile))
  // Last: where it is missing, an export was cut short.
  await target.add(SPACE_FILE, asJson(spaceFile(ctx, gathered)))
  return {
    ...counts,
    comments: [...comments.comments, ...changeRequests.flatMap(({ comments }) => comments)].length,
    changeRequests: changeRequests.length,
  }
}

function spaceFile({ clock }: ReadContext, { space }: Gathered): SpaceFile {
  const { id, organizationId, title, emoji, icon, editMode, visibility, defaultLevel, language } = space
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    quire: VERSION,
    exportedAt: clock.now().toISOString(),
    id,
    organization: organizationId,
    title,
    emoji,
    icon,
    editMode,
    visibility,
    defaultLevel,
    language: language as SpaceFile['language'],
    mergeRules: space.mergeRules as SpaceFile['mergeRules'],
    createdAt: space.createdAt.toISOString(),
    lastChangeRequest: space.lastChangeRequest,
  }
}
