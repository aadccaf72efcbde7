// A provider of an organization showed somebody whose address has an account here. They sign in to that account, and then
// link the two.
import { findWaitingMember, linkMember } from '../../../rooms/people/sso/sign-in/recognize-member.ts'
import { type ConsolePage, lead } from '../../frame/page.ts'
import { isOwnerHere, waitingView } from '../identity.ts'
import { linkOver } from '../new-password.ts'
import { ownPath } from '../own-path.ts'
import { LINK_MEMBER } from './provider.ts'

export const waitingMemberPage: ConsolePage = {
  path: `${LINK_MEMBER}/:secret`,
  async show(asked) {
    const waiting = await findWaitingMember(asked.ctx, asked.params.secret ?? '', asked.binding)
    return waiting ? waitingView(asked, waiting) : linkOver(asked.words)
  },
  async take(asked) {
    const { ctx, change, params, binding, words } = asked
    const secret = params.secret ?? ''
    const waiting = await findWaitingMember(ctx, secret, binding)
    if (!waiting) return linkOver(words)
    const { actor } = ctx
    if (actor.kind !== 'user' || !(await isOwnerHere(asked, waiting))) return waitingView(asked, waiting)
    await change((ctx) => linkMember(ctx, secret, waiting, actor.credential.id))
    return lead(ownPath(waiting.next))
  },
}
