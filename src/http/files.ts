// Bytes in and out, at signed addresses that need no token. These are no operations: they are not part of the API
// document, and neither bodies nor answers are JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../domain/problems.ts'
import type { Blobs, OpenBlob } from '../world/blobs.ts'
import { errorBody } from './errors.ts'
import { fileHeaders } from './file-headers.ts'
import { type AskedRange, isKnownVersion, isSameVersion, readRange } from './ranges.ts'
import { receiveFiles, type UploadDesk } from './receive-files.ts'
import { requireStorableText } from './text.ts'

/** What the address of a file says. */
export type FileAddress = {
  spaceId: string
  blob: string
  name: string
  contentType: string
  expires: number
}

export type FilesDesk = UploadDesk & {
  blobs: Blobs
  /** Whether we gave out this address, it is still good, and its space is still there. */
  mayOpen(file: FileAddress, signature: string): Promise<boolean>
}

// An address means the same bytes for ever, and it is somebody's own.
const KEPT_FOR_A_WEEK = 'private, max-age=604800, immutable'

export function serveFiles(server: FastifyInstance, desk: FilesDesk) {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/files/:spaceId/:blob/:name',
    handler: (request, reply) => answerFile(request, reply, desk),
  })
  receiveFiles(server, desk)
}

async function answerFile(request: FastifyRequest, reply: FastifyReply, desk: FilesDesk) {
  const { signature, ...file } = readAddress(request)
  if (!(await desk.mayOpen(file, signature))) throw notFound('file')

  const tag = `"${file.blob}"`
  const headers = {
    ...fileHeaders(file.name, file.contentType),
    'cache-control': KEPT_FOR_A_WEEK,
    'accept-ranges': 'bytes',
    etag: tag,
  }
  if (isKnownVersion(request.headers['if-none-match'], tag)) return reply.code(304).headers(headers).send()
  if (request.method === 'HEAD') {
    const size = await sizeOf(desk.blobs, file.blob)
    return reply.headers({ ...headers, 'content-length': size }).send()
  }

  const isPartUseful = isSameVersion(single(request.headers['if-range']), tag)
  const asked = isPartUseful ? readRange(request.headers.range) : undefined
  const { stream, size, part } = await openPart(desk.blobs, file.blob, asked)
  if (!stream) {
    reply.code(416).header('content-range', `bytes */${size}`)
    return reply.send(errorBody(416, `The file has ${size} bytes, none of them in this range`, request.id))
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  const length = part ? part.end - part.start + 1 : size
  return reply.headers({ ...headers, 'content-length': length }).send(stream)
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

/** What was said once; what was said several times counts as not said. */
function single(value: string | string[] | undefined) {
  return typeof value === 'string' ? value : undefined
}

/** A part without a stream is one that the file does not have. */
type OpenPart = {
  stream?: OpenBlob['stream']
  size: number
  part?: { start: number; end: number }
}

async function openPart(blobs: Blobs, hash: string, asked: AskedRange | undefined): Promise<OpenPart> {
  if (!asked) return openBlob(blobs, hash)
  if ('last' in asked) {
    const size = await sizeOf(blobs, hash)
    if (asked.last === 0) return { size }
    // The end of nothing is there, but no header could say where.
    if (size === 0) return openBlob(blobs, hash)
    return openPart(blobs, hash, { start: Math.max(0, size - asked.last), end: size - 1 })
  }
  const { stream, size } = await openBlob(blobs, hash, asked)
  if (asked.start < size)
    return { stream, size, part: { start: asked.start, end: Math.min(asked.end, size - 1) } }
  stream.destroy()
  return { size }
}

async function sizeOf(blobs: Blobs, hash: string) {
  const { stream, size } = await openBlob(blobs, hash, { start: 0, end: 0 })
  stream.destroy()
  return size
}

async function openBlob(...[blobs, ...which]: [Blobs, ...Parameters<Blobs['get']>]) {
  const found = await blobs.get(...which)
  if (!found) throw notFound('file')
  return found
}
