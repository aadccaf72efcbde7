import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, on every architecture. */
const MILLISECONDS_A_TICK = 10

/** Milliseconds that all threads of this process had a processor: at least those of each of its threads. */
export function ownProcessorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds that another process had a processor. Where the system does not tell, as much as passed. */
export function processorTimeOf(pid: number) {
  const stat = statOf(pid)
  // The second field is the name of the program in parentheses, which may hold spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .slice(11, 13)
  if (user === undefined || system === undefined) return performance.now()
  return (Number(user) + Number(system)) * MILLISECONDS_A_TICK
}

function statOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
