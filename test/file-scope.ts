// What test helpers share among the tests of a file, and close at its end. A process runs many files and loads helpers
// once: hooks of their own would run for the first file only, so test/each-file.ts has them.

const closings: (() => Promise<unknown>)[] = []
const forgettings: (() => void)[] = []

/** The same for all tests of a file; the first one opens it. */
export function sharedByTests<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  forgettings.push(() => {
    opened = undefined
  })
  return () => {
    opened ??= open()
    return opened
  }
}

/** The next test opens everything anew. */
export function forgetShared() {
  for (const forget of forgettings) forget()
}

/** At the end of the file that runs now; last opened, first closed. */
export function atEndOfFile(close: () => Promise<unknown>) {
  closings.push(close)
}

export async function endFile() {
  forgetShared()
  for (const close of closings.splice(0).reverse()) await close()
}
