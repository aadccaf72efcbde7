/** Sends e-mail, where a mail server is configured. */
export type Mailer = {
  isConfigured: boolean
  /** Resolves when the server has accepted the message; otherwise rejects with a MailFailure. */
  send(message: MailMessage): Promise<void>
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>
  close(): void
}

export type MailAddress = { name?: string; address: string }

export type MailMessage = {
  to: MailAddress
  subject: string
  text: string
  html: string
  date: Date
  /** With its angle brackets, as all ids of messages. */
  messageId: string
  /** What it answers, and the messages before it. */
  inReplyTo?: string
  references?: string[]
  headers?: Record<string, string>
}

/** A message that was not sent. Its text has no part of the message and no password: it goes to the log. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** The server refused the message for good: another attempt would end the same. */
  readonly isPermanent: boolean

  constructor(message: string, { isPermanent = false } = {}) {
    super(message)
    this.isPermanent = isPermanent
  }
}

const notConfigured = async () => {
  throw new MailFailure('No mail server is configured: set QUIRE_SMTP_URL')
}

export const noMailer: Mailer = {
  isConfigured: false,
  send: notConfigured,
  verify: notConfigured,
  close: () => {},
}
