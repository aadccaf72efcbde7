import type { Config } from '../../config.ts'
import type { Check } from '../../world/machine/machine.ts'
import { openMailer } from '../../world/mail/smtp-mailer.ts'
import { plainMessage } from '../terminal/failures.ts'
import { failed, fine, skipped } from './checks.ts'

/** Connects and signs in, and sends nothing. */
export async function checkMail({ mail }: Config): Promise<Check> {
  if (!mail) return skipped('e-mail', 'QUIRE_SMTP_URL is not set: links are shown to be copied')
  const { protocol, host } = new URL(mail.smtpUrl)
  const where = `${protocol}//${host}, from ${mail.from}`
  const mailer = openMailer(mail)
  try {
    await mailer.verify()
    return fine('e-mail', where)
  } catch (error) {
    const advice =
      'Check the host, port, user and password in QUIRE_SMTP_URL, and that the server can be reached.'
    return failed('e-mail', `${where}: ${plainMessage(error)}`, advice)
  } finally {
    mailer.close()
  }
}
