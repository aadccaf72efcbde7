import type { FastifyInstance } from 'fastify'
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'

/** Computed on first use, and kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The first moments of a process belong to its first requests: each makes what it needs, which takes milliseconds. */
const FIRST_MOMENTS_MS = 30_000

/**
 * Makes what is made lazily some time after the server began to listen, and lets others run in between. A server that
 * closes does not wait for what nobody will ask for.
 */
export function whileListening(server: FastifyInstance, makers: (() => unknown)[], delay = FIRST_MOMENTS_MS) {
  let isClosing = false
  let waiting: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    isClosing = true
    clearTimeout(waiting)
    done()
  })
  server.addHook('onListen', async () => {
    waiting = setTimeout(() => void inTurn(makers, () => isClosing), delay).unref()
  })
}

async function inTurn(makers: (() => unknown)[], isOver: () => boolean) {
  for (const make of makers) {
    if (isOver()) return
    make()
    await yieldToEventLoop()
  }
}
