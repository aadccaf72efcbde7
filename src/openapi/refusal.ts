/** Where something stands in a file: the keys that lead there from its top. */
export type FilePath = readonly (string | number)[]

/** Why a description can not be used, in words for whoever wrote it. */
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
