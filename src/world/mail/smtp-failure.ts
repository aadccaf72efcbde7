import { MailFailure } from './mailer.ts'

/** What nodemailer adds to its errors. */
type SmtpError = Error & { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** 530: the server wants a sign-in first. That is a matter of the settings, which somebody may correct. */
const SIGN_IN_REQUIRED = 530

/**
 * What went wrong, without what must not be logged. Servers may repeat parts of a message that they refuse, such as its
 * links, so their words are kept only if they had not seen the message yet. The error itself is left behind: loggers write
 * all that hangs on it.
 */
export function mailFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return new MailFailure('The message was not sent')
  const { code, command, responseCode, response }: SmtpError = error
  if (typeof responseCode !== 'number') {
    // The server was not asked: there is no way to write this address.
    if (code === 'EENVELOPE') return new MailFailure(plain(error.message), { isPermanent: true })
    const said = response ? 'it gave no proper answer' : plain(error.message)
    return new MailFailure(`The mail server could not be used: ${said}`)
  }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isPermanent =
    isAboutMessage && responseCode >= 500 && responseCode < 600 && responseCode !== SIGN_IN_REQUIRED
  const said =
    code === 'EENVELOPE' ? plain(String(response ?? responseCode)) : statusOf(responseCode, response)
  return new MailFailure(`The mail server answered ${said} to ${String(command ?? 'the message')}`, {
    isPermanent,
  })
}

/** As in "550 5.7.1". */
function statusOf(responseCode: number, response: unknown) {
  const detailed = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1]
  return detailed ? `${responseCode} ${detailed}` : String(responseCode)
}

function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
