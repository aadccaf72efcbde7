// For servers that get certificates when they first need them: they ask which host names are worth one.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../kit/domain/problems.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'

export type HostnamesKit = {
  /** Whether one of our sites has this host name, or the installation itself. */
  isOurs(hostname: string): Promise<boolean>
}

/** No name of the internet is longer. */
const LONGEST = 253

export function serveHostnameChecks(server: FastifyInstance, kit: HostnamesKit) {
  server.get('/hostnames/check', async (request: FastifyRequest) => {
    requireStorableText(request.query, 'query')
    const { domain } = request.query as Record<string, unknown>
    if (typeof domain !== 'string' || domain.length > LONGEST || !(await kit.isOurs(domain)))
      throw notFound('host name')
    return { status: 'known' }
  })
}
