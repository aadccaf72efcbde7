// Signing in by pasting an API token once. The browser then has a session, for these pages alone: the API has no cookies.

import { SESSION_COOKIE, type SiteAnswer } from '../../engines/site/answers.ts'
import { signInPage } from '../../engines/site/views/other-pages.ts'
import type { WriteContext } from '../../kit/domain/context.ts'
import { endSession, startSession } from '../../rooms/people/identity/sessions.ts'
import { message } from '../page/messages.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import { APP, appFrame, SIGN_IN } from './app-frame.ts'

export function askToSignIn(
  kit: ReaderKit,
  { next, hasFailed }: { next?: string; hasFailed?: boolean },
): SiteAnswer {
  const open = appFrame(kit)
  return message(open, signInPage(open, { action: SIGN_IN, next, hasFailed }), 401)
}

export async function signIn(
  ctx: WriteContext,
  kit: ReaderKit,
  { token = '', next = APP }: { token?: string; next?: string },
): Promise<SiteAnswer> {
  const wanted = isOurs(next) ? next : APP
  const session = await startSession(ctx, token.trim())
  if (!session) return askToSignIn(kit, { next: wanted, hasFailed: true })
  const { value, until } = session
  return {
    kind: 'redirect',
    to: wanted,
    isPermanent: false,
    cookie: { name: SESSION_COOKIE, value, path: '/', expires: until },
  }
}

export async function signOut(ctx: WriteContext, session: string | undefined): Promise<SiteAnswer> {
  if (session) await endSession(ctx, session)
  const gone = new Date(0)
  return {
    kind: 'redirect',
    to: APP,
    isPermanent: false,
    cookie: { name: SESSION_COOKIE, value: '', path: '/', expires: gone },
  }
}

/** Only what a browser reads as a path of ours: two slashes, or one of the other kind, begin a host. */
function isOurs(next: string) {
  const here = 'http://here.invalid'
  if (!URL.canParse(next, here)) return false
  const { origin, pathname } = new URL(next, here)
  return next.startsWith(APP) && origin === here && (pathname === APP || pathname.startsWith(`${APP}/`))
}
