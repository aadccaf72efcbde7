// Two processes on one database, as one service behind one address.
import {
  apiOf,
  makeFolder,
  newDatabase,
  pause,
  removeFolder,
  type Server,
  startServer,
  TOKEN,
} from './server.ts'

export type Call = (method: string, path: string, body?: unknown, tries?: number) => Promise<Answered>
// biome-ignore lint/suspicious/noExplicitAny: the answers are looked at from outside, without the types of the source.
type Answered = { status: number; body: any }

const MOST_TRIES = 30

export async function startBoth() {
  const { env, connect } = await newDatabase()
  const folder = await makeFolder()
  const shared = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', QUIRE_PUBLIC_URL: 'http://quire.test' }
  const servers: Server[] = []
  for (const _ of [1, 2]) servers.push(await startServer({ folder, env: { ...env, ...shared } }))
  const asked: Call[] = servers.map(({ url }) => apiOf(url, TOKEN))
  const [one, other] = asked.map(okay) as [Call, Call]
  const urls = servers.map(({ url }) => url)
  const stop = async () => {
    for (const server of servers) server.signal('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    await removeFolder(folder)
  }
  return { one, other, asked, urls, connect, stop }
}

/** What a race may answer, and no failure. Whoever is told to come back later does. */
function okay(call: Call): Call {
  return async function send(method, path, body, tries = 1): Promise<Answered> {
    const answer = await call(method, path, body)
    if (answer.status === 503 && tries < MOST_TRIES) {
      await pause(1000 * answer.body.error.details.retryAfter)
      return send(method, path, body, tries + 1)
    }
    if (![200, 201, 204, 205, 409].includes(answer.status))
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
}
