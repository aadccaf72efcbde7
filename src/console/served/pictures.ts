// Pictures of people, for browsers, which send no token with images. Strangers made these files, and they come from the
// origin of our pages: none of them may run there.
import type { FastifyInstance } from 'fastify'
import type { ReadContext } from '../../kit/domain/context.ts'
import { notFound } from '../../kit/domain/problems.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import { PICTURES } from '../../rooms/people/identity/picture-path.ts'
import { openPicture } from '../../rooms/people/identity/pictures/pictures.ts'

export function servePictures(server: FastifyInstance, context: () => ReadContext) {
  server.get(`${PICTURES}/:blob`, async (request, reply) => {
    requireStorableText(request.params, 'path')
    const { blob = '' } = request.params as Record<string, string>
    const picture = await openPicture(context(), blob)
    if (!picture) throw notFound('picture')
    return reply
      .headers({
        'content-type': picture.type,
        // One that its owner removes is gone a day later everywhere.
        'cache-control': 'private, max-age=86400',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .send(Buffer.from(picture.bytes))
  })
}
