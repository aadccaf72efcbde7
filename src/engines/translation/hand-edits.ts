// What people changed in a translated text, as translations of units.
import { align } from '../markdown/edit/alignment.ts'
import { PLACEHOLDER } from './inline-text.ts'
import { unitProblem } from './unit-problem.ts'
import { type Unit, unitsOf } from './units.ts'

export type HandEdit = { key: string; source: string; target: string }
/** The source, what was made of it, and what people made of that. */
export type HandEditedText = { source: string; written: string; edited: string }

/** What cannot be told as the translation of a unit is left out: it is in the text itself. */
export function handEdits({ source, written, edited }: HandEditedText): HandEdit[] {
  const [sources, ours, theirs] = [unitsOf(source), unitsOf(written), unitsOf(edited)]
  // A translation may have words where its source has none, or the other way round; then it is not known what is what.
  if (sources.length !== ours.length) return []
  const steps = align(
    ours.map(({ text }) => text),
    theirs.map(({ text }) => text),
  )
  return steps.flatMap(({ before, after, isSame }) => {
    const unit = before === undefined ? undefined : sources[before]
    const now = after === undefined ? undefined : theirs[after]
    if (isSame || !unit || !now) return []
    const target = renumbered(now, unit)
    if (target === undefined || unitProblem(unit.text, target)) return []
    return [{ key: unit.key, source: unit.text, target }]
  })
}

/** The text with the placeholders of its source, which stand for the same things. */
function renumbered({ text, placeholders }: Unit, source: Unit): string | undefined {
  const free = source.placeholders.map((placeholder, index) => ({ ...placeholder, number: index + 1 }))
  const numbers = placeholders.map(({ kind, shown }) => {
    const at = free.findIndex((one) => one.kind === kind && one.shown === shown)
    return at < 0 ? undefined : free.splice(at, 1)[0]?.number
  })
  if (numbers.includes(undefined)) return undefined
  return text.replace(PLACEHOLDER, (_, slash, number) => `{${slash}${numbers[Number(number) - 1]}}`)
}
