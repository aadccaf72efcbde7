/** Work that is done a few at a time, in the order in which it came. */
export function openSemaphore(atOnce: number) {
  const waiting: (() => void)[] = []
  let inside = 0
  return async function take<T>(work: () => Promise<T>): Promise<T> {
    // A leaving caller hands its turn over, so that no other can slip in between.
    if (inside < atOnce) inside += 1
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
