/** How long work may go on before others run. */
const LONGEST = 8

let turnBegan: number | undefined

/**
 * For long work on the event loop: called again and again, it lets others run when this turn of the loop has taken long
 * enough, whoever took it.
 */
export async function breathe() {
  if (turnBegan === undefined) {
    turnBegan = performance.now()
    setImmediate(() => {
      turnBegan = undefined
    })
  } else if (performance.now() - turnBegan > LONGEST) await new Promise(setImmediate)
}
