/** What takes long to make is made once, for all who ask. Where that failed, the next who asks tries again. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    if (made) return made
    const making = make()
    made = making
    making.catch(() => {
      if (made === making) made = undefined
    })
    return making
  }
}
