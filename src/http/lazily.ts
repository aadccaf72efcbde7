import { yieldToEventLoop } from '../content/event-loop.ts'

/** Made when it is first asked for, and kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Makes what is made lazily, and lets others run in between. */
export async function inTurn(makers: (() => unknown)[]) {
  for (const make of makers) {
    make()
    await yieldToEventLoop()
  }
}
