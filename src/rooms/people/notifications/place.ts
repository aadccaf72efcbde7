// Where people look at what they were told of.
import type { Links } from '../../../kit/domain/links.ts'
import type { Reason } from './reasons.ts'

export type Subject = {
  homeId: string
  spaceId: string | null
  changeRequestId: string | null
  number: number | null
}

/** What happened, and the comment or reply it is about. */
export type Said = { reason: Reason; commentId: string | null; replyId: string | null }

/** The console has these pages below the addresses of change requests and spaces. What somebody said is named in the query: browsers keep a fragment to themselves, and a sign-in on the way would lose it. */
export function placeOf(
  { homeId, spaceId, changeRequestId, number }: Subject,
  said: Said | undefined,
  links: Links,
) {
  if (spaceId === null) return links.organization(homeId).app
  const space = links.space(homeId, spaceId).app
  if (said?.reason === 'sync-failed') return `${space}/~/git`
  if (changeRequestId === null || number === null)
    return said?.commentId ? `${space}/~/comments${atSaid(said)}` : space
  const { app } = links.changeRequest(homeId, spaceId, { id: changeRequestId, number })
  return said?.reason === 'conflict' ? `${app}/~conflicts` : `${app}/~review${atSaid(said)}`
}

function atSaid(said: Said | undefined) {
  if (!said || said.commentId === null) return ''
  return said.replyId === null ? `?at=comment-${said.commentId}` : `?at=reply-${said.replyId}`
}
