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

/**
 * Makes what is made lazily once the server listens, and lets others run in between. A server that closes does not wait
 * for what nobody will ask for.
 */
export function whileListening(server: FastifyInstance, makers: (() => unknown)[]) {
  let isClosing = false
  server.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  server.addHook('onListen', async () => {
    void inTurn(makers, () => isClosing)
  })
}

async function inTurn(makers: (() => unknown)[], isOver: () => boolean) {
  for (const make of makers) {
    if (isOver()) return
    make()
    await yieldToEventLoop()
  }
}
