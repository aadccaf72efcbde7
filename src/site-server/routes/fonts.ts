// The files of fonts, for everybody who knows their address: browsers load them for the pages of sites.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../kit/domain/problems.ts'
import { fileHeaders } from '../../kit/http/answers/file-headers.ts'
import { sendBlob } from '../../kit/http/answers/send-blob.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import type { Blobs } from '../../world/blobs/blobs.ts'

export type FontAddress = { fontId: string; blob: string; format: string }

export type FontsKit = {
  blobs: Blobs
  /** Whether there is such a font, with such a file. */
  has(address: FontAddress): Promise<boolean>
}

// The address has the hash of the bytes: it means the same ones for ever.
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'

export function serveFonts(server: FastifyInstance, kit: FontsKit) {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/fonts/:fontId/:file',
    handler: (request, reply) => answerFont(request, reply, kit),
  })
}

async function answerFont(request: FastifyRequest, reply: FastifyReply, kit: FontsKit) {
  requireStorableText(request.params, 'path')
  const { fontId = '', file = '' } = request.params as Record<string, string | undefined>
  const [, blob = '', format = ''] = /^([\w-]+)\.(woff2|woff)$/.exec(file) ?? []
  if (!(await kit.has({ fontId, blob, format }))) throw notFound('font')
  return sendBlob(request, reply, kit.blobs, {
    blob,
    headers: { ...fileHeaders(file, `font/${format}`), 'cache-control': KEPT_FOR_EVER },
  })
}
