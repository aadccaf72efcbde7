// What took too long, or ended its process, may succeed when the machine has more time: it is never kept as an answer.
// But each try takes a process for half a minute, so the next one waits.
import type { ReadContext } from '../../../kit/domain/context.ts'

const HELD_BACK_MS = 60_000

type Remembers = Pick<ReadContext, 'nodeCache' | 'clock'>

export function isHeldBack({ nodeCache, clock }: Remembers, what: string): boolean {
  const until = nodeCache.get(keyOf(what)) as number | undefined
  return until !== undefined && clock.now().getTime() < until
}

export function holdBack({ nodeCache, clock }: Remembers, what: string) {
  nodeCache.set(keyOf(what), clock.now().getTime() + HELD_BACK_MS, what.length + 100)
}

function keyOf(what: string) {
  return `held back ${what}`
}
