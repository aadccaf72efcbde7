import { unavailable } from '../../domain/problems.ts'

export type Admission = <T>(place: string | undefined, work: () => Promise<T>) => Promise<T>

type Waiting = { enter: () => void; timer: NodeJS.Timeout }
type Admitted = { inside: number; waiting: Waiting[] }

export type AdmissionLimits = {
  /** Writes of one place that have a connection at the same time. Most wait for the same lock anyway. */
  atOnce?: number
  mostWaiting?: number
  /** Milliseconds that a write waits to be let in. */
  patience?: number
}

/**
 * Lets a few writes of one place in at a time, and the others wait before they have a connection: many writers of one
 * space would else hold all connections there are while they wait for each other.
 */
export function openAdmission({ atOnce = 4, mostWaiting = 200, patience = 10_000 }: AdmissionLimits = {}) {
  const places = new Map<string, Admitted>()

  function leave(name: string, place: Admitted) {
    const next = place.waiting.shift()
    if (next) return next.enter()
    place.inside -= 1
    if (place.inside === 0) places.delete(name)
  }

  /** Resolves when there is room; a leaving caller hands its room over, so that no other can slip in between. */
  function wait(place: Admitted) {
    if (place.waiting.length >= mostWaiting) throw crowded()
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        enter() {
          clearTimeout(waiting.timer)
          resolve()
        },
        timer: setTimeout(() => {
          place.waiting.splice(place.waiting.indexOf(waiting), 1)
          reject(crowded())
        }, patience),
      }
      place.waiting.push(waiting)
    })
  }

  const admit: Admission = async (name, work) => {
    if (name === undefined) return work()
    const place = places.get(name) ?? { inside: 0, waiting: [] }
    places.set(name, place)
    if (place.inside < atOnce) place.inside += 1
    else await wait(place)
    try {
      return await work()
    } finally {
      leave(name, place)
    }
  }
  return admit
}

function crowded() {
  return unavailable('Too many changes at the same place; try again', 2)
}
