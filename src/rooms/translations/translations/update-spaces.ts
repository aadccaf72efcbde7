// Brings the translated spaces behind their source and their translations. What people edited there stays: what the
// translations come to now is merged into what the space has, and where both changed the same, the space has its way.
import { type RevisionView, readRevision } from '../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../engines/content/records.ts'
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { mergeInSpace } from '../../content/pages/merging/merge-content.ts'
import { lockSpace, moveHead, spaceNow } from '../../content/spaces/heads.ts'
import { openNodes, openRevision, openView, writeRevision } from '../../content/spaces/revisions/revisions.ts'
import { buildTranslated } from './build-translation.ts'
import { learnEdits } from './learn-edits.ts'
import { catchUp, type Memory, readMemory, remember } from './memory.ts'
import { type OpenSource, openSource } from './source.ts'
import {
  findAnyTranslation,
  type ListedLanguage,
  listLanguages,
  type TranslationRow,
  updateLanguage,
} from './store.ts'
import { addUnits, hasUnwritten, markWritten, putUnits } from './store-units.ts'

export async function followTranslated(
  ctx: OutsideContext,
  translationId: string,
  inTransaction: InTransaction,
) {
  const translation = await findAnyTranslation(ctx.db, translationId)
  const space =
    translation?.sourceSpaceId == null ? undefined : await spaceNow(ctx, translation.sourceSpaceId)
  if (!translation || !space || space.deletedAt || space.organizationId !== translation.organizationId) return
  const at = { spaceId: space.id, revisionId: space.revisionId }
  let source: OpenSource | undefined
  for (const language of await listLanguages(ctx.db, [translationId])) {
    if (!(await isBehind(ctx, language, space.revisionId))) continue
    // Sides of a merge share their nodes.
    source ??= await openSource(ctx, at)
    await followLanguage({ ctx, inTransaction, translation, language, source })
  }
}

async function isBehind(ctx: OutsideContext, language: ListedLanguage, revisionId: string) {
  if (language.targetId === null) return false
  const isCurrent =
    language.sourceRevisionId === revisionId && language.headRevisionId === language.targetRevisionId
  return !isCurrent || (await hasUnwritten(ctx.db, language))
}

type Following = {
  ctx: OutsideContext
  inTransaction: InTransaction
  translation: TranslationRow
  language: ListedLanguage
  source: OpenSource
}

async function followLanguage(following: Following) {
  const { ctx, inTransaction, translation, language, source } = following
  const memory = await readMemory(ctx, language)
  const edits = await editsSince(following)
  for (const edit of edits) remember(memory, { ...edit, isWritten: false })
  const carried = await catchUp(ctx, translation, language, source, memory)
  if (edits.length + carried.length > 0)
    await inTransaction(async ({ db, clock }) => {
      await putUnits(db, language, edits, clock.now())
      await addUnits(db, language, carried, clock.now())
    })
  const earlier = await earlierOf(following)
  const root = await buildTranslated(ctx, source, memory, earlier)
  await inTransaction((tx) => writeTranslated(tx, following, root, memory))
}

async function editsSince({ ctx, translation, language, source }: Following) {
  const { targetId, targetRevisionId, headRevisionId, builtRevisionId, sourceRevisionId } = language
  if (!targetId || !targetRevisionId || !builtRevisionId || !sourceRevisionId) return []
  if (targetRevisionId === headRevisionId) return []
  const { nodes } = source.view
  const [then, written, edited] = [
    await openRevision(ctx, translation.sourceSpaceId ?? '', sourceRevisionId, nodes),
    await openRevision(ctx, targetId, builtRevisionId, nodes),
    await openRevision(ctx, targetId, targetRevisionId, nodes),
  ]
  return learnEdits(ctx, { source: then.view, written: written.view, edited: edited.view })
}

async function earlierOf({ ctx, translation, language, source }: Following) {
  const { targetId, builtRevisionId, sourceRevisionId } = language
  if (!targetId || !builtRevisionId || !sourceRevisionId) return undefined
  const { nodes } = source.view
  const built = await openRevision(ctx, targetId, builtRevisionId, nodes)
  const then = await openRevision(ctx, translation.sourceSpaceId ?? '', sourceRevisionId, nodes)
  return { built: built.view, source: then.view }
}

async function writeTranslated(
  ctx: WriteContext,
  { language, source }: Following,
  built: Hash,
  memory: Memory,
) {
  const { targetId: spaceId, builtRevisionId } = language
  if (spaceId === null) return
  const space = await lockSpace(ctx, spaceId)
  // Whoever locked it wants it as it is; it is looked at again when it is unlocked.
  if (space.editMode === 'locked') return
  const { nodes } = source.view
  const head = await openRevision(ctx, spaceId, space.revisionId, nodes)
  const base = builtRevisionId ? await openView(ctx, spaceId, builtRevisionId, nodes) : undefined
  const theirs = await readRevision(nodes, built)
  const root = await mergedRoot(ctx, spaceId, {
    base,
    head: head.view,
    headRoot: head.row.root,
    theirs,
    built,
  })
  let headRevisionId = space.revisionId
  if (root !== head.row.root) {
    headRevisionId = await writeRevision(ctx, nodes, {
      spaceId,
      root,
      type: 'edits',
      parents: [space.revisionId],
    })
    await moveHead(ctx, space, headRevisionId)
  }
  const builtRevision =
    root === built
      ? headRevisionId
      : await writeRevision(ctx, nodes, { spaceId, root: built, type: 'edits', parents: [] })
  await updateLanguage(ctx.db, language, {
    sourceRevisionId: source.revisionId,
    builtRevisionId: builtRevision,
    headRevisionId,
  })
  await markWritten(
    ctx.db,
    language,
    [...memory.values()].flatMap((page) => [...page.values()].filter(({ isWritten }) => !isWritten)),
  )
}

type Sides = {
  base?: RevisionView
  head: RevisionView
  headRoot: Hash | null
  theirs: RevisionView
  built: Hash
}

async function mergedRoot(ctx: WriteContext, spaceId: string, sides: Sides): Promise<Hash> {
  const { base, head, headRoot, theirs, built } = sides
  if (headRoot === null || headRoot === built) return built
  const before = base ?? (await readRevision(openNodes(ctx), null))
  const { root } = await mergeInSpace(ctx, spaceId, {
    base: { nodes: head.nodes, root: before.root },
    ours: head,
    theirs,
    published: 'ours',
  })
  return root
}
