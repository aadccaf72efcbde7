// One request of changes on its way: what it works on, and what it has done so far.
import type { Draft } from '../../../../engines/content/draft/draft.ts'
import type { RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { FileRecord, Hash } from '../../../../engines/content/records.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import type { Body } from '../schema.ts'
import type { BlockEdit, ContentChange } from '../schema-changes.ts'
import type { Names } from './bodies.ts'
import type { StoredUpload } from './incoming-files.ts'

export type Edit = {
  spaceId: string
  view: RevisionView
  changes: ContentChange[]
  /** The files of each change, their bytes already kept. */
  files: StoredUpload[][]
  /** What a page is reverted to when the change names no revision. */
  baseRevisionId: string
}

export type EditResult = {
  root: Hash
  outcomes: ChangeResult[]
  files: FileRecord[]
  /** Pages, reusable contents and variables that were changed or deleted on purpose: conflicts about them are resolved. */
  touched: Set<string>
  /** Pages below which something was placed ('' = top): conflicts about that order are resolved. */
  ordered: Set<string>
}

/** Stands for the page above those at the top. */
export const TOP = ''

export type ChangeResult =
  | { object: 'created_page'; page: string; ref?: string; copies?: Record<string, string> }
  | ({ object: 'updated_page'; page: string } & Partial<BlocksNow>)
  | { object: 'deleted_page'; page: string }
  | { object: 'created_reusable_content' | 'deleted_reusable_content'; reusableContent: string }
  | ({ object: 'updated_reusable_content'; reusableContent: string } & Partial<BlocksNow>)
  | { object: 'updated_variables' }

/** The keys of all top-level blocks of a page, and of those that each edit became. */
export type BlocksNow = { blocks: string[]; edits: { keys: string[] }[]; isMerged: boolean }

export type EditWork = {
  ctx: ReadContext
  draft: Draft
  edit: Edit
  names: Names
  /** Bodies that are worked out when all pages have their place, since links in them are relative. */
  bodies: Map<string, NewBody>
  /** What came of edits of blocks, by page or reusable content. */
  blocks: Map<string, BlocksNow>
  outcomes: ChangeResult[]
  files: FileRecord[]
  /** Pages that went to another space, and their addresses there. */
  elsewhere: Map<string, string>
  /** How many pages were copied. */
  copied: number
  touched: Set<string>
  ordered: Set<string>
}

/** What was sent, a text of an earlier revision, or edits of blocks. */
export type NewBody = { sent: Body } | { text: string; origin?: RevisionView } | BlockEdits
export type BlockEdits = { edits: BlockEdit[]; field: string }

/** By id, or by the name that an earlier change of the request gave it. */
export async function pageFor({ draft, names }: EditWork, named: string, field: string) {
  const ref = names.get(named)
  const page = await draft.page(ref?.kind === 'page' ? ref.page : named)
  if (!page) throw notFoundAt(field, 'page')
  return page
}

export async function reusableFor({ draft }: EditWork, id: string, field: string) {
  const reusable = await draft.reusable(id)
  if (!reusable) throw notFoundAt(field, 'reusable content')
  return reusable
}

/** The page or reusable content whose text a change is about. */
export function subjectOf(outcome: ChangeResult): string | undefined {
  if ('page' in outcome) return outcome.page
  return 'reusableContent' in outcome ? outcome.reusableContent : undefined
}

export function notFoundAt(field: string, what: string) {
  const problem = notFound(what)
  problem.message += ` (${field})`
  return problem
}
