import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import { type Author, userJson } from '../../people/identity/store.ts'
import type { RevisionRow } from '../spaces/revisions/store.ts'

export type MergedRequest = { id: string; number: number; subject: string }

/** A revision with who made it and what it merged. */
export type HistoryRow = RevisionRow & { author: Author; merged: MergedRequest | null }

export async function findHistory(db: Db, spaceId: string, ids: string[]): Promise<Map<string, HistoryRow>> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .select([
      userJson('revisions.created_by').as('author'),
      sql<MergedRequest | null>`(select json_build_object('id', merged.id, 'number', merged.number,
        'subject', merged.subject) from change_requests merged
        where revisions.type = 'merge' and merged.space_id = revisions.space_id
        and merged.id = revisions.change_request_id)`.as('merged'),
    ])
    .where('spaceId', '=', spaceId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
