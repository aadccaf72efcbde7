// Answers that go on until their reader leaves, or the server does.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { EventStream } from '../domain/event-stream.ts'
import { unavailable } from '../domain/problems.ts'

/** Each asks the database something for every event of its organization. */
const MOST = 500
const LATER_SECONDS = 10

export type EventStreams = { send(reply: FastifyReply, stream: EventStream): FastifyReply }

export function openEventStreams(server: FastifyInstance): EventStreams {
  const open = new Set<AbortController>()
  server.addHook('preClose', (done) => {
    for (const stream of open) stream.abort()
    done()
  })
  return {
    send(reply, { texts }) {
      if (open.size >= MOST) throw unavailable('Too many streams are open; try again later', LATER_SECONDS)
      const abort = new AbortController()
      open.add(abort)
      reply.raw.once('close', () => {
        abort.abort()
        open.delete(abort)
      })
      reply.type('text/event-stream; charset=utf-8').headers({
        'cache-control': 'no-cache, no-transform',
        // A connection that stayed after the stream would keep the server from stopping.
        connection: 'close',
        // Some proxies gather an answer before they pass it on.
        'x-accel-buffering': 'no',
      })
      return reply.send(Readable.from(texts(abort.signal)))
    },
  }
}
