// Images of organizations, for everybody who knows their address: logos, icons and previews of sites.
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../kit/domain/problems.ts'
import { fileHeaders } from '../../kit/http/answers/file-headers.ts'
import { sendBlob } from '../../kit/http/answers/send-blob.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import type { Blobs } from '../../world/blobs/blobs.ts'

export type ImagesKit = {
  blobs: Blobs
  find(organizationId: string, blob: string): Promise<{ type: string } | undefined>
}

// The address has the hash of the bytes: it means the same ones for ever.
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'

export function serveImages(server: FastifyInstance, kit: ImagesKit) {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/images/:organizationId/:file',
    handler: async (request, reply) => {
      requireStorableText(request.params, 'path')
      const { organizationId = '', file = '' } = request.params as Record<string, string | undefined>
      const [, blob = ''] = /^([\w-]{1,100})\.[a-z]{3,4}$/.exec(file) ?? []
      const image = await kit.find(organizationId, blob)
      if (!image) throw notFound('image')
      return sendBlob(request, reply, kit.blobs, {
        blob,
        headers: { ...fileHeaders(file, image.type), 'cache-control': KEPT_FOR_EVER },
      })
    },
  })
}
