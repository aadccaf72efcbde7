import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type ComputedRow = Selectable<Tables['computedContents']>

type Key = Pick<ComputedRow, 'spaceId' | 'kind' | 'source'>

export function findComputed(db: Db, { spaceId, kind, source }: Key) {
  return db
    .selectFrom('computedContents')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .executeTakeFirst()
}

/** A statement alone: it follows from what is there, whoever works it out. */
export async function keepComputed(db: Db, row: Insertable<Tables['computedContents']>) {
  const { describedBy, root, specs, createdAt } = row
  await db
    .insertInto('computedContents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['spaceId', 'kind', 'source']).doUpdateSet({ describedBy, root, specs, createdAt }),
    )
    .execute()
}

/** Spaces of an organization whose readers see pages of a description. */
export async function listSpacesShowing(db: Db, organizationId: string, slug: string) {
  const rows = await db
    .selectFrom('computedContents')
    .innerJoin('spaces', 'spaces.id', 'computedContents.spaceId')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.id', '=', 'spaces.revisionId')
        .onRef('revisions.root', '=', 'computedContents.source'),
    )
    .select('spaces.id')
    .where('spaces.organizationId', '=', organizationId)
    .where(sql<boolean>`computed_contents.specs @> array[${slug}]::text[]`)
    .execute()
  return rows.map(({ id }) => id)
}

/** What no reader of a space sees now. */
export async function deleteOldComputed(db: Tx, before: Date) {
  await sql`delete from computed_contents old where created_at < ${before} and not exists (
    select from spaces join revisions on revisions.id = spaces.revision_id
    left join computed_contents pages
      on pages.space_id = spaces.id and pages.kind = 'pages' and pages.source = revisions.root
    where spaces.id = old.space_id and old.source in (revisions.root, pages.root)
  )`.execute(db)
}

/** The space that a translated one is made of, in its language, with what it holds now. */
export async function findTranslationSource(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('translationLanguages')
    .innerJoin('translations', 'translations.id', 'translationLanguages.translationId')
    .innerJoin('spaces', 'spaces.id', 'translations.sourceSpaceId')
    .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
    .select(['spaces.id', 'translations.sourceLanguage', 'revisions.root'])
    .where('translationLanguages.spaceId', '=', spaceId)
    .where('translationLanguages.place', 'is not', null)
    .where('spaces.deletedAt', 'is', null)
    .executeTakeFirst()
  return row && { spaceId: row.id, language: row.sourceLanguage ?? 'en', root: row.root }
}

export async function findOrganizationOf(db: Db, spaceId: string) {
  const { organizationId } = await db
    .selectFrom('spaces')
    .select('organizationId')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return organizationId
}

export function listSources(db: Db, spaceId: string, keys: readonly string[]) {
  return db
    .selectFrom('computedSources')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('key', 'in', keys)
    .execute()
}

export async function saveSource(db: Tx, row: Insertable<Tables['computedSources']>) {
  const { spaceId: _, key: __, ...values } = row
  await db
    .insertInto('computedSources')
    .values(row)
    .onConflict((conflict) => conflict.columns(['spaceId', 'key']).doUpdateSet(values))
    .execute()
}

export async function deleteOtherSources(db: Tx, spaceId: string, keys: readonly string[]) {
  let query = db.deleteFrom('computedSources').where('spaceId', '=', spaceId)
  if (keys.length > 0) query = query.where('key', 'not in', keys)
  await query.execute()
}

/** Of change requests that may still be merged, those that were worked on last. */
export async function listProposedRoots(db: Db, spaceId: string, most: number) {
  const rows = await db
    .selectFrom('changeRequests')
    .innerJoin('revisions', 'revisions.id', 'changeRequests.revisionId')
    .select('revisions.root')
    .where('changeRequests.spaceId', '=', spaceId)
    .where('changeRequests.status', 'in', ['draft', 'open'])
    .orderBy('changeRequests.updatedAt', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ root }) => root ?? [])
}

export async function findProposedRoot(db: Db, spaceId: string, changeRequestId: string) {
  const row = await db
    .selectFrom('changeRequests')
    .innerJoin('revisions', 'revisions.id', 'changeRequests.revisionId')
    .select('revisions.root')
    .where('changeRequests.spaceId', '=', spaceId)
    .where('changeRequests.id', '=', changeRequestId)
    .executeTakeFirst()
  return row?.root ?? undefined
}

/** Of sources whose pages are not those that they should be. */
export function listProblems(db: Db, spaceId: string, keys: readonly string[]) {
  return db
    .selectFrom('computedSources')
    .select(['key', 'problem'])
    .where('spaceId', '=', spaceId)
    .where('key', 'in', keys)
    .where('problem', 'is not', null)
    .execute()
}

/** Spaces that show what an integration computes, or what depends on something of an organization. */
export async function listDependents(
  db: Db,
  on: { integration: string; organizationId?: string } | { organizationId: string; dependency: string },
) {
  let query = db
    .selectFrom('computedSources')
    .innerJoin('spaces', 'spaces.id', 'computedSources.spaceId')
    .select('spaces.id')
    .distinct()
  if (on.organizationId !== undefined) query = query.where('spaces.organizationId', '=', on.organizationId)
  query =
    'integration' in on
      ? query.where('computedSources.integration', '=', on.integration)
      : query.where(sql<boolean>`computed_sources.depends_on @> array[${on.dependency}]::text[]`)
  return (await query.execute()).map(({ id }) => id)
}
