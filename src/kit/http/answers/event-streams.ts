// Answers that go on until their reader leaves, or the server does.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Actor } from '../../domain/context.ts'
import type { EventStream } from '../../domain/event-stream.ts'
import { Problem, unavailable } from '../../domain/problems.ts'

/** Each asks the database something for every event of its organization. */
const MOST = 500
/** Streams of one person, in all windows and programs, so that one person cannot use up all streams. */
const MOST_OF_ONE = 20
const LATER_SECONDS = 10

export type EventStreams = { send(reply: FastifyReply, stream: EventStream, actor: Actor): FastifyReply }

export function openEventStreams(server: FastifyInstance): EventStreams {
  const open = new Map<AbortController, string>()
  server.addHook('preClose', (done) => {
    for (const stream of open.keys()) stream.abort()
    done()
  })
  return {
    send(reply, { texts }, actor) {
      const holder = holderOf(actor)
      if ([...open.values()].filter((other) => other === holder).length >= MOST_OF_ONE)
        throw new Problem('rate_limited', `You have ${MOST_OF_ONE} open streams: close one first`, {
          retryAfter: LATER_SECONDS,
        })
      if (open.size >= MOST) throw unavailable('Too many streams are open; try again later', LATER_SECONDS)
      const abort = new AbortController()
      open.set(abort, holder)
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

/** An installation goes by the person who answers for it, and has streams of its own. */
function holderOf(actor: Actor) {
  return actor.kind === 'installation' ? `installation ${actor.installation.id}` : `${actor.kind} ${actor.id}`
}
