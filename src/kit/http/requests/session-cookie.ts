// The cookie of somebody who is signed in. Where the server is reached by https, its name tells browsers to take it from
// this host alone, and only over https.
import type { Cookie } from '../../../engines/site/answers.ts'
import { cookiesOf } from './cookies.ts'

const SECURE = '__Host-quire-session'
const PLAIN = 'quire-session'

function nameAt({ protocol }: URL) {
  return protocol === 'https:' ? SECURE : PLAIN
}

/** The secret that a browser sent. */
export function sessionIn(header: string | undefined, origin: URL): string | undefined {
  return cookiesOf(header)[nameAt(origin)]
}

/** Whether a browser was ever signed in, by the look of its cookies. */
export function hasSession(header: string | undefined): boolean {
  const cookies = cookiesOf(header)
  return cookies[SECURE] !== undefined || cookies[PLAIN] !== undefined
}

export function sessionCookie(origin: URL, { value, until }: { value: string; until: Date }): Cookie {
  return { name: nameAt(origin), value, path: '/', expires: until }
}

export function endedSessionCookie(origin: URL): Cookie {
  return { name: nameAt(origin), value: '', path: '/', expires: new Date(0) }
}
