import { lineNumber, type RepositoryProblem } from '../report/problems.ts'
import { setYaml } from '../yaml/yaml-patch.ts'
import { isNothing, readYaml, textOf } from '../yaml/yaml-read.ts'

// `.gitbook/vars.yaml`: one name and one text a line.

export function readVariables(text: string): {
  values: Record<string, string>
  problems: RepositoryProblem[]
} {
  const problems: RepositoryProblem[] = []
  const tell = (kind: string, message: string, at: number) => {
    problems.push({ kind, message, line: lineNumber(text, at) })
  }
  const read = readYaml(text)
  const values = new Map<string, string>()
  if (read.kind === 'broken') tell('broken-variables', `The file of variables ${read.message}`, read.at)
  if (read.kind === 'other') tell('broken-variables', 'The variables have to be lines of `name: value`.', 0)
  if (read.kind !== 'map') return { values: {}, problems }
  for (const { key, value, from } of read.entries) {
    const variable = isNothing(value) ? '' : textOf(value)
    if (variable === undefined) tell('wrong-value', `The variable \`${key}\` has to be a text.`, from)
    else values.set(key, variable)
  }
  return { values: Object.fromEntries(values), problems }
}

/** The text with those lines changed whose variables differ. */
export function patchVariables(
  text: string,
  before: Record<string, string>,
  after: Record<string, string>,
): string {
  const [was, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  let patched = text
  for (const name of was.keys()) if (!now.has(name)) patched = setYaml(patched, [name], undefined)
  for (const [name, value] of now) if (was.get(name) !== value) patched = setYaml(patched, [name], value)
  return patched
}
