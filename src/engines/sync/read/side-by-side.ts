export type SideBySide = {
  /** Begins it as soon as there is room; `bytes` is what it holds in memory meanwhile. */
  add(bytes: number, work: () => Promise<void>): Promise<void>
  /** When all of it is done. */
  end(): Promise<void>
}

/** Work that waits for disks and networks goes on side by side, within limits. The first failure ends it. */
export function sideBySide(most: { pieces: number; bytes: number }): SideBySide {
  const underWay = new Set<Promise<void>>()
  let held = 0
  let failure: { error: unknown } | undefined

  function isFull(bytes: number) {
    return underWay.size >= most.pieces || (underWay.size > 0 && held + bytes > most.bytes)
  }

  return {
    async add(bytes, work) {
      while (isFull(bytes)) await Promise.race(underWay)
      if (failure) throw failure.error
      held += bytes
      const piece: Promise<void> = work()
        .catch((error) => {
          failure ??= { error }
        })
        .finally(() => {
          underWay.delete(piece)
          held -= bytes
        })
      underWay.add(piece)
    },
    async end() {
      await Promise.all(underWay)
      if (failure) throw failure.error
    },
  }
}
