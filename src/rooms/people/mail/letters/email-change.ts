import type { WriteContext } from '../../../../kit/domain/context.ts'
import {
  createApprovalLink,
  createConfirmationLink,
  isEmailChangeWaiting,
  revealUndoLink,
} from '../../accounts/links/email-change.ts'
import { findUserWithEmail } from '../../identity/users.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { recipientOf } from './recipient.ts'

/** Not sent where somebody else has the address: they would wonder, and the change would fail. */
export async function writeEmailChange(
  ctx: WriteContext,
  { userId, email }: MailOf<'email-change'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  const owner = await findUserWithEmail(ctx, email)
  if (!recipient || (owner && owner.id !== userId)) return
  const { name, language, words } = recipient
  const { emailChange } = words
  const { url } = await createConfirmationLink(ctx, userId, email)
  return {
    to: { name, address: email },
    language,
    letter: {
      subject: emailChange.subject,
      heading: emailChange.heading,
      paragraphs: [emailChange.text({ name, email }), emailChange.limits],
      button: { label: emailChange.button, url },
      footnote: emailChange.footnote,
    },
  }
}

/** Not sent once there is nothing to agree to any more. */
export async function writeEmailApproval(
  ctx: WriteContext,
  { userId, email }: MailOf<'email-approval'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  if (!recipient || !(await isEmailChangeWaiting(ctx, userId, email))) return
  const { name, email: former, language, words } = recipient
  const { emailApproval } = words
  const { url } = await createApprovalLink(ctx, userId, email)
  return {
    to: { name, address: former },
    language,
    letter: {
      subject: emailApproval.subject,
      heading: emailApproval.heading,
      paragraphs: [emailApproval.text({ email, former }), emailApproval.limits],
      button: { label: emailApproval.button, url },
      footnote: emailApproval.footnote,
    },
  }
}

export async function writeEmailChanged(
  ctx: WriteContext,
  { userId, former }: MailOf<'email-changed'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  const undo = recipient && (await revealUndoLink(ctx, userId, former))
  if (!undo) return
  const { name, email, language, words } = recipient
  const { emailChanged } = words
  return {
    to: { name, address: former },
    language,
    letter: {
      subject: emailChanged.subject,
      heading: emailChanged.heading,
      paragraphs: [emailChanged.text({ email, former }), emailChanged.undo],
      button: { label: emailChanged.button, url: undo.url },
      footnote: emailChanged.footnote,
    },
  }
}
