// On our own address all sites have one origin, so what runs in a page of one can read what the same browser may read of
// another. Scripts of integrations therefore do not run in a browser that was let into something else there. A site at a
// host name of its own is another origin, and gets none of these cookies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_COOKIE, SHARE_COOKIE, type SiteAnswer, TOKEN_COOKIE } from '../../engines/site/answers.ts'
import { cookiesOf, cookieTexts, valuesOf } from '../../kit/http/requests/cookies.ts'
import { hasSession } from '../../kit/http/requests/session-cookie.ts'

/** The one site that showed this browser something private, or that several did. It is sent everywhere. */
const VISITS_COOKIE = 'quire_visits'
const SEVERAL = '*'
/** As long as browsers remember anything: longer than what proves a visit. */
const REMEMBERED_SECONDS = 400 * 24 * 3_600

/** Said by who answers for a site on our own address. */
export function noteVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { protocol }: URL,
  answered: SiteAnswer,
) {
  if (!('isPrivate' in answered) || !answered.isPrivate) return
  const cookies = cookiesOf(request.headers.cookie)
  if (![SHARE_COOKIE, TOKEN_COOKIE, ACCOUNT_COOKIE].some((name) => cookies[name] !== undefined)) return
  const [site, visited] = [siteOf(request), cookies[VISITS_COOKIE]]
  if (visited === site || visited === SEVERAL) return
  const value = visited === undefined ? site : SEVERAL
  const cookie = { name: VISITS_COOKIE, value, path: '/', maxAge: REMEMBERED_SECONDS }
  reply.header('set-cookie', cookieTexts(cookie, protocol === 'https:'))
}

/** A script can hide our cookie behind another of the same name, so all of them count. */
export function mayRunScripts(request: FastifyRequest) {
  const { cookie } = request.headers
  if (hasSession(cookie)) return false
  return valuesOf(cookie, VISITS_COOKIE).every((visited) => visited === siteOf(request))
}

/** As it is written in the address: `docs` of /sites/docs/… */
function siteOf({ url }: FastifyRequest) {
  return /^\/sites\/([^/?]*)/.exec(url)?.[1] ?? ''
}
