import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { ReplyChanges } from './schema.ts'
import { countEmojis, deleteReactions, insertReactions, type Reacted } from './store-reactions.ts'

const MOST_EMOJIS = 50

/** Adds the caller's reactions and takes back others. What is named in both ends taken back. */
export async function react(ctx: WriteContext, to: Reacted, changes: ReplyChanges) {
  const { addedReactions = [], removedReactions = [] } = changes
  const removed = new Set(removedReactions.map(codeOf))
  const added = new Map(addedReactions.map((emoji) => [codeOf(emoji), emoji]))
  for (const code of removed) added.delete(code)
  const userId = ctx.actor.id
  const reactedAt = ctx.clock.now()
  const rows = [...added].map(([code, emoji]) => ({
    ...to,
    id: ctx.ids.next(),
    userId,
    emoji,
    code,
    reactedAt,
  }))
  if (removed.size > 0) await deleteReactions(ctx.db, to, userId, [...removed])
  if (rows.length === 0) return
  await insertReactions(ctx.db, rows)
  // Every answer carries them all, so there must be an end.
  if ((await countEmojis(ctx.db, to)) > MOST_EMOJIS)
    throw invalid(`body.addedReactions: at most ${MOST_EMOJIS} different emojis fit here`, {
      field: 'body.addedReactions',
    })
}

/** The same for all ways to write an emoji: as code points or as itself, with a variation selector or without. */
function codeOf(emoji: string) {
  const isHex = /^[0-9a-f-]+$/i.test(emoji)
  const points = isHex
    ? emoji.toLowerCase().split('-')
    : [...emoji].map((sign) => (sign.codePointAt(0) ?? 0).toString(16))
  return points
    .map((point) => point.replace(/^0+/, ''))
    .filter((point) => point !== 'fe0f')
    .join('-')
}
