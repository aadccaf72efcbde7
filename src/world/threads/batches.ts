/** Characters that go to a thread at once: more would be copied on the event loop for too long. */
const MOST = 500_000

/** Texts, or what holds one, in the same order; what is longer than a batch is one of its own. */
export function* inBatches<T>(all: T[], lengthOf: (one: T) => number) {
  let batch: T[] = []
  let length = 0
  for (const one of all) {
    const more = lengthOf(one)
    if (batch.length > 0 && length + more > MOST) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(one)
    length += more
  }
  if (batch.length > 0) yield batch
}
