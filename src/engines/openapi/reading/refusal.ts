/** Where something is in a file: the keys that lead there from its top. */
export type FilePath = readonly (string | number)[]

/** A file that was read. */
export type ParsedFile = {
  value: unknown
  /** The line of the value at a path, or of the last part of the path that is there. */
  lineOf(path: FilePath): number | undefined
}

/** Why a description cannot be used, in words for whoever wrote it. */
export class SpecRefusal extends Error {
  override readonly name = 'SpecRefusal'
  readonly problems: SpecProblem[]

  constructor(...problems: SpecProblem[]) {
    super(problems[0]?.message)
    this.problems = problems
  }
}

export type SpecProblem = { message: string; code: string }

/** As in `line 12, paths › /pets › get`. */
export function placeInWords(path: FilePath, line?: number) {
  const keys = path.length > 8 ? [...path.slice(0, 4), '…', ...path.slice(-3)] : path
  const words = keys.map((key) => String(key).slice(0, 100)).join(' › ')
  const lines = line === undefined ? '' : `line ${line}`
  return [lines, words].filter((part) => part !== '').join(', ')
}

export function refusal(message: string, code: string) {
  return new SpecRefusal({ message, code })
}

/** How deep values may be nested: far more than anybody writes, and what a stack can take. */
export const DEEPEST = 250

export function tooDeep(name: string, path: FilePath = []) {
  const at = path.length === 0 ? '' : ` (${placeInWords(path)})`
  return refusal(`${name} has values nested deeper than ${DEEPEST} levels${at}`, 'TOO_DEEP')
}
