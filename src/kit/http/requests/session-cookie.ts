// The cookie of somebody who is signed in. Where the server is reached by https, its name tells browsers to take it from
// this host alone, and only over https.
import type { Cookie } from '../../../engines/site/answers.ts'
import { cookiesOf } from './cookies.ts'

const PLAIN = 'quire-session'
const SECURE = `__Host-${PLAIN}`
/** Of somebody who still has to show their second factor. It is no session. */
const PENDING = 'quire-second-factor'
const BINDING = 'quire-sign-in'
const MEMBER = 'quire-member'
/** As long as anything takes that somebody begins in a browser. */
const BINDING_SECONDS = 30 * 60

function nameAt({ protocol }: URL, name = PLAIN) {
  return protocol === 'https:' ? `__Host-${name}` : name
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

/**
 * Tells scripts on pages of sites on this host that somebody is signed in, with the word for the way to the editor in
 * their language. It is no secret and proves nothing.
 */
export function memberCookie(label: string, until: Date): Cookie {
  return { name: MEMBER, value: encodeURIComponent(label), path: '/', expires: until, isReadable: true }
}

export function endedMemberCookie(): Cookie {
  return { name: MEMBER, value: '', path: '/', expires: new Date(0), isReadable: true }
}

/** A secret of a browser that is about to sign in: what it began is finished there and nowhere else. */
export function bindingIn(header: string | undefined, origin: URL): string | undefined {
  return cookiesOf(header)[nameAt(origin, BINDING)] || undefined
}

export function bindingCookie(origin: URL, value: string): Cookie {
  return { name: nameAt(origin, BINDING), value, path: '/', maxAge: BINDING_SECONDS }
}

export function endedBindingCookie(origin: URL): Cookie {
  return { name: nameAt(origin, BINDING), value: '', path: '/', expires: new Date(0) }
}

export function pendingIn(header: string | undefined, origin: URL): string | undefined {
  return cookiesOf(header)[nameAt(origin, PENDING)]
}

export function pendingCookie(
  origin: URL,
  { secret, expiresAt }: { secret: string; expiresAt: Date },
): Cookie {
  return { name: nameAt(origin, PENDING), value: secret, path: '/', expires: expiresAt }
}

export function endedPendingCookie(origin: URL): Cookie {
  return { name: nameAt(origin, PENDING), value: '', path: '/', expires: new Date(0) }
}
