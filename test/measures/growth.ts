// Whether work grows faster than the text it is done on, by counted steps.
import type { HostileText } from '../drawn/hostile-texts.ts'
import type { stepCounter } from './steps.ts'

export type Ways = Record<string, (text: string) => unknown>

/** Twice the text may take little more than twice the steps. */
const MOST_GROWTH = 2.5

/**
 * The ways that take more than that on a text of at least this length. Small texts would not tell: how deep things may be
 * nested is limited.
 */
export function slowWays(
  steps: ReturnType<typeof stepCounter>,
  textOf: HostileText,
  ways: Ways,
  length: number,
) {
  const count = Math.ceil(Math.max(240, (length * 240) / textOf(240).length))
  const [less, more] = [textOf(count), textOf(2 * count)]
  const growth = (way: (text: string) => unknown) => {
    // The first time, more is done.
    way(less)
    return steps.stepsOf(() => way(more)) / steps.stepsOf(() => way(less))
  }
  const all = (text: string) => {
    for (const way of Object.values(ways)) way(text)
  }
  if (growth(all) < MOST_GROWTH) return []
  return Object.entries(ways).map(([name, way]) => `${name}: ${growth(way).toFixed(1)}`)
}

export const repeated =
  (piece: string): HostileText =>
  (count) =>
    piece.repeat(count)

export const numbered =
  (piece: (at: number) => string): HostileText =>
  (count) =>
    Array.from({ length: count }, (_, at) => piece(at)).join('')

export const paired =
  (open: string, close: string): HostileText =>
  (count) =>
    open.repeat(count / 2) + close.repeat(count / 2)
