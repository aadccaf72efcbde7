// Links in mails about another e-mail address. To open one changes nothing: programs that look into mail for harm do so too.
import { html } from '../../engines/html/html.ts'
import {
  type ConfirmedChange,
  refuseEmail,
  undoEmailChange,
} from '../../rooms/people/accounts/links/email-change.ts'
import { type LinkPurpose, peekLink } from '../../rooms/people/accounts/links/one-time-links.ts'
import { findUserById } from '../../rooms/people/identity/users.ts'
import { approveEmailChange, confirmEmailChange } from '../../rooms/people/mail/email-change.ts'
import { HOME } from '../frame/frame.ts'
import { type Asked, type ConsolePage, lead, type Shown } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import { linkOver } from './new-password.ts'

export const confirmEmailPage: ConsolePage = {
  path: `${HOME}/~confirm-email/:secret`,
  async show(asked) {
    const { words } = asked
    const found = await aboutLink(asked, 'verify-email')
    if (!found) return linkOver(words)
    const { confirmTitle, confirmText, confirmButton } = words.email
    return buttonView(asked, { title: confirmTitle, text: confirmText(found), button: confirmButton })
  },
  async take({ change, words, params }) {
    const confirmed = await change((ctx) => confirmEmailChange(ctx, params.secret ?? ''))
    if (!confirmed) return linkOver(words)
    return agreedView(words, confirmed, words.emailApproval.approvalLeft(confirmed))
  },
}

/** For whoever reads mail at the present address: they may refuse, too. */
export const approveEmailPage: ConsolePage = {
  path: `${HOME}/~approve-email/:secret`,
  async show(asked) {
    const { words, url } = asked
    const found = await aboutLink(asked, 'approve-email')
    if (!found) return linkOver(words)
    const { title, text, approve, refuse } = words.emailApproval
    return {
      kind: 'page',
      title,
      body: html`<p>${text(found)}</p><form method="post" action="${url.pathname}" class="ways">
        <button class="button" name="answer" value="approve">${approve}</button>
        <button class="button plain" name="answer" value="refuse">${refuse}</button></form>`,
    }
  },
  async take({ change, words, params }, form) {
    const secret = params.secret ?? ''
    if (form.get('answer') === 'refuse')
      return (await change((ctx) => refuseEmail(ctx, secret))) ? refusedView(words) : linkOver(words)
    const approved = await change((ctx) => approveEmailChange(ctx, secret))
    return approved
      ? agreedView(words, approved, words.emailApproval.confirmationLeft(approved))
      : linkOver(words)
  },
}

/** `left`: what is still to be done, where one of the two has not agreed yet. */
function agreedView(words: ConsoleWords, { email, isDone }: ConfirmedChange, left: string): Shown {
  if (!isDone)
    return { kind: 'page', title: words.emailApproval.oneLeft, body: html`<p role="status">${left}</p>` }
  const { confirmedTitle, confirmedText } = words.email
  return {
    kind: 'page',
    title: confirmedTitle,
    body: html`<p role="status">${confirmedText({ email })}</p>
      <p><a class="button" href="${HOME}">${words.continue}</a></p>`,
  }
}

function refusedView({ emailApproval }: ConsoleWords): Shown {
  const { refusedTitle, refusedText, refusedButton } = emailApproval
  return {
    kind: 'page',
    title: refusedTitle,
    body: html`<p role="status">${refusedText}</p><p><a class="button" href="${HOME}/~forgot">${refusedButton}</a></p>`,
  }
}

export const undoEmailPage: ConsolePage = {
  path: `${HOME}/~undo-email/:secret`,
  async show(asked) {
    const { words } = asked
    const found = await aboutLink(asked, 'undo-email')
    if (!found) return linkOver(words)
    const { undoTitle, undoText, undoButton } = words.email
    return buttonView(asked, { title: undoTitle, text: undoText(found), button: undoButton })
  },
  async take({ change, words, params }) {
    const undone = await change((ctx) => undoEmailChange(ctx, params.secret ?? ''))
    return undone ? lead(undone.path) : linkOver(words)
  },
}

async function aboutLink({ ctx, params }: Asked, purpose: LinkPurpose) {
  const link = await peekLink(ctx, purpose, params.secret ?? '')
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  const email = link?.details.email
  return user && !user.suspendedAt && email !== undefined ? { email, name: user.displayName } : undefined
}

function buttonView({ url }: Asked, said: { title: string; text: string; button: string }): Shown {
  return {
    kind: 'page',
    title: said.title,
    body: html`<p>${said.text}</p>
      <form method="post" action="${url.pathname}"><button class="button">${said.button}</button></form>`,
  }
}
