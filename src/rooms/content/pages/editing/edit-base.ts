// Changes by somebody who says which revision they read: they are applied to that one, and the outcome is merged with
// what others changed since. So nobody's edit is lost without a word.
import type { Conflict } from '../../../../engines/content/merge/types.ts'
import {
  findFile,
  findPage,
  findReusable,
  type RevisionView,
  readRevision,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../../engines/content/records.ts'
import { blocksOf } from '../../../../engines/markdown/edit.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { conflict, invalid, isNotFound } from '../../../../kit/domain/problems.ts'
import { isInHistory, type RevisionRow, requireRevision } from '../../spaces/revisions/revisions.ts'
import { describeConflicts } from '../merging/describe-conflicts.ts'
import { mergeInSpace } from '../merging/merge-content.ts'
import type { ContentChange } from '../schema-changes.ts'
import { type ChangeResult, type Edit, type EditResult, subjectOf } from './edit-work.ts'
import { applyChanges } from './edits.ts'

/** `edit.view` is the head. Whoever calls it keeps the head from moving. */
export async function applyOnHead(ctx: ReadContext, edit: Edit, head: string): Promise<EditResult> {
  const named = baseOf(edit.changes)
  if (!named || named.base === head) return applyChanges(ctx, edit)
  const { spaceId, view: ours } = edit
  const { nodes } = ours
  const base = await readRevision(nodes, (await requireBase(ctx, spaceId, named, head)).root)
  const edited = await applyChanges(ctx, { ...edit, view: base })
  const theirs = await readRevision(nodes, edited.root)
  const { root, conflicts } = await mergeInSpace(ctx, spaceId, { base, ours, theirs, published: 'ours' })
  if (conflicts.length > 0)
    throw conflict('Others changed the same content since `base`: nothing was changed', {
      base: named.base,
      revision: head,
      ...(await detailsOf(base, conflicts)),
    })
  const merged = await readRevision(nodes, root)
  const outcomes = await Promise.all(edited.outcomes.map((outcome) => mergedOutcome(theirs, merged, outcome)))
  return { ...edited, root, outcomes, files: await filesIn(merged, edited) }
}

const HEAD = ['body', 'title', 'description', 'emoji', 'icon'] as const

/** A page whose blocks were edited may have more in it than these edits. */
async function mergedOutcome(edited: RevisionView, merged: RevisionView, outcome: ChangeResult) {
  if (!('edits' in outcome)) return outcome
  const [sent, now] = await Promise.all([edited, merged].map((view) => subjectIn(view, outcome)))
  if (!now || HEAD.every((name) => now[name] === sent?.[name])) return outcome
  const blocks = blocksOf(await textOfBody(merged, now.body ?? null)).map(({ key }) => key)
  return { ...outcome, blocks, isMerged: true }
}

/** Of a reusable content, what it has of that. */
async function subjectIn(
  view: RevisionView,
  outcome: ChangeResult,
): Promise<Partial<PageRecord> | undefined> {
  const id = subjectOf(outcome) ?? ''
  return 'page' in outcome ? findPage(view, id) : findReusable(view, id)
}

type NamedBase = { base: string; field: string }

/** The one that all changes of the request are made on; those that name none stand on it too, as they may refer to others. */
function baseOf(changes: ContentChange[]): NamedBase | undefined {
  let first: NamedBase | undefined
  for (const [at, change] of changes.entries()) {
    if (!('base' in change) || change.base === undefined) continue
    const named = { base: change.base, field: `body.changes.${at}.base` }
    first ??= named
    if (named.base !== first.base)
      throw invalid(`${named.field}: all changes in a request must have the same base`, {
        field: named.field,
      })
  }
  return first
}

/** A revision of the chain that is edited: what others have in theirs is no state that was read here. */
async function requireBase(
  ctx: ReadContext,
  spaceId: string,
  { base, field }: NamedBase,
  head: string,
): Promise<RevisionRow> {
  const row = await requireRevision(ctx, spaceId, base).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  if (row && (await isInHistory(ctx, row, head))) return row
  throw invalid(`${field}: not a revision of this content`, { field })
}

/** What an answer carries at most: the rest shows once these are resolved. */
const MOST_CONFLICTS = 100
const MOST_CHARACTERS = 500_000

/** Of a text the lines at odds alone: whoever wrote it has the rest, and may read what is there now. */
async function detailsOf(base: RevisionView, conflicts: Conflict[]) {
  const described = await describeConflicts(base, conflicts.slice(0, MOST_CONFLICTS))
  const told: object[] = []
  let characters = 0
  for (const { base, ours, theirs, ...rest } of described) {
    const one = rest.field === 'body' ? rest : { ...rest, base, ours, theirs }
    characters += JSON.stringify(one).length
    if (told.length > 0 && characters > MOST_CHARACTERS) break
    told.push(one)
  }
  return { conflicts: told, more: conflicts.length - told.length }
}

/** A file may have got another name beside those of others. */
async function filesIn(view: RevisionView, { files }: EditResult) {
  const found = await Promise.all(files.map(({ id }) => findFile(view, id)))
  return found.filter((file) => file !== undefined)
}
