// Two doors, one set of operations: programs come to /v1 with a token, pages of the console to /o/v1 with the session of
// the person who reads them. A page of somebody else must not get in by the second door, and the first takes no cookies.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../domain/problems.ts'

const PREFIX = '/o/v1/'
/** Forms cannot send it, and other origins must ask before they do. */
const HEADER = 'x-quire-console'
const byConsole = new WeakSet<IncomingMessage>()

/** For the router both are the same operations. */
export function enterByConsole(message: IncomingMessage): string {
  const { url = '/' } = message
  if (!url.startsWith(PREFIX)) return url
  byConsole.add(message)
  return url.slice('/o'.length)
}

export function isByConsole({ raw }: Pick<FastifyRequest, 'raw'>) {
  return byConsole.has(raw)
}

/** What browsers say of the page that sends a request; no page can make it up. */
export function requireOwnPage({ headers, host, method }: FastifyRequest, origin: URL) {
  const site = headers['sec-fetch-site']
  const from = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  const isOwnOrigin = from !== undefined && (from.origin === origin.origin || from.host === host)
  const isRead = method === 'GET' || method === 'HEAD'
  if ((site === undefined || site === 'same-origin') && (isOwnOrigin || (isRead && !headers.origin))) return
  throw forbidden('This must be sent from a page of this server')
}

export function requireConsolePage(request: FastifyRequest, origin: URL) {
  requireOwnPage(request, origin)
  if (request.headers[HEADER] === undefined) throw forbidden(`The console sends the header ${HEADER}`)
}
