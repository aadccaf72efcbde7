// Links that end mails of one kind, for whoever has the mail: without signing in, and good for nothing else. They do not
// end, since mails are kept for years.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { findUserById } from '../../identity/users.ts'
import { settingsOf } from '../settings.ts'
import { endDigests, findSpaceSettings, upsertSettings, upsertSpaceSettings } from '../store-settings.ts'
import { findSpaceTitle } from './store-mails.ts'

/** Which mails: those about a space, the digests, or those about the administration of organizations. */
export type MailedAbout = { kind: 'space'; spaceId: string } | { kind: 'digest' } | { kind: 'administration' }

const PURPOSE = 'unsubscribe'

export function unsubscribeUrl({ signer, links }: ReadContext, userId: string, about: MailedAbout) {
  const text = `${userId}.${about.kind === 'space' ? about.spaceId : about.kind}`
  return links.of(`/o/~unsubscribe/${text}.${signer.sign(PURPOSE, text)}`)
}

export type Unsubscription = { userId: string; about: MailedAbout; spaceTitle?: string }

/** Undefined where the link is not one of ours, or nobody is left whom it could serve. */
export async function openUnsubscription(
  ctx: ReadContext,
  link: string,
): Promise<Unsubscription | undefined> {
  const [userId = '', about = '', signature = ''] = link.split('.')
  if (!ctx.signer.isSigned(PURPOSE, `${userId}.${about}`, signature)) return
  if (!(await findUserById(ctx, userId))) return
  if (about === 'digest' || about === 'administration') return { userId, about: { kind: about } }
  const space = await findSpaceTitle(ctx.db, about)
  return space && { userId, about: { kind: 'space', spaceId: about }, spaceTitle: space.title }
}

export async function unsubscribe(ctx: WriteContext, { userId, about }: Unsubscription) {
  const settings = await settingsOf(ctx, userId)
  switch (about.kind) {
    case 'space': {
      const own = await findSpaceSettings(ctx.db, userId, about.spaceId)
      const level = own?.level ?? null
      return upsertSpaceSettings(ctx.db, userId, about.spaceId, { level, delivery: 'inbox' })
    }
    case 'administration':
      return upsertSettings(ctx.db, userId, { ...settings, mailAdministration: false })
    case 'digest': {
      const { delivery } = settings
      // Somebody may be mailed immediately in general, and get a digest of one space.
      if (delivery === 'hourly' || delivery === 'daily')
        await upsertSettings(ctx.db, userId, { ...settings, delivery: 'inbox' })
      return endDigests(ctx.db, userId)
    }
  }
}
