// A blob on its way to a browser: whole or in part, or nothing at all when the browser has it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs, OpenBlob } from '../../../world/blobs/blobs.ts'
import { notFound } from '../../domain/problems.ts'
import { errorBody } from './errors.ts'
import { type AskedRange, isKnownVersion, isSameVersion, readRange } from './ranges.ts'

export type Sent = { blob: string; headers: Record<string, string> }

export async function sendBlob(request: FastifyRequest, reply: FastifyReply, blobs: Blobs, sent: Sent) {
  const tag = `"${sent.blob}"`
  const headers = { ...sent.headers, 'accept-ranges': 'bytes', etag: tag }
  if (isKnownVersion(request.headers['if-none-match'], tag)) return reply.code(304).headers(headers).send()
  if (request.method === 'HEAD') {
    const size = await sizeOf(blobs, sent.blob)
    return reply.headers({ ...headers, 'content-length': size }).send()
  }

  const isPartUseful = isSameVersion(single(request.headers['if-range']), tag)
  const asked = isPartUseful ? readRange(request.headers.range) : undefined
  const { stream, size, part } = await openPart(blobs, sent.blob, asked)
  if (!stream) {
    reply.code(416).header('content-range', `bytes */${size}`)
    return reply.send(errorBody(416, `The file has ${size} bytes; the range is outside of it`, request.id))
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  const length = part ? part.end - part.start + 1 : size
  return reply.headers({ ...headers, 'content-length': length }).send(stream)
}

/** What was said once; what was said several times counts as not said. */
export function single(value: string | string[] | undefined) {
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
