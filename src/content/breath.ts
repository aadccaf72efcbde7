/**
 * For long work on the event loop: called again and again, it lets others run whenever so much time has passed.
 */
export function breather(milliseconds = 8) {
  let since = performance.now()
  return async function breathe() {
    if (performance.now() - since < milliseconds) return
    await new Promise(setImmediate)
    since = performance.now()
  }
}
