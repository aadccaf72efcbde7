// Gives the pages of the console their places. Forms are taken from pages of ours alone.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../engines/html/html.ts'
import {
  type Actor,
  NOBODY,
  type Origin,
  type OutsideContext,
  viewerOf,
  type WriteContext,
} from '../kit/domain/context.ts'
import { Problem } from '../kit/domain/problems.ts'
import { fileHeaders } from '../kit/http/answers/file-headers.ts'
import { type Door, spendByAddress } from '../kit/http/requests/auth.ts'
import { requireConsolePage, requireOwnPage } from '../kit/http/requests/console-door.ts'
import { cookiesOf, cookieTexts } from '../kit/http/requests/cookies.ts'
import { bindingIn, hasSession, pendingIn, sessionIn } from '../kit/http/requests/session-cookie.ts'
import { findUserById } from '../rooms/people/identity/users.ts'
import { unreadCount } from '../rooms/people/notifications/inbox.ts'
import { onlyPublicSite } from '../rooms/sites/published/only-public-site.ts'
import type { ComparePage } from '../site-server/preview/compared-page.ts'
import { openApi } from './api.ts'
import { missingPage } from './frame/app-page.ts'
import { formOf, takeFiles, takeForms, takeOpenForms } from './frame/forms.ts'
import { documentView, HOME, isLive, SIGN_IN } from './frame/frame.ts'
import type { Asked, ConsoleAnswer, ConsolePage, Shown } from './frame/page.ts'
import { serveHelpPictures } from './help/help.ts'
import { endpoints, pages } from './pages.ts'
import { serveAssets } from './served/assets.ts'
import { servePictures } from './served/pictures.ts'
import { serveSamlMetadata } from './sign-in/organization/metadata.ts'
import { DEVICE_COOKIE } from './sign-in/sign-in.ts'
import { consoleWords } from './words/catalog.ts'
import { LANGUAGES } from './words/languages.ts'

export type ConsoleKit = {
  door: Door
  /** The folder of the fonts of sites. */
  fonts: string
  outside(actor: Actor, origin?: Origin): OutsideContext
  compare: ComparePage
  change<T>(actor: Actor, work: (ctx: WriteContext) => Promise<T>, origin: Origin): Promise<T>
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const SCRIPT_POLICY = `${POLICY}; script-src 'self'; connect-src 'self'; frame-src 'self'`

/** Answers what sends the page for whatever is not there, or not theirs. */
export function serveConsole(server: FastifyInstance, kit: ConsoleKit) {
  const assets = serveAssets(server, kit.fonts)
  servePictures(server, () => kit.outside(NOBODY))
  serveHelpPictures(server)
  serveSamlMetadata(server, () => kit.outside(NOBODY))
  server.register(async (scope) => {
    takeForms(scope)
    for (const page of pages) {
      const { file, isOpen } = page
      if (!file && !isOpen) addPage(scope, page)
      else
        scope.register(async (inner) => {
          if (file) {
            // Nobody who is not signed in sends a file.
            inner.addHook('onRequest', requireSession)
            takeFiles(inner, file)
          } else takeOpenForms(inner)
          addPage(inner, page)
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

  // The front door: what somebody came for is their work, or the one site there is.
  server.get('/', async (request, reply) => {
    if (!/text\/html/.test(request.headers.accept ?? '')) return reply.redirect('/docs')
    if (hasSession(request.headers.cookie)) return reply.redirect(HOME)
    return reply.redirect((await onlyPublicSite(kit.outside(NOBODY))) ?? HOME)
  })

  return (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, async ({ words }) => missingPage(words))

  async function requireSession(request: FastifyRequest, reply: FastifyReply) {
    if (request.method !== 'POST') return
    requireOwnPage(request, kit.door.origin)
    const session = sessionIn(request.headers.cookie, kit.door.origin)
    if (session && (await kit.door.identifySession(session))) return
    await reply.code(303).header('location', SIGN_IN).send()
  }

  function addPage(scope: FastifyInstance, page: ConsolePage) {
    const { take, help } = page
    scope.get(page.path, (request, reply) => answer(request, reply, page.show, help))
    if (!take) return
    scope.post(page.path, async (request, reply) => {
      if (!page.isOpen) requireOwnPage(request, kit.door.origin)
      spendByAddress(request, reply, kit.door)
      return answer(request, reply, (asked) => take(asked, formOf(request)), help)
    })
  }

  async function askedBy(request: FastifyRequest) {
    const session = sessionIn(request.headers.cookie, kit.door.origin)
    const actor = (session && (await kit.door.identifySession(session, request))) || NOBODY
    const ctx = kit.outside(actor, request)
    const user = actor.kind === 'user' ? await findUserById(ctx, actor.id) : undefined
    const language = languageOf(user?.language, request.headers['accept-language'])
    const words = consoleWords(language)
    const asked: Asked = {
      ctx,
      change: (work) => kit.change(actor, work, request),
      url: new URL(request.url, kit.door.origin),
      params: request.params as Record<string, string>,
      browser: { userAgent: request.headers['user-agent'] ?? '', address: request.ip },
      session,
      device: cookiesOf(request.headers.cookie)[DEVICE_COOKIE],
      pending: pendingIn(request.headers.cookie, kit.door.origin),
      binding: bindingIn(request.headers.cookie, kit.door.origin),
      words,
      language,
      api: openApi(server, request, kit.door.origin),
      compare: (asked) => kit.compare(ctx, asked),
    }
    return { asked, user }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (asked: Asked) => Promise<ConsoleAnswer>,
    help?: string,
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
    if (answered.kind === 'file')
      return reply
        .headers(fileHeaders(answered.name, 'application/octet-stream'))
        .type(answered.type)
        .send(answered.text)
    const isSecure = kit.door.origin.protocol === 'https:'
    for (const cookie of answered.cookies ?? []) reply.header('set-cookie', cookieTexts(cookie, isSecure))
    if (answered.kind === 'redirect') {
      // A script that follows would not hear at which place of the page to go on.
      if (request.headers['x-quire-console']) return reply.header('x-quire-next', answered.to).send()
      return reply.code(303).header('location', answered.to).send()
    }
    const frame = {
      words,
      language,
      theme: user?.theme ?? undefined,
      isWithoutKeys: user?.hasSingleKeys === false,
      ...assets,
      isAnswer: request.method === 'POST',
      help: answered.status === 404 ? undefined : help,
      person: user && {
        name: user.displayName,
        email: user.email,
        // A card has no bell.
        unread: answered.layout ? (await unreadCount(asked.ctx, viewerOf(asked.ctx.actor))).unread : 0,
      },
    }
    if (answered.goesOn) reply.header('refresh', `0;url=${answered.goesOn}`)
    return reply
      .code(answered.status ?? 200)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': hasScript(answered) || isLive(answered, frame) ? SCRIPT_POLICY : POLICY,
        'x-robots-tag': 'noindex',
        // Without an address, a page that was reached by `#…` would only scroll there again.
        ...(answered.refresh && { refresh: `${answered.refresh};url=${request.url}` }),
      })
      .send(documentView(answered, frame))
  }
}

function hasScript({ hasScript, hasEditor, island }: Shown) {
  return hasScript || hasEditor || island !== undefined
}

/** What the person chose, or the first language of the browser that there is. */
function languageOf(chosen: string | null | undefined, header = '') {
  const wanted = header.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase().split('-')[0] ?? '')
  return [chosen ?? '', ...wanted].find((tag) => tag in LANGUAGES) ?? 'en'
}
