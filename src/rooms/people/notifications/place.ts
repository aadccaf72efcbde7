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

/** The console has these pages below the addresses of change requests and spaces. */
export function placeOf(
  { homeId, spaceId, changeRequestId, number }: Subject,
  said: Said | undefined,
  links: Links,
) {
  if (spaceId === null) return links.organization(homeId).app
  const space = links.space(homeId, spaceId).app
  if (said?.reason === 'sync-failed') return `${space}/~/git`
  if (changeRequestId === null || number === null) return `${space}${anchorOf(said)}`
  const { app } = links.changeRequest(homeId, spaceId, { id: changeRequestId, number })
  return said?.reason === 'conflict' ? `${app}/~conflicts` : `${app}/~review${anchorOf(said)}`
}

function anchorOf(said: Said | undefined) {
  if (!said || said.commentId === null) return ''
  return said.replyId === null ? `#comment-${said.commentId}` : `#reply-${said.replyId}`
}
