import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText } from '../../domain/json-text.ts'

/** Weak: the same answer may leave compressed or not. */
function tagOf(text: string) {
  return `W/"${hash('sha1', text, 'base64url')}"`
}

// Texts that are kept answer many times, and hashing them would be a tenth of that.
const tags = new WeakMap<JsonText<unknown>, string>()

export function tagOfKept(kept: JsonText<unknown>) {
  const tag = tags.get(kept) ?? tagOf(kept.text)
  tags.set(kept, tag)
  return tag
}

/** Unless the answer has one already. */
export function addEntityTag(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
  const tag = (reply.getHeader('etag') as string | undefined) ?? tagOf(payload)
  reply.header('etag', tag)
  if (!isKnown(tag, request.headers['if-none-match'])) return done(null, payload)
  reply.code(304).removeHeader('content-length')
  // Not the empty string: that would be announced as an answer of length 0.
  done(null, null)
}

export function isKnown(tag: string, header: string | undefined) {
  if (header === undefined) return false
  const opaque = tag.slice(2)
  return header
    .split(',')
    .some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === opaque)
}
