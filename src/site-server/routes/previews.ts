// Pages for people who work on content: previews at signed addresses, and what members read. Signing in is the only thing
// on the whole server that a browser does by itself, with a form and a cookie, and so the only place where the request
// must prove that it comes from a page of ours.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE, type SiteAnswer, type SiteRequest } from '../../engines/site/answers.ts'
import { spendByAddress } from '../../kit/http/requests/auth.ts'
import { cookiesOf } from '../../kit/http/requests/cookies.ts'
import { requireOwnPage } from './own-page.ts'
import { answer, type SitesKit, send } from './sites.ts'

export type PreviewsKit = Omit<SitesKit, 'answer'> & {
  answerPreview(request: SiteRequest): Promise<SiteAnswer>
  answerApp(request: SiteRequest): Promise<SiteAnswer>
  signIn(form: { token?: string; next?: string }): Promise<SiteAnswer>
  signOut(session: string | undefined): Promise<SiteAnswer>
}

/** A token is 200 letters at most, an address some hundred. */
const LARGEST_FORM = 16_384

export function servePreviews(server: FastifyInstance, kit: PreviewsKit) {
  const origin = new URL(kit.publicUrl)
  const serve = (urls: string[], answered: (request: SiteRequest) => Promise<SiteAnswer>) => {
    for (const url of urls)
      server.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const sent = kit.assets.send(request.url.split('?')[0] ?? '', reply)
          return (
            sent ??
            (await answer(request, reply, { ...kit, answer: answered }, origin)) ??
            reply.callNotFound()
          )
        },
      })
  }
  serve(['/preview/*'], kit.answerPreview)
  serve(['/o', '/o/*', '/s/*', '/c/*'], kit.answerApp)

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const take = (url: string, taken: Taking['taken']) =>
      scope.post(url, (request, reply) => takeForm(request, reply, { kit, origin, taken }))
    take('/o/~sign-in', (form) =>
      kit.signIn({ token: form.get('token') ?? undefined, next: form.get('next') ?? undefined }),
    )
    take('/o/~sign-out', (_form, request) => kit.signOut(cookiesOf(request.headers.cookie)[SESSION_COOKIE]))
  })
}

type Taking = {
  kit: PreviewsKit
  origin: URL
  taken(form: URLSearchParams, request: FastifyRequest): Promise<SiteAnswer>
}

async function takeForm(request: FastifyRequest, reply: FastifyReply, { kit, origin, taken }: Taking) {
  requireOwnPage(request, origin)
  // Whoever guesses tokens is slowed down as everywhere.
  spendByAddress(request, reply, kit.door)
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const unanswered = async () => undefined
  return send(request, reply, { ...kit, answer: unanswered }, origin, await taken(form, request))
}
