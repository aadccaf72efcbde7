// JSON that is bytes already. Tagged and packed here: the hooks do that for texts alone.
import type { FastifyReply } from 'fastify'
import type { JsonBytes } from '../../domain/json-text.ts'
import { packedFor } from './compression.ts'
import { isKnown } from './entity-tag.ts'

export async function sendJsonBytes(reply: FastifyReply, { bytes, hash }: JsonBytes<unknown>) {
  const { request } = reply
  const tag = `W/"${hash}"`
  reply.type('application/json; charset=utf-8').header('etag', tag)
  if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send()
  // A view of the same bytes: what is sent must be a buffer.
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return reply.send((await packedFor(request, reply, whole)) ?? whole)
}
