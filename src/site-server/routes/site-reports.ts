// What the policy of a page kept a browser from loading, as the browser tells it.
import type { FastifyInstance } from 'fastify'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import { rateLimiter } from '../../kit/http/requests/rate-limit.ts'

export type BlockedLoad = { directive: string; blocked: string; source: string }

export type SiteReportsKit = {
  clock: Parameters<typeof rateLimiter>[1]
  blocked(siteId: string, load: BlockedLoad): Promise<void>
}

/** Below it, the id of a site: where its pages say that browsers tell this. On every host, as sites are. */
export const REPORTS = '/~blocked'

const LARGEST = 8 * 1024
const LONGEST = 1024
/** Enough to learn from a few visits what a script needs; further reports are dropped, and no visitor waits for them. */
const EACH_MINUTE = { address: 30, all: 600 }

export function serveSiteReports(server: FastifyInstance, { clock, blocked }: SiteReportsKit) {
  const { spend: byAddress } = rateLimiter(EACH_MINUTE.address, clock)
  const { spend: inAll } = rateLimiter(EACH_MINUTE.all, clock)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: LARGEST } as const
    scope.addContentTypeParser('application/csp-report', options, (_request, text, done) => done(null, text))
    scope.post(`${REPORTS}/:siteId`, async (request, reply) => {
      reply.code(204)
      if (byAddress(request.ip).isSpent || inAll('').isSpent) return reply.send()
      const { siteId = '' } = request.params as { siteId?: string }
      const load = readReport(String(request.body ?? ''))
      requireStorableText([siteId, load], 'body')
      if (load) await blocked(siteId, load)
      return reply.send()
    })
  })
}

function readReport(text: string): BlockedLoad | undefined {
  const report = Object(Object(parsed(text))['csp-report']) as Record<string, unknown>
  const told = (name: string) => String(report[name] ?? '').slice(0, LONGEST)
  const directive = told('effective-directive') || (told('violated-directive').split(' ')[0] ?? '')
  const blocked = told('blocked-uri')
  return blocked === '' ? undefined : { directive, blocked, source: told('source-file') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}
