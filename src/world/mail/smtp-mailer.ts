import { createTransport } from 'nodemailer'
import { type Mailer, noMailer } from './mailer.ts'
import { mailFailure } from './smtp-failure.ts'

export type MailSettings = {
  /** smtp://user:password@host:587, or smtps://. Never logged. */
  smtpUrl: string
  /** As in the header: Quire <no-reply@docs.example.org>. */
  from: string
}

/** Milliseconds. A server that says nothing for that long is tried again later, by the job. */
const LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  idleTimeout: 30_000,
}
/** For one message in all, also where a server sends a letter of its answer now and then. */
const LONGEST = 120_000
const MAX_CONNECTIONS = 3

export function openMailer(
  settings: MailSettings | undefined,
  { longest = LONGEST, ...limits }: Partial<typeof LIMITS> & { longest?: number } = {},
): Mailer {
  if (!settings) return noMailer
  const { smtpUrl, from } = settings
  const transport = createTransport({
    ...LIMITS,
    ...limits,
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // The job decides whether a message is sent again.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isConfigured: true,
    async send(message) {
      const { to, ...rest } = message
      const signal = AbortSignal.timeout(longest)
      try {
        await transport.sendMail({ ...rest, to: { name: to.name ?? '', address: to.address }, from, signal })
      } catch (error) {
        throw mailFailure(error)
      }
    },
    async verify() {
      try {
        await transport.verify()
      } catch (error) {
        throw mailFailure(error)
      }
    },
    close: () => transport.close(),
  }
}
