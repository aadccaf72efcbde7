// Which way texts run. Most run from left to right, and say nothing of it.

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** The blocks of these scripts, and halves of what is beyond: most texts have none, and are done in a tenth of the time. */
const MAY_TURN = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud800-\udfff]/

/** Whether anything in it runs from right to left. */
export function turnsIn(value: unknown): boolean {
  if (typeof value === 'string') return MAY_TURN.test(value) && RIGHT_TO_LEFT.test(value)
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(turnsIn)
}

/** As the first letter runs in blocks or elements, in what is in them, or in plain texts; undefined where there is none. */
export function firstDirection(held: unknown): 'ltr' | 'rtl' | undefined {
  if (typeof held === 'string') return directionOfText(held)
  if (typeof held !== 'object' || held === null) return
  const { leaves, nodes, fragments, text, children, kind, source } = held as Record<string, unknown>
  const words = kind === 'text' ? source : text
  for (const below of Array.isArray(held) ? held : [words, leaves, nodes, fragments, children]) {
    const found = firstDirection(below)
    if (found) return found
  }
}

function directionOfText(text: string) {
  const [letter] = /\p{L}/u.exec(text) ?? []
  if (letter === undefined) return
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
