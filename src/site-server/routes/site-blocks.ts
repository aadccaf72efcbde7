// What readers do with blocks of integrations: sent by the script of the page, below the site or preview it is on,
// before anything else looks at it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { invalid } from '../../kit/domain/problems.ts'
import { errorBody } from '../../kit/http/answers/errors.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import { spendByAddress } from '../../kit/http/requests/auth.ts'
import { requireOwnPage } from '../../kit/http/requests/console-door.ts'
import { cookiesOf } from '../../kit/http/requests/cookies.ts'
import { readSmallBody } from '../../kit/http/requests/small-body.ts'
import { UnreadBody } from '../../kit/http/requests/unread-body.ts'
import { addressOf, isOfOwnHost, orElsewhere, type SitesKit, send, spanOf } from './sites.ts'

const PLACE = /\/~blocks\/[^/]+\/[^/]+$/

type Answered = (request: SiteRequest) => Promise<SiteAnswer | undefined>

/** By where addresses begin; `sites` is also what all other hosts have. */
export type BlocksKit = Omit<SitesKit, 'answer'> & { sites: Answered; preview: Answered; app: Answered }

export function serveSiteBlocks(server: FastifyInstance, kit: BlocksKit) {
  const own = new URL(kit.publicUrl)
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (request.method !== 'POST' || !PLACE.test(path)) return
    const isOwn = isOfOwnHost(request, own)
    const answered = isOwn ? answererOf(kit, path) : kit.sites
    if (!answered) return
    const origin = isOwn ? own : new URL(`https://${request.hostname}/`)
    return take(request, reply, { kit: { ...kit, answer: answered }, origin })
  })
}

function answererOf({ sites, preview, app }: BlocksKit, path: string): Answered | undefined {
  if (path.startsWith('/sites/')) return sites
  if (path.startsWith('/preview/')) return preview
  return path.startsWith('/o/') ? app : undefined
}

async function take(
  request: FastifyRequest,
  reply: FastifyReply,
  { kit, origin }: { kit: SitesKit; origin: URL },
) {
  requireOwnPage(request, origin)
  spendByAddress(request, reply, kit.door)
  const sent = await readSmallBody(request, 'What pages send')
  requireStorableText(valueIn(sent), 'body')
  // So that another process can be asked the same.
  request.body = new UnreadBody(sent)
  return orElsewhere(request, reply, kit, async () => {
    const url = addressOf(request, origin)
    const answer =
      url &&
      (await kit.answer({ url, cookies: cookiesOf(request.headers.cookie), sent, span: spanOf(request) }))
    // A page that says what is wrong is of no use to a script.
    if (answer?.kind === 'text') return send(request, reply, kit, origin, answer)
    return reply
      .code(404)
      .send(errorBody(404, 'Block not found, or you do not have access to it', request.id))
  })
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body must be JSON')
  }
}
