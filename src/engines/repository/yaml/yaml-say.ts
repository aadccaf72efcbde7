import { isMap, isScalar, isSeq } from './yaml-parse.ts'
import { isNothing, textOf } from './yaml-read.ts'

/** A value that is none of those expected, in words a writer can act on. `place` is the key with those above it. */
export function wrongValue(
  place: string,
  value: unknown,
  expected: string,
  effect = 'has no effect',
): string {
  return `\`${place}\` in the frontmatter is ${found(value)}, where ${expected} is expected; it is kept, and ${effect}.`
}

export const TRUE_OR_FALSE = '`true` or `false`, without quotes,'

function found(value: unknown): string {
  if (isNothing(value)) return 'empty'
  if (isMap(value)) return 'a map'
  if (isSeq(value)) return 'a list'
  const said = `\`${(textOf(value) ?? '').slice(0, 100)}\``
  const type = isScalar(value) ? typeof value.value : 'undefined'
  return type === 'number' ? `the number ${said}` : type === 'boolean' ? said : `the text ${said}`
}
