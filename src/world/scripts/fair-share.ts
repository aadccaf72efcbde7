// Calls that wait for a process, and who gets the next one.

/**
 * Whether somebody may put one more process to work: only while more are free than they have at work themselves. So one
 * alone gets half of them, the next one half of the rest, and whoever comes first leaves something for those who come
 * later; a script in a loop gives nothing back for as long as it may run.
 */
export function isWithinShare({ own, atWork, most }: { own: number; atWork: number; most: number }) {
  return own < most - atWork
}

export type Waiting = {
  /** Until a place may be free; false where none is in time, or too many of the same tenant wait. */
  changed(tenant: string, milliseconds: number): Promise<boolean>
  wake(): void
}

export function openWaiting(mostOfTenant: number): Waiting {
  const waiting = new Map<() => void, string>()
  return {
    changed(tenant, milliseconds) {
      const own = [...waiting.values()].filter((one) => one === tenant).length
      if (own >= mostOfTenant) return Promise.resolve(false)
      return new Promise((resolve) => {
        const tell = () => answer(true)
        const timer = setTimeout(() => answer(false), Math.max(0, milliseconds))
        waiting.set(tell, tenant)

        function answer(isChanged: boolean) {
          clearTimeout(timer)
          waiting.delete(tell)
          resolve(isChanged)
        }
      })
    },
    wake() {
      for (const tell of [...waiting.keys()]) tell()
    },
  }
}
