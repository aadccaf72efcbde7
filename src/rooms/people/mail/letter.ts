import type { MailAddress } from '../../../world/mail/mailer.ts'

/** What a mail says. Its text part and its HTML part are written from the same. */
export type Letter = {
  subject: string
  heading: string
  paragraphs: string[]
  /** What happened, by the things it happened to. */
  groups?: LetterGroup[]
  button?: { label: string; url: string }
  footnote?: string
}

export type LetterGroup = {
  title?: string
  url?: string
  entries: { text: string; quote?: string }[]
  /** How many are left out, in words. */
  more?: string
}

/** A letter with whom it goes to, and where it belongs in their mailbox. */
export type Delivery = {
  to: MailAddress
  language: string
  letter: Letter
  /** Mails about one thing are shown together, as those about a change request: `change-request/<id>`. */
  thread?: string
  /**
   * What tells this mail from all others, where a second copy is to be recognized as one. A mail with a one-time link has
   * none: the copy that counts is the last one, and some mailboxes keep the first.
   */
  id?: string
  /** Ends mails of this kind when it gets a POST. For those that people may do without; not for security. */
  unsubscribeUrl?: string
}
