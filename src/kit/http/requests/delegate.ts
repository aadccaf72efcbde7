import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Span } from '../../../world/tracing/tracing.ts'
import { bytesBefore } from './long-body.ts'
import { UnreadBody } from './unread-body.ts'

export type DelegatedRequest = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string | Uint8Array | undefined
  /** Of who asks. */
  address: string
}
export type DelegatedAnswer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Uint8Array
}

/** Has a request answered by another process: what would take long here. */
export type Delegate = (request: DelegatedRequest) => Promise<DelegatedAnswer>

function traceOf(span?: Span | null) {
  return span ? { traceparent: span.traceparent } : {}
}

/** What belongs to the connection, and not to the answer. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'])

function sentBy({ body }: FastifyRequest) {
  if (body instanceof UnreadBody) return body.sent
  return body === undefined ? undefined : (bytesBefore(body) ?? JSON.stringify(body))
}

export async function answerElsewhere(
  request: FastifyRequest & { span?: Span | null },
  reply: FastifyReply,
  delegate: Delegate,
) {
  // As it came: which door it was is in the address, and the other process looks for itself.
  const { method, originalUrl: url, ip: address } = request
  const headers = { ...request.headers, 'x-request-id': request.id, ...traceOf(request.span) }
  const answer = await delegate({ method, url, headers, body: sentBy(request), address })
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.has(name))
  // As it is: it was tagged and packed where it was made.
  reply.hijack()
  reply.raw.writeHead(answer.status, {
    ...Object.fromEntries(kept),
    ...(answer.status !== 204 && answer.status !== 304 && { 'content-length': answer.body.byteLength }),
  })
  reply.raw.end(answer.body)
  return reply
}
