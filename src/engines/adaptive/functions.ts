// The functions of conditions: these and no others, called on texts, two of them also on lists.
import { ownValue } from './own-values.ts'

/** Takes from what an evaluation may still do; false when that is too little. */
export type Spend = (steps: number) => boolean

type Call = (target: string | readonly unknown[], args: readonly unknown[], spend: Spend) => unknown

/** With the fewest and the most values that each takes. */
const FUNCTIONS = {
  includes: { least: 1, most: 1, call: includes },
  indexOf: { least: 1, most: 1, call: placeOf },
  startsWith: { least: 1, most: 1, call: onTexts((text, start) => text.startsWith(start)) },
  endsWith: { least: 1, most: 1, call: onTexts((text, end) => text.endsWith(end)) },
  toLowerCase: { least: 0, most: 0, call: onText((text) => text.toLowerCase()) },
  toUpperCase: { least: 0, most: 0, call: onText((text) => text.toUpperCase()) },
  trim: { least: 0, most: 0, call: onText((text) => text.trim()) },
  charAt: { least: 0, most: 1, call: onText((text, place) => text.charAt(place ?? 0)) },
  slice: { least: 0, most: 2, call: onText((text, from, to) => text.slice(from, to)) },
} as const satisfies Record<string, { least: number; most: number; call: Call }>

export type FunctionName = keyof typeof FUNCTIONS

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS)

export function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name)
}

export function functionCalled(name: FunctionName): { least: number; most: number; call: Call } {
  return FUNCTIONS[name]
}

function onText(call: (text: string, first?: number, second?: number) => string): Call {
  return (target, [first, second], spend) => {
    if (typeof target !== 'string' || !spend(target.length)) return undefined
    return call(target, numberOrNone(first), numberOrNone(second))
  }
}

function numberOrNone(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function onTexts(call: (text: string, part: string) => boolean): Call {
  return (target, [part], spend) => {
    if (typeof target !== 'string' || typeof part !== 'string') return false
    return spend(part.length) && call(target, part)
  }
}

function includes(target: string | readonly unknown[], args: readonly unknown[], spend: Spend): boolean {
  return placeOf(target, args, spend) >= 0
}

function placeOf(target: string | readonly unknown[], [wanted]: readonly unknown[], spend: Spend): number {
  if (typeof target !== 'string') return placeInList(target, wanted, spend)
  if (typeof wanted !== 'string') return -1
  // The engine looks for up to about 250 characters in one pass; a longer part may be compared again and again.
  const passes = Math.ceil(wanted.length / 250)
  return spend(target.length * passes + wanted.length) ? target.indexOf(wanted) : -1
}

const STEPS_OF_AN_ITEM = 32

export function placeInList(list: readonly unknown[], wanted: unknown, spend: Spend): number {
  if (!spend(list.length * STEPS_OF_AN_ITEM)) return -1
  for (let place = 0; place < list.length; place++) {
    if (isSame(ownValue(list, place), wanted, spend)) return place
  }
  return -1
}

/** As `===`, and paid for: texts of the same length are compared by character. */
export function isSame(one: unknown, other: unknown, spend: Spend): boolean {
  const isLong = typeof one === 'string' && typeof other === 'string' && one.length === other.length
  return spend(isLong ? 1 + one.length : 1) && one === other
}
