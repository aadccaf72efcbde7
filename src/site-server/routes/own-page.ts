import type { FastifyRequest } from 'fastify'
import { Problem } from '../../kit/domain/problems.ts'

/** Browsers say which page sends something; a page of somebody else can neither leave that out nor make it up. */
export function requireOwnPage({ headers, host }: FastifyRequest, origin: URL) {
  const from = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  if (from && (from.origin === origin.origin || from.host === host)) return
  throw new Problem('forbidden', 'This must be sent from a page of this server')
}
