import type { WriteContext } from '../../../../kit/domain/context.ts'
import { closedToAbsent } from '../../identity/closed-organizations.ts'
import type { Delivery } from '../../mail/letter.ts'
import { recipientOf, toRecipient } from '../../mail/letters/recipient.ts'
import { DEFAULTS } from '../settings.ts'
import { countInHour } from '../store-counts.ts'
import { type Chosen, listChosen } from '../store-settings.ts'
import { digestLetter, threadLetter } from './letter.ts'
import { nextHour } from './schedule.ts'
import {
  bindActivities,
  listMailed,
  lockMail,
  type MailedRow,
  type MailRow,
  moveToDigest,
} from './store-mails.ts'
import { type MailedAbout, unsubscribeUrl } from './unsubscribe.ts'

/** To one person in an hour, beside digests. The rest comes with the next of these. */
export const MOST_MAILS = 60
const SHOWN = { notifications: 20, entries: 20 }

/** Writes a mail as things are now; undefined where nothing is left to say, or nobody to say it to. */
export async function writeMail(ctx: WriteContext, mail: MailRow): Promise<Delivery | undefined> {
  if (!(await lockMail(ctx.db, mail.id))) return
  await bindActivities(ctx.db, mail)
  const rows = await wantedRows(ctx, mail)
  const recipient = rows.length > 0 ? await recipientOf(ctx, mail.userId) : undefined
  const [first] = rows
  if (!recipient || !first) return
  if (!(await isWithinLimits(ctx, mail))) return
  const writing = { links: ctx.links, words: recipient.words.notifications }
  const isDigest = mail.batch === 'digest'
  const [chosen] = await listChosen(ctx.db, [mail.userId], first.spaceId ?? undefined, DEFAULTS)
  return {
    ...toRecipient(recipient),
    letter: isDigest
      ? digestLetter(writing, rows, chosen?.delivery === 'daily')
      : threadLetter(writing, first),
    // Each attempt has the same id: a copy is recognized as one.
    id: `notification/${mail.id}`,
    thread: isDigest ? undefined : first.thread,
    unsubscribeUrl: unsubscribeUrl(ctx, mail.userId, isDigest ? { kind: 'digest' } : aboutOf(first)),
  }
}

function aboutOf({ spaceId }: MailedRow): MailedAbout {
  return spaceId === null ? { kind: 'administration' } : { kind: 'space', spaceId }
}

/** Without what somebody does not want to be mailed any more. */
async function wantedRows(ctx: WriteContext, mail: MailRow) {
  const rows = await listMailed(ctx.db, { ...mail, closedTo: await closedToAbsent(ctx, mail.userId) }, SHOWN)
  const spaces = new Map<string | null, Chosen | undefined>()
  for (const { spaceId } of rows) {
    if (spaces.has(spaceId)) continue
    const [chosen] = await listChosen(ctx.db, [mail.userId], spaceId ?? undefined, DEFAULTS)
    spaces.set(spaceId, chosen)
  }
  return rows.filter((row) => isWanted(row, spaces.get(row.spaceId)))
}

function isWanted({ audience }: MailedRow, chosen: Chosen | undefined) {
  if (!chosen?.mayBeMailed || chosen.delivery === 'inbox' || chosen.level === 'nothing') return false
  return audience !== 'admins' || chosen.mailAdministration
}

async function isWithinLimits(ctx: WriteContext, mail: MailRow) {
  const now = ctx.clock.now()
  if (mail.batch === 'digest' || mail.attempts > 1) return true
  if ((await countInHour(ctx.db, mail.userId, 'mails', now)) <= MOST_MAILS) return true
  await moveToDigest(ctx.db, mail, { id: ctx.ids.next(), dueAt: nextHour(now) })
  return false
}
