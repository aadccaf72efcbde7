import { sql } from 'kysely'
import type { Db } from '../../storage/db.ts'
import type { Position } from '../../storage/page.ts'
import type { LinkKind } from '../../storage/tables.ts'

/** All links to one thing. */
export type LinkGroup = { kind: LinkKind; targetId: string; pages: string[]; isIncluded: boolean }

export type Status = 'ok' | 'broken' | 'in-app'

type Scope = {
  spaceId: string
  /** Pages whose links are known from elsewhere. */
  except: string[]
  pageId?: string
  status?: Status
  /** How addresses of this installation begin. */
  appUrl: string
}

function within({ spaceId, except, pageId, status, appUrl }: Scope) {
  const isInApp = sql`(kind = 'outside' and starts_with(target_id, ${appUrl}))`
  const conditions = {
    ok: sql`kind <> 'nothing' and not ${isInApp}`,
    broken: sql`kind = 'nothing'`,
    'in-app': isInApp,
  }
  return sql`space_id = ${spaceId} and page_id <> all(${except}::text[])
    and ${pageId === undefined ? sql`true` : sql`page_id = ${pageId}`}
    and ${status === undefined ? sql`true` : conditions[status]}`
}

export async function listLinkGroups(db: Db, scope: Scope, page: { limit: number; after?: Position }) {
  const [kind, targetId] = page.after ?? []
  const { rows } = await sql<LinkGroup>`
    select kind, target_id, (array_agg(distinct page_id))[:100] as pages,
      bool_or(use in ('include', 'openapi')) as is_included
    from page_links
    where ${within(scope)}
      and ${kind === undefined ? sql`true` : sql`(kind, target_id) > (${kind}, ${targetId})`}
    group by kind, target_id order by kind collate "C", target_id collate "C" limit ${page.limit}`.execute(db)
  return rows
}

/** What leads to something that is gone counts as broken too. */
export async function countLinks(db: Db, scope: Scope, gone: string[]) {
  const { rows } = await sql<{ total: number; broken: number }>`
    select count(*)::int as total,
      (count(*) filter (where kind = 'nothing'
        or (kind in ('page', 'file') and target_id = any(${gone}::text[]))))::int as broken
    from page_links where ${within(scope)}`.execute(db)
  return rows[0] ?? { total: 0, broken: 0 }
}

/** Pages that link to one thing, in order of their ids. */
export async function listLinkingPages(
  db: Db,
  { spaceId, except }: Pick<Scope, 'spaceId' | 'except'>,
  target: { kind: LinkKind; id: string },
) {
  const { rows } = await sql<{ pageId: string }>`
    select distinct page_id from page_links
    where space_id = ${spaceId} and kind = ${target.kind} and target_id = ${target.id}
      and page_id <> all(${except}::text[])`.execute(db)
  return rows.map(({ pageId }) => pageId)
}
