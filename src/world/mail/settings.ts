// Reads the settings of e-mail. Messages about a wrong one never repeat it: it has a password.
import { isIP } from 'node:net'
import type { MailSettings } from './smtp-mailer.ts'

const EXAMPLE = 'must be an address like smtp://user:password@mail.example.org:587'
/** What may be asked for after the question mark. Others of nodemailer would write the password to the log. */
const OPTIONS = new Set(['tls.rejectUnauthorized', 'requireTLS', 'ignoreTLS', 'name'])

export function readSmtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hash) throw new Error(EXAMPLE)
  if (!/^\/?$/.test(url.pathname)) throw new Error(EXAMPLE)
  if (![...url.searchParams.keys()].every((name) => OPTIONS.has(name)))
    throw new Error(`may have these options after the question mark: ${[...OPTIONS].join(', ')}`)
  return value
}

/** An address, or a name and an address in angle brackets. */
export function readSender(value: string): string {
  if (/^([^<>"\r\n]{0,100}<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value.trim())) return value.trim()
  throw new Error('must be an address like Quire <no-reply@docs.example.org>')
}

export function mailSettings(
  smtpUrl: string | undefined,
  from: string | undefined,
  publicUrl: string,
): { mail?: MailSettings } {
  if (smtpUrl === undefined) return {}
  return { mail: { smtpUrl, from: from ?? `Quire <no-reply@${hostFor(publicUrl)}>` } }
}

function hostFor(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? 'localhost' : hostname
}
