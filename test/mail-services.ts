import { sendMail } from '../src/rooms/people/mail/jobs.ts'
import { runJob } from '../src/services.ts'
import { openLog } from '../src/world/log/log.ts'
import { openMailer } from '../src/world/mail/smtp-mailer.ts'
import { openMailServer } from './counterparts/mail-server.ts'
import { buildTestServices, furnish, type TestOptions } from './services.ts'

/** Services with a mail server of their own, and a browser that posts forms. */
export async function openMailServices(options: TestOptions = {}) {
  const server = await openMailServer()
  const logged: string[] = []
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  const mailer = openMailer({ smtpUrl: server.url, from: 'Quire <no-reply@quire.test>' })
  const furnished = await furnish(await buildTestServices({ ...options, mailer, log }))
  const { app, services } = furnished
  return {
    ...furnished,
    ...server,
    logged,
    mailsTo: (email: string) => server.received.filter(({ to }) => to.includes(email)),
    show: (path: string, cookie?: string) => app.inject({ url: path, headers: cookie ? { cookie } : {} }),
    post: (path: string, fields: Record<string, string>, cookie?: string) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: {
          origin: 'http://quire.test',
          'content-type': 'application/x-www-form-urlencoded',
          ...(cookie && { cookie }),
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    /** Takes mails from the queue, with its attempts, until the services close. */
    workOnMail: () =>
      services.queue.work(sendMail, ({ payload }) => runJob(services, sendMail, sendMailPayload(payload))),
  }
}

type Payload = Parameters<typeof sendMail.run>[1]
const sendMailPayload = (payload: unknown) => payload as Payload

/** The link of a mail, as a path of the console. */
export function linkIn(text: string): string {
  const address = /http:\/\/quire\.test(\/o\/\S+)/.exec(text)?.[1]
  if (!address) throw new Error(`There is no link in ${text}`)
  return address
}

/** What a browser sends back of the cookies that it was given. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return [headers['set-cookie'] ?? []]
    .flat(2)
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
}
