// Tabs of one person on one page write to one change request, whichever of them opened it.
import type { Place } from '../place.ts'

export type SharedRequest = ReturnType<typeof openSharedRequest>

/** A tab holds a lock that has the number in its name, as long as it is open. Without locks, each tab is for itself. */
export function openSharedRequest({ user, space, page }: Place) {
  // Browsers have none on pages that are not secure.
  const locks: LockManager | undefined = navigator.locks
  const name = `quire ${user} ${space} ${page}`
  const open = `${name} #`
  let end: (() => void) | undefined

  async function others(): Promise<number | undefined> {
    const { held = [] } = (await locks?.query()) ?? {}
    const found = held.find((lock) => lock.name?.startsWith(open))?.name
    return found === undefined ? undefined : Number(found.slice(open.length))
  }

  function hold(number: number): Promise<void> {
    return new Promise((held) => {
      if (!locks || end) return held()
      void locks.request(`${open}${number}`, { mode: 'shared' }, () => {
        held()
        return new Promise<void>((resolve) => {
          end = resolve
        })
      })
    })
  }

  return {
    /** The one that another tab writes to. */
    async join(): Promise<number | undefined> {
      const number = await others()
      if (number !== undefined) await hold(number)
      return number
    },
    /** One that another tab has, or that `make` opens; no two tabs open one at a time. */
    async joinOr(make: () => Promise<number>): Promise<number> {
      if (!locks) return make()
      return locks.request(name, async () => {
        const number = (await others()) ?? (await make())
        await hold(number)
        return number
      })
    },
    /** It is closed: whoever writes from now on needs another one. */
    leave() {
      end?.()
      end = undefined
    },
  }
}
