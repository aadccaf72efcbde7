/** Milliseconds that work may go on before others run. */
const LONGEST = 8

let turnBegan: number | undefined

/**
 * For long work on the event loop: called again and again, it lets others run when this turn of the loop has taken long
 * enough, whoever took it. Of a turn that began elsewhere nobody knows how long it is already.
 */
export async function yieldToEventLoop() {
  if (turnBegan !== undefined && performance.now() - turnBegan < LONGEST) return
  await new Promise(setImmediate)
  if (turnBegan !== undefined) return
  turnBegan = performance.now()
  setImmediate(() => {
    turnBegan = undefined
  })
}
