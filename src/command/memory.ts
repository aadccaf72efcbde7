import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Reading all modules and compiling all shapes leaves some 30 MB of garbage that the engine would keep for a long time
 * in a service that has little to do. One collection gives it back.
 */
export function giveBackMemory() {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
