// All revisions of a space with the lines on their pages, and the conflicts that each update told of.
import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { allEntries } from '../../src/engines/content/nodes/map.ts'
import { type RevisionView, readRevision, siblingsAt } from '../../src/engines/content/nodes/revision.ts'
import type { PageRecord } from '../../src/engines/content/records.ts'
import type { ReadContext } from '../../src/kit/domain/context.ts'
import type { Tables } from '../../src/kit/storage/db.ts'
import { openNodes } from '../../src/rooms/content/spaces/revisions/revisions.ts'

export type Page = { id: string; parent: string | null; text: string; lines: Set<string> }
export type Revision = {
  id: string
  type: string
  /** The change request whose content it is; a merge is content of the space. */
  request: string | null
  parents: string[]
  pages: Map<string, Page>
}
export type Revisions = Map<string, Revision>

/** A text that two sides changed, with the sides that a choice is between. */
export type Torn = { field: string; base: string; ours: string; theirs: string }

export const linesOf = (text: string) => new Set(text.split(/\n+/).filter((line) => line !== ''))

export async function readRevisions(ctx: ReadContext, spaceId: string): Promise<Revisions> {
  const rows = await ctx.db
    .selectFrom('revisions')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('id')
    .execute()
  const revisions: Revisions = new Map()
  for (const { id, parents, type, root, changeRequestId } of rows) {
    const view = await readRevision(openNodes(ctx), root)
    const request = type === 'merge' ? null : changeRequestId
    revisions.set(id, { id, type, request, parents, pages: await readTree(view) })
  }
  return revisions
}

/** Every page is reached once from the top, under the parent it names and a slug of its own. */
async function readTree(view: RevisionView) {
  const { nodes } = view
  const records = await allEntries<PageRecord>(nodes, view.root.pages)
  await nodes.fetch(records.map(({ body }) => body))
  const pages = new Map(records.map((record) => [record.id, record]))
  const reached = new Map<string, Page>()
  const lists: [string | null, string | null][] = [[null, view.root.top]]
  for (const [parent, list] of lists) {
    const siblings = await siblingsAt(nodes, list)
    expect(new Set(siblings.map(({ slug }) => slug)).size).toBe(siblings.length)
    for (const { id, slug } of siblings) {
      const found = pages.get(id)
      expect(found).toMatchObject({ parent, slug })
      expect(reached.has(id)).toBe(false)
      const text = found?.body ? nodes.text(found.body) : ''
      reached.set(id, { id, parent, text, lines: linesOf(text) })
      lists.push([id, found?.children ?? null])
    }
  }
  expect(reached.size).toBe(pages.size)
  return reached
}

export function ancestorsOf(revisions: Revisions, tip: string) {
  const found = new Set([tip])
  for (const id of found) for (const parent of revisions.get(id)?.parents ?? []) found.add(parent)
  return found
}

type LoggedConflict = { revision: string; page: string; field: string } & Record<
  'base' | 'ours' | 'theirs',
  string | null
>

/**
 * From now on the database keeps what each update said is in conflict, as it is gone once somebody decided. Answers a
 * way to read it: the conflicts about pages, by the revision that the update made.
 */
export async function conflictLog(db: Kysely<Tables>) {
  await sql`create table if not exists told_conflicts
    (revision text, page text, field text, base text, ours text, theirs text)`.execute(db)
  // Ids of revisions rise, and the one of the update is written before its conflicts.
  await sql`create or replace function tell_conflict() returns trigger language plpgsql as $$ begin
    insert into told_conflicts select max(id), new.subject_id, new.field,
      new.base #>> '{}', new.ours #>> '{}', new.theirs #>> '{}'
      from revisions where change_request_id = new.change_request_id;
    return null; end $$`.execute(db)
  await sql`create or replace trigger tell_conflict after insert or update on change_request_conflicts
    for each row when (new.kind = 'page') execute function tell_conflict()`.execute(db)
  return async (ctx: ReadContext) => {
    const { rows } = await sql<LoggedConflict>`select * from told_conflicts`.execute(db)
    const nodes = openNodes(ctx)
    const bodies = rows.filter(({ field }) => field === 'body')
    await nodes.fetch(bodies.flatMap(({ base, ours, theirs }) => [base, ours, theirs]))
    const show = (field: string, value: string | null) =>
      field === 'body' && value !== null ? nodes.text(value) : (value ?? '')
    const told = new Map<string, Map<string, Torn[]>>()
    for (const { revision, page, field, ...sides } of rows) {
      const pages = told.get(revision) ?? new Map<string, Torn[]>()
      const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) => show(field, side))
      const torn = { field, base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' }
      told.set(revision, pages.set(page, [...(pages.get(page) ?? []), torn]))
    }
    return told
  }
}
