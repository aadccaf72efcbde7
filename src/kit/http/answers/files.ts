// Bytes in and out, at signed addresses that need no token. These are no operations: they are not part of the API
// document, and neither bodies nor answers are JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '../../../world/blobs/blobs.ts'
import { notFound } from '../../domain/problems.ts'
import { requireStorableText } from '../operations/text.ts'
import { receiveFiles, type UploadKit } from '../requests/receive-files.ts'
import { fileHeaders } from './file-headers.ts'
import { sendBlob, single } from './send-blob.ts'

/** What the address of a file says. */
export type FileAddress = {
  spaceId: string
  blob: string
  name: string
  contentType: string
  expires: number
}

export type FilesKit = UploadKit & {
  blobs: Blobs
  /** Whether we gave out this address, it is still good, and its space is still there. */
  mayOpen(file: FileAddress, signature: string): Promise<boolean>
}

// A URL always returns the same bytes, and is private.
const KEPT_FOR_A_WEEK = 'private, max-age=604800, immutable'

export function serveFiles(server: FastifyInstance, kit: FilesKit) {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/files/:spaceId/:blob/:name',
    handler: (request, reply) => answerFile(request, reply, kit),
  })
  receiveFiles(server, kit)
}

async function answerFile(request: FastifyRequest, reply: FastifyReply, kit: FilesKit) {
  const { signature, ...file } = readAddress(request)
  if (!(await kit.mayOpen(file, signature))) throw notFound('file')

  return sendBlob(request, reply, kit.blobs, {
    blob: file.blob,
    headers: { ...fileHeaders(file.name, file.contentType), 'cache-control': KEPT_FOR_A_WEEK },
  })
}

function readAddress(request: FastifyRequest) {
  requireStorableText(request.params, 'path')
  const { spaceId = '', blob = '', name = '' } = request.params as Record<string, string | undefined>
  const query = request.query as Record<string, string | string[] | undefined>
  return {
    spaceId,
    blob,
    name,
    contentType: single(query.type) ?? '',
    expires: Number(single(query.expires)),
    signature: single(query.signature) ?? '',
  }
}
