import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY = 4_000
/** Of processor time between two looks, in microseconds: a tenth. A collection takes less itself. */
const BUSY = 400_000

/**
 * Reading all modules and compiling all shapes leaves some 30 MB of garbage that the engine would keep for a long time
 * in a service that has little to do, and so does every burst of work. One collection gives it back, when nobody waits.
 */
export function giveBackMemoryWhenIdle() {
  const collect = collector()
  let used = process.cpuUsage()
  let wasBusy = false
  collect()
  setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    const isBusy = user + system > BUSY
    if (wasBusy && !isBusy) collect()
    wasBusy = isBusy
  }, LOOK_EVERY).unref()
}

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  return typeof collect === 'function' ? () => collect() : () => {}
}
