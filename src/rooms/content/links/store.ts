import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import type { LinkKind } from '../../../kit/storage/tables/tables.ts'
import type { LinkRow } from '../pages/link-index/store.ts'

/** All links to one thing. */
export type LinkGroup = { kind: LinkKind; targetId: string; pages: string[]; isIncluded: boolean }

/** Pages that are told for one target. */
export const MOST_PAGES = 100

export type LinkStatus = 'ok' | 'broken' | 'in-app'

/** The part of the index that is true of a revision, and what to leave out because it may not be. */
export type IndexSlice = {
  spaceId: string
  /** Only links on these pages. */
  among?: string[]
  /** Pages whose links are others. */
  except: string[]
  /** What links lead to in the index and not any more. */
  gone: string[]
  /** Whether what leads nowhere in the index may lead somewhere. */
  hasNewPlaces: boolean
  /** Paths outside of the space at which another one has something. */
  elsewhere: ReadonlySet<string>
}

type Filter = {
  status?: LinkStatus
  /** How addresses of this installation begin. */
  appUrl: string
}

function onPages({ spaceId, among, except }: IndexSlice) {
  return sql`space_id = ${spaceId} and kind <> 'more' and page_id <> all(${except}::text[])
    and ${among ? sql`page_id = any(${among}::text[])` : sql`true`}`
}

function isDoubtful({ gone, hasNewPlaces }: IndexSlice) {
  return sql`(kind in ('page', 'file') and target_id = any(${gone}::text[])
    or kind = 'nothing' and ${hasNewPlaces}::boolean)`
}

function isBroken({ elsewhere }: IndexSlice) {
  return sql`(kind = 'nothing' and target_id <> all(${[...elsewhere]}::text[]))`
}

function hasStatus(standing: IndexSlice, { status, appUrl }: Filter) {
  const isInApp = sql`(kind = 'outside' and starts_with(target_id, ${appUrl}))`
  switch (status) {
    case undefined:
      return sql`true`
    case 'ok':
      return sql`not ${isBroken(standing)} and not ${isInApp}`
    case 'broken':
      return isBroken(standing)
    case 'in-app':
      return isInApp
    default:
      return status satisfies never
  }
}

export async function listLinkGroups(db: Db, standing: IndexSlice, page: PageQuery & Filter) {
  const [kind, targetId] = page.after ?? []
  const { rows } = await sql<LinkGroup>`
    select kind, target_id, (array_agg(distinct page_id))[:${MOST_PAGES}::int] as pages,
      bool_or(use in ('include', 'openapi')) as is_included
    from page_links
    where ${onPages(standing)} and not ${isDoubtful(standing)} and ${hasStatus(standing, page)}
      and ${kind === undefined ? sql`true` : sql`(kind, target_id) > (${kind}, ${targetId})`}
    group by kind, target_id order by kind, target_id limit ${page.limit}`.execute(db)
  return rows
}

export async function countLinks(db: Db, standing: IndexSlice) {
  const { rows } = await sql<{ total: number; broken: number }>`
    select count(*)::int as total, (count(*) filter (where ${isBroken(standing)}))::int as broken
    from page_links where ${onPages(standing)} and not ${isDoubtful(standing)}`.execute(db)
  return rows[0] ?? { total: 0, broken: 0 }
}

export async function listDoubtfulLinks(db: Db, standing: IndexSlice) {
  if (standing.gone.length === 0 && !standing.hasNewPlaces) return []
  const { rows } = await sql<LinkRow>`
    select page_id, at, use, target, kind, target_id, fragment, is_conditional from page_links
    where ${onPages(standing)} and ${isDoubtful(standing)}`.execute(db)
  return rows
}

/** Where links lead that have nothing in the space. */
export async function listLostPaths(db: Db, standing: IndexSlice) {
  const { rows } = await sql<{ targetId: string }>`
    select distinct target_id from page_links
    where ${onPages(standing)} and not ${isDoubtful(standing)} and kind = 'nothing'`.execute(db)
  return rows.map(({ targetId }) => targetId)
}

export type LinkTargets = { kind: 'page' | 'file' | 'reusable'; ids: string[] }

/** Pages that link to one of these. */
export async function listLinkingPages(db: Db, standing: IndexSlice, { kind, ids }: LinkTargets) {
  const { rows } = await sql<{ pageId: string }>`
    select distinct page_id from page_links
    where ${onPages(standing)} and kind = ${kind} and target_id = any(${ids}::text[])`.execute(db)
  return rows.map(({ pageId }) => pageId)
}
