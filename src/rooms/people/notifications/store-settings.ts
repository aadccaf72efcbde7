import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { listableSpaces } from '../../content/spaces/store.ts'

export type SettingsRow = Omit<Selectable<Tables['notificationSettings']>, 'userId'>

export function findSettings(db: Db, userId: string): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('notificationSettings')
    .select(['level', 'delivery', 'mailAdministration'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function upsertSettings(db: Tx, userId: string, values: SettingsRow) {
  await db
    .insertInto('notificationSettings')
    .values({ userId, ...values })
    .onConflict((there) => there.column('userId').doUpdateSet(values))
    .execute()
}

export type SpaceSettingsRow = Pick<Selectable<Tables['spaceNotificationSettings']>, 'level' | 'delivery'>

export function findSpaceSettings(
  db: Db,
  userId: string,
  spaceId: string,
): Promise<SpaceSettingsRow | undefined> {
  return db
    .selectFrom('spaceNotificationSettings')
    .select(['level', 'delivery'])
    .where('userId', '=', userId)
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
}

const MOST_LISTED = 500

/** Of spaces that they can read. */
export function listSpaceSettings(db: Db, userId: string) {
  return listableSpaces(db, userId)
    .innerJoin('spaceNotificationSettings as own', (join) =>
      join.onRef('own.spaceId', '=', 'spaces.id').on('own.userId', '=', userId),
    )
    .clearSelect()
    .select(['spaces.id', 'spaces.title', 'own.level', 'own.delivery'])
    .orderBy('spaces.title')
    .orderBy('spaces.id')
    .limit(MOST_LISTED)
    .execute()
}

export type OwnSpaceSettings = Awaited<ReturnType<typeof listSpaceSettings>>[number]

export async function upsertSpaceSettings(db: Tx, userId: string, spaceId: string, values: SpaceSettingsRow) {
  await db
    .insertInto('spaceNotificationSettings')
    .values({ userId, spaceId, ...values })
    .onConflict((there) => there.columns(['userId', 'spaceId']).doUpdateSet(values))
    .execute()
}

export async function deleteSpaceSettings(db: Tx, userId: string, spaceId: string) {
  await db
    .deleteFrom('spaceNotificationSettings')
    .where('userId', '=', userId)
    .where('spaceId', '=', spaceId)
    .execute()
}

/** Ends the digests of single spaces. */
export async function endDigests(db: Tx, userId: string) {
  await db
    .updateTable('spaceNotificationSettings')
    .set({ delivery: 'inbox' })
    .where('userId', '=', userId)
    .where('delivery', 'in', ['hourly', 'daily'])
    .execute()
}

/** What holds for somebody in a space, or where there is none. */
export type Chosen = SettingsRow & { userId: string; mayBeMailed: boolean }

/** Of people who can sign in; those who are suspended or gone are left out. */
export async function listChosen(
  db: Db,
  userIds: string[],
  spaceId: string | undefined,
  defaults: SettingsRow,
): Promise<Chosen[]> {
  const { level, delivery, mailAdministration } = defaults
  const { rows } = await sql<Chosen>`
    select users.id as user_id, coalesce(own.level, general.level, ${level}) as level,
      coalesce(own.delivery, general.delivery, ${delivery}) as delivery,
      coalesce(general.mail_administration, ${mailAdministration}) as mail_administration,
      users.email_verified_at is not null as may_be_mailed
    from users
    left join notification_settings general on general.user_id = users.id
    left join space_notification_settings own on own.user_id = users.id and own.space_id = ${spaceId ?? null}
    where users.id = any(${userIds}) and users.suspended_at is null
    order by users.id`.execute(db)
  return rows
}

/** Members who want to know of everything in a space. */
export async function listFollowers(db: Db, organizationId: string, spaceId: string, limit: number) {
  const { rows } = await sql<{ userId: string }>`
    select user_id from (
      select user_id from space_notification_settings where space_id = ${spaceId} and level = 'everything'
      union
      select general.user_id from notification_settings general
        left join space_notification_settings own
          on own.user_id = general.user_id and own.space_id = ${spaceId}
        where general.level = 'everything' and own.level is null
    ) following
    where exists (select from members where members.organization_id = ${organizationId}
      and members.user_id = following.user_id and not members.disabled)
    order by user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}
