import type { Variables, VariableValue } from '../records.ts'
import { clashOf, winnerOf } from './records.ts'
import type { Conflict, Sides } from './types.ts'

/** Each name on its own. One that a side deleted and the other changed stays, as any other thing does. */
export function mergeVariables({ base = {}, ours = {}, theirs = {} }: Sides<Variables>) {
  const merged: [string, VariableValue][] = []
  const conflicts: Conflict[] = []
  for (const name of Object.keys({ ...ours, ...theirs })) {
    const sides = { base: valueIn(base, name), ours: valueIn(ours, name), theirs: valueIn(theirs, name) }
    const winner = winnerOf(sides)
    const isOnBoth = sides.ours !== undefined && sides.theirs !== undefined
    if (winner === 'nobody') {
      conflicts.push({ kind: 'variable', id: name, ...clashOf(isOnBoth ? 'value' : 'existence', sides) })
    }
    const value = winner === 'nobody' ? (sides.ours ?? sides.theirs) : sides[winner]
    if (value !== undefined) merged.push([name, value])
  }
  return { variables: Object.fromEntries(merged), conflicts }
}

/** A variable may be called like something that every object has. */
function valueIn(variables: Variables, name: string) {
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}
