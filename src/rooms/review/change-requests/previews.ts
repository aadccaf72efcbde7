// Signed addresses at which a change request can be read as a site, also by somebody who has no account. Whoever has one
// needs nothing more, so it ends after an hour or two, and with the rights of whoever got it from us.
import { NO_CREDENTIAL, type ReadContext } from '../../../kit/domain/context.ts'
import { closedToAbsent } from '../../people/identity/closed-organizations.ts'
import { type SeenChangeRequest, changeRequest as subject } from './access.ts'
import { presentChangeRequest } from './present.ts'
import type { ChangeRequest } from './schema.ts'
import type { ChangeRequestRow } from './store.ts'

const PURPOSE = 'preview of a change request'
const HOUR = 60 * 60 * 1000

export function pathOfPreview(spaceId: string, number: number) {
  return `/preview/spaces/${spaceId}/~/changes/${number}`
}

/** With the address of its preview, for those who are somebody. */
export function answerChangeRequest(ctx: ReadContext, row: ChangeRequestRow): ChangeRequest {
  const answer = presentChangeRequest(row, ctx.links)
  if (ctx.actor.kind !== 'user') return answer
  // At full hours, so that who asks again soon gets the same answer.
  const until = Math.ceil(ctx.clock.now().getTime() / HOUR + 1) * HOUR
  const name = `${ctx.actor.id}.${until}`
  const token = `${name}.${ctx.signer.sign(PURPOSE, `${row.spaceId} ${row.number} ${name}`)}`
  const preview = ctx.links.of(`${pathOfPreview(row.spaceId, row.number)}/?token=${token}`)
  return { ...answer, urls: { ...answer.urls, preview } }
}

export type OpenedPreview = { seen: SeenChangeRequest; until: Date }

/** Undefined for a token that is not ours, of another change request, too old, or of somebody who may not read it now. */
export async function openChangeRequestPreview(
  ctx: ReadContext,
  { spaceId, number }: { spaceId: string; number: string },
  token: string,
): Promise<OpenedPreview | undefined> {
  const [by = '', until = '', signature = ''] = token.split('.')
  if (!ctx.signer.isSigned(PURPOSE, `${spaceId} ${number} ${by}.${until}`, signature)) return
  if (!(Number(until) > ctx.clock.now().getTime())) return
  const maker = {
    kind: 'user',
    id: by,
    email: '',
    isAdministrator: false,
    isEmailVerified: false,
    closedTo: await closedToAbsent(ctx, by),
    credential: NO_CREDENTIAL,
  } as const
  const seen = await subject.find({ ...ctx, actor: maker }, { spaceId, changeRequestId: number })
  return seen && { seen, until: new Date(Number(until)) }
}
