// Pages for people who work on content: previews at signed addresses, and what members read.
import type { FastifyInstance } from 'fastify'
import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { answer, type SitesKit } from './sites.ts'

export type PreviewsKit = Omit<SitesKit, 'answer'> & {
  answerPreview(request: SiteRequest): Promise<SiteAnswer>
  answerApp(request: SiteRequest): Promise<SiteAnswer>
}

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
}
