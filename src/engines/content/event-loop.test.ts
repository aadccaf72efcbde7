import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

/** Keeps the event loop. */
function work(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('a breath', () => {
  it('lets others run in the middle of long work, and long works of several in turns', async () => {
    const order: string[] = []
    const long = async (name: string) => {
      for (let step = 0; step < 30; step++) {
        work(2)
        order.push(name)
        await yieldToEventLoop()
      }
    }
    let waited = 0
    const ticking = setInterval(() => {
      waited += 1
    }, 1)
    await Promise.all([long('one'), long('other')])
    clearInterval(ticking)
    expect(waited).toBeGreaterThan(5)
    const changes = order.filter((name, at) => at > 0 && name !== order[at - 1])
    expect(changes.length).toBeGreaterThan(3)
  })
})
