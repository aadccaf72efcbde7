// Pages for people who work on content: previews at signed addresses, and what members read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { answer, type SitesKit } from './sites.ts'

export type PreviewsKit = Omit<SitesKit, 'answer'> & {
  answerPreview(request: SiteRequest): Promise<SiteAnswer>
  /** Undefined where nothing is that they may read. */
  answerApp(request: SiteRequest): Promise<SiteAnswer | undefined>
  /** What the console says then. */
  sendMissing(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

export function servePreviews(server: FastifyInstance, kit: PreviewsKit) {
  const origin = new URL(kit.publicUrl)
  const serve = (
    urls: string[],
    answered: PreviewsKit['answerApp'],
    otherwise: PreviewsKit['sendMissing'],
  ) => {
    for (const url of urls)
      server.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const sent = kit.assets.send(request.url.split('?')[0] ?? '', reply)
          return (
            sent ??
            (await answer(request, reply, { ...kit, answer: answered }, origin)) ??
            otherwise(request, reply)
          )
        },
      })
  }
  serve(['/preview/*'], kit.answerPreview, async (_request, reply) => reply.callNotFound())
  serve(['/o/*', '/s/*', '/c/*'], kit.answerApp, kit.sendMissing)
}
