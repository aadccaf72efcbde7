// PDFs at signed addresses that need no token. An address is given out before its PDF is made, and waits for it.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '../../../world/blobs/blobs.ts'
import { notFound, unavailable } from '../../domain/problems.ts'
import { requireStorableText } from '../operations/text.ts'
import { errorBody } from './errors.ts'
import { fileHeaders } from './file-headers.ts'
import { sendBlob, single } from './send-blob.ts'

type PdfAddress = { spaceId: string; key: string; name: string; expires: number }

/** Not made yet while there is neither a blob nor a failure. */
export type ServedPdf = { blob: string | null; failure: string | null }

export type PdfsKit = {
  blobs: Blobs
  /** Undefined when we did not give out this address, it is too old, or its space is gone. */
  find(address: PdfAddress, signature: string): Promise<ServedPdf | undefined>
  /** Milliseconds to wait for a PDF. */
  patience?: number
}

const PATIENCE = 60_000
/** The first looks come soon, as most are made in a second; later ones seldom. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 1_500
const RETRY_AFTER = 10

export function servePdfs(server: FastifyInstance, kit: PdfsKit) {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/pdf/:spaceId/:key/:file',
    handler: (request, reply) => answerPdf(request, reply, kit),
  })
}

async function answerPdf(request: FastifyRequest, reply: FastifyReply, kit: PdfsKit) {
  const { signature, ...address } = readAddress(request)
  const pdf = await waitFor(kit, request, () => kit.find(address, signature))
  if (pdf.failure !== null) return reply.code(500).send(errorBody(500, pdf.failure, request.id))
  if (pdf.blob === null)
    throw unavailable('The PDF is not ready yet; request the same URL again', RETRY_AFTER)
  return sendBlob(request, reply, kit.blobs, {
    blob: pdf.blob,
    headers: {
      ...fileHeaders(`${address.name}.pdf`, 'application/pdf'),
      'cache-control': 'private, max-age=3600',
    },
  })
}

/** Polls until the PDF is ready, has failed, or the client is gone. */
async function waitFor(
  { patience = PATIENCE }: PdfsKit,
  request: FastifyRequest,
  find: () => Promise<ServedPdf | undefined>,
) {
  let waited = 0
  let wait = FIRST_PAUSE
  for (;;) {
    const pdf = await find()
    if (!pdf) throw notFound('PDF')
    if (pdf.blob !== null || pdf.failure !== null || waited >= patience) return pdf
    if (request.socket.destroyed) return pdf
    await pause(Math.min(wait, patience - waited))
    waited += wait
    wait = Math.min(wait * 1.5, LONGEST_PAUSE)
  }
}

function readAddress(request: FastifyRequest) {
  requireStorableText(request.params, 'path')
  const { spaceId = '', key = '', file = '' } = request.params as Record<string, string | undefined>
  const query = request.query as Record<string, string | string[] | undefined>
  return {
    spaceId,
    key,
    name: file.replace(/\.pdf$/, ''),
    expires: Number(single(query.expires)),
    signature: single(query.signature) ?? '',
  }
}
