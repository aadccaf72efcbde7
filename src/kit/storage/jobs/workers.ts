/** Takes the jobs of one name, some of them side by side, for as long as there are any. */
export type Workers = {
  /** There may be a job: has somebody look, now or as soon as somebody is free. */
  wake(): void
  /** Takes no more. */
  stop(): void
  /** Once those that look or work are done. */
  over(): Promise<void>
}

/** `takeOne` says whether there was a job, once that is done. It rejects where the database can not be asked. */
export function openWorkers(
  atOnce: number,
  takeOne: () => Promise<boolean>,
  onError: (error: unknown) => void,
): Workers {
  const underWay = new Set<Promise<void>>()
  let free = atOnce
  let isStopped = false
  let isWoken = false

  async function takeAll() {
    free -= 1
    try {
      do {
        isWoken = false
        while (!isStopped && (await takeOne()));
      } while (isWoken && !isStopped)
    } catch (error) {
      onError(error)
    } finally {
      free += 1
    }
  }

  return {
    wake() {
      if (isStopped) return
      // Others may look right now, and have begun before this job was there.
      isWoken = true
      if (free === 0) return
      const taking = takeAll().finally(() => underWay.delete(taking))
      underWay.add(taking)
    },
    stop() {
      isStopped = true
    },
    async over() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
