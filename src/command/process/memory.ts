import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then the queue has looked for work a first time, and everything that is needed has been loaded. */
const SETTLED = 3_000

/**
 * Reading all modules and compiling all shapes leaves some 30 MB of garbage that the engine would keep for a long time
 * in a service that has little to do. A collection gives it back, and another what the first seconds left. Not later:
 * it would also throw away what the compiler has learnt.
 */
export function giveBackMemory() {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  collect()
  setTimeout(() => collect(), SETTLED).unref()
}
