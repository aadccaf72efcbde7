import type { ReadContext } from '../../../../kit/domain/context.ts'
import { findUserById } from '../../identity/users.ts'
import { type MailWords, mailLanguage, mailWords } from '../words/catalog.ts'

export type Recipient = {
  id: string
  name: string
  email: string
  language: string
  words: MailWords
  /** When they were here last. */
  lastSignedInAt: Date | null
}

/** Undefined where nobody is to be mailed: the account is gone, or suspended, or never was. */
export async function recipientOf(ctx: ReadContext, userId: string): Promise<Recipient | undefined> {
  const user = await findUserById(ctx, userId)
  if (!user || user.suspendedAt) return
  const { id, email, displayName: name, lastSignedInAt } = user
  const language = mailLanguage(user.language)
  return { id, name, email, language, words: mailWords(language), lastSignedInAt }
}

export function toRecipient({ name, email, language }: Recipient) {
  return { to: { name, address: email }, language }
}
