import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { atEndOfFile } from '../file-scope.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  /** As it came, decoded nowhere. */
  source: string
  /** Names in lower case, values on one line. */
  headers: Map<string, string>
  text: string
  html: string
}

/** What the server does with the next message that it is given; later ones are accepted. */
export type Treatment =
  | { refuse: number; at: 'recipient' | 'data'; says?: string }
  | { hangUp: true }
  | { after: number }

/** A real mail server on loopback, which keeps what it is sent. */
export async function openMailServer({ user, password }: { user?: string; password?: string } = {}) {
  const received: ReceivedMail[] = []
  const treatments: Treatment[] = []
  let attempts = 0
  const current = (): Treatment | undefined => treatments[0]
  const options: SMTPServerOptions = {
    disabledCommands: user === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: user === undefined,
    logger: false,
    onAuth: ({ username, password: given }, _session, done) =>
      username === user && given === password
        ? done(null, { user: username })
        : done(new Error('Who is that?')),
    onRcptTo(_address, _session, done) {
      attempts += 1
      const now = current()
      if (!now || !('refuse' in now) || now.at !== 'recipient') return done()
      treatments.shift()
      done(refusal(now.refuse, now.says))
    },
    async onData(stream, session, done) {
      const now = treatments.shift()
      if (now && 'hangUp' in now) {
        for (const connection of server.connections) connection.close()
        return
      }
      const source = await text(stream)
      if (now && 'refuse' in now) return done(refusal(now.refuse, now.says ?? echoOf(source)))
      if (now) await new Promise((resolve) => setTimeout(resolve, now.after))
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      received.push({ from, to: rcptTo.map(({ address }) => address), ...readMail(source) })
      done()
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  atEndOfFile(close)
  const { port } = server.server.address() as AddressInfo
  const credentials = user === undefined ? '' : `${user}:${encodeURIComponent(password ?? '')}@`
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    /** How often a recipient was named. */
    attempts: () => attempts,
    treat: (...next: Treatment[]) => void treatments.push(...next),
  }
}

/** The words of a server that repeats what it does not like. */
function echoOf(source: string) {
  const link = /https?:\/\/\S+/.exec(readMail(source).text)?.[0]
  return `5.7.1 Message refused because of ${link ?? 'its content'}`
}

function refusal(responseCode: number, message = 'Not now') {
  return Object.assign(new Error(message), { responseCode })
}

function readMail(source: string) {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const part = (type: string) =>
    parts.filter((each) => each.headers.get('content-type')?.startsWith(type)).map(decoded)[0] ?? ''
  return { source, headers, text: part('text/plain'), html: part('text/html') }
}

type Part = { headers: Map<string, string>; body: string }

function splitPart(source: string): Part {
  const plain = source.replaceAll('\r\n', '\n').replace(/^\n/, '')
  const end = plain.indexOf('\n\n')
  const lines = plain
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: plain.slice(end + 2) }
}

function decoded({ headers, body }: Part) {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
