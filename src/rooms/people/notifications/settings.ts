import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import type { SettingsChanges, SpaceSettingsChanges } from './schema.ts'
import {
  deleteSpaceSettings,
  findSettings,
  findSpaceSettings,
  listSpaceSettings,
  type SettingsRow,
  upsertSettings,
  upsertSpaceSettings,
} from './store-settings.ts'

export const DEFAULTS: SettingsRow = {
  level: 'concerning-me',
  delivery: 'immediately',
  mailAdministration: true,
}

export async function settingsOf(ctx: ReadContext, userId: string) {
  return (await findSettings(ctx.db, userId)) ?? DEFAULTS
}

/** With the spaces for which they chose something else. */
export async function allSettingsOf(ctx: ReadContext, userId: string) {
  return { ...(await settingsOf(ctx, userId)), spaces: await listSpaceSettings(ctx.db, userId) }
}

export async function changeSettings(
  ctx: WriteContext,
  userId: string,
  { level, delivery, administrationMail }: SettingsChanges,
) {
  await upsertSettings(ctx.db, userId, { level, delivery, mailAdministration: administrationMail })
  return allSettingsOf(ctx, userId)
}

export async function spaceSettingsOf(ctx: ReadContext, userId: string, spaceId: string) {
  const own = (await findSpaceSettings(ctx.db, userId, spaceId)) ?? { level: null, delivery: null }
  const general = await settingsOf(ctx, userId)
  const effective = { level: own.level ?? general.level, delivery: own.delivery ?? general.delivery }
  return { spaceId, ...own, effective }
}

export async function changeSpaceSettings(
  ctx: WriteContext,
  userId: string,
  spaceId: string,
  { level, delivery }: SpaceSettingsChanges,
) {
  if (level === null && delivery === null) await deleteSpaceSettings(ctx.db, userId, spaceId)
  else await upsertSpaceSettings(ctx.db, userId, spaceId, { level, delivery })
  return spaceSettingsOf(ctx, userId, spaceId)
}
