// Gives the pages of the console their places. Forms are taken from pages of ours alone.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../engines/html/html.ts'
import { type Actor, NOBODY, type OutsideContext, type WriteContext } from '../kit/domain/context.ts'
import { Problem } from '../kit/domain/problems.ts'
import { type Door, spendByAddress } from '../kit/http/requests/auth.ts'
import { requireConsolePage, requireOwnPage } from '../kit/http/requests/console-door.ts'
import { cookiesOf, cookieTexts } from '../kit/http/requests/cookies.ts'
import { pendingIn, sessionIn } from '../kit/http/requests/session-cookie.ts'
import { findUserById } from '../rooms/people/identity/users.ts'
import { serveAssets } from './assets.ts'
import { documentView } from './frame.ts'
import type { Asked, ConsoleAnswer, ConsolePage, Form } from './page.ts'
import { endpoints, pages } from './pages.ts'
import { DEVICE_COOKIE } from './sign-in/sign-in.ts'
import { consoleWords } from './words/catalog.ts'
import { LANGUAGES } from './words/languages.ts'

export type ConsoleKit = {
  door: Door
  outside(actor: Actor): OutsideContext
  change<T>(actor: Actor, work: (ctx: WriteContext) => Promise<T>): Promise<T>
}

/** A few fields of a few hundred letters. */
const LARGEST_FORM = 16_384
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const SCRIPT_POLICY = `${POLICY}; script-src 'self'; connect-src 'self'`

export function serveConsole(server: FastifyInstance, kit: ConsoleKit) {
  const assets = serveAssets(server)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const page of pages) {
      scope.get(page.path, (request, reply) => answer(request, reply, page, page.show))
      const { take } = page
      if (take)
        scope.post(page.path, async (request, reply) => {
          requireOwnPage(request, kit.door.origin)
          spendByAddress(request, reply, kit.door)
          return answer(request, reply, page, (asked) => take(asked, formOf(request)))
        })
    }
    for (const endpoint of endpoints)
      scope.post(endpoint.path, async (request, reply) => {
        requireConsolePage(request, kit.door.origin)
        spendByAddress(request, reply, kit.door)
        const { asked } = await askedBy(request)
        return reply.header('cache-control', 'private, no-store').send(await endpoint.answer(asked))
      })
  })

  async function askedBy(request: FastifyRequest) {
    const session = sessionIn(request.headers.cookie, kit.door.origin)
    const actor = (session && (await kit.door.identifySession(session))) || NOBODY
    const ctx = kit.outside(actor)
    const user = actor.kind === 'user' ? await findUserById(ctx, actor.id) : undefined
    const language = languageOf(user?.language, request.headers['accept-language'])
    const words = consoleWords(language)
    const asked: Asked = {
      ctx,
      change: (work) => kit.change(actor, work),
      url: new URL(request.url, kit.door.origin),
      params: request.params as Record<string, string>,
      browser: { userAgent: request.headers['user-agent'] ?? '', address: request.ip },
      session,
      device: cookiesOf(request.headers.cookie)[DEVICE_COOKIE],
      pending: pendingIn(request.headers.cookie, kit.door.origin),
      words,
      language,
    }
    return { asked, user }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    _page: ConsolePage,
    work: (asked: Asked) => Promise<ConsoleAnswer>,
  ) {
    const { asked, user } = await askedBy(request)
    const { words, language } = asked
    const answered = await work(asked).catch((error): ConsoleAnswer => {
      if (!(error instanceof Problem)) throw error
      const status = error.kind === 'conflict' ? 409 : 400
      return { kind: 'page', status, title: words.problem.title, body: html`<p>${error.message}</p>` }
    })
    reply.headers({
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-language',
      'referrer-policy': 'same-origin',
    })
    if (answered.kind === 'redirect') {
      const isSecure = kit.door.origin.protocol === 'https:'
      for (const cookie of answered.cookies ?? []) reply.header('set-cookie', cookieTexts(cookie, isSecure))
      return reply.code(303).header('location', answered.to).send()
    }
    const frame = {
      words,
      language,
      theme: user?.theme ?? undefined,
      ...assets,
      isSignedIn: user !== undefined,
    }
    return reply
      .code(answered.status ?? 200)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': answered.hasScript ? SCRIPT_POLICY : POLICY,
        'x-robots-tag': 'noindex',
      })
      .send(documentView(answered, frame))
  }
}

function formOf({ body }: FastifyRequest): Form {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  return { get: (name) => form.get(name) ?? '', has: (name) => form.has(name) }
}

/** What the person chose, or the first language of the browser that there is. */
function languageOf(chosen: string | null | undefined, header = '') {
  const wanted = header.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase().split('-')[0] ?? '')
  return [chosen ?? '', ...wanted].find((tag) => tag in LANGUAGES) ?? 'en'
}
