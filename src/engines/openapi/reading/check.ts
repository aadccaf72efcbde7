// What a file must have to be a description of an API, told so that whoever wrote it knows what to do.

import { isObject } from '../values.ts'
import { type FilePath, type ParsedFile, placeInWords, type SpecProblem, SpecRefusal } from './refusal.ts'

/** How schemas and the rest are written. */
export type SpecForm = 'swagger' | '3.0' | '3.1'

const MOST_TOLD = 20

export function requireSpecification(file: ParsedFile, name: string): SpecForm {
  const { value, lineOf } = file
  if (!isObject(value))
    throw new SpecRefusal({
      message: `${name} is a list, and not a specification: that begins with "openapi" or "swagger"`,
      code: 'NOT_A_SPECIFICATION',
    })
  const problems: SpecProblem[] = []
  const tell = (path: FilePath, what: string, code: string) => {
    const place = placeInWords(path, path.length === 0 ? undefined : lineOf(path))
    if (problems.length < MOST_TOLD)
      problems.push({ message: place === '' ? what : `${place}: ${what}`, code })
  }

  const form = formOf(value)
  if (!form) {
    throw new SpecRefusal(wrongVersion(value, name, lineOf))
  }
  if (!isObject(value.info))
    tell(
      'info' in value ? ['info'] : [],
      '"info" must be an object with the title and the version of the API',
      'INFO',
    )
  else
    for (const field of ['title', 'version'])
      if (value.info[field] === undefined) tell(['info'], `"info" must have a "${field}"`, 'INFO')
  if (!['paths', 'webhooks', 'components', 'definitions'].some((part) => isObject(value[part])))
    tell([], '"paths" is missing: an object of the paths of the API and their operations', 'PATHS')
  checkPaths(value.paths, tell)
  for (const part of ['components', 'definitions', 'webhooks'])
    if (value[part] !== undefined && value[part] !== null && !isObject(value[part]))
      tell([part], `"${part}" must be an object`, 'SHAPE')
  if (problems.length > 0) throw new SpecRefusal(...problems)
  return form
}

type Tell = (path: FilePath, what: string, code: string) => void

function checkPaths(paths: unknown, tell: Tell) {
  if (paths === undefined || paths === null) return
  if (!isObject(paths)) return tell(['paths'], '"paths" must be an object', 'PATHS')
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue
    if (!path.startsWith('/')) tell(['paths', path], 'a path must begin with a slash', 'PATHS')
    if (item !== null && !isObject(item))
      tell(['paths', path], 'this must be an object of operations', 'SHAPE')
  }
}

/** Of a file by itself; a part of a description that is in its own file has none. */
export function formOf(value: unknown): SpecForm | undefined {
  if (!isObject(value)) return
  // YAML reads 3.1 without quotes as a number.
  const openapi = String(value.openapi ?? '')
  if (/^3\.[12](\.|$)/.test(openapi)) return '3.1'
  if (/^3(\.0)?(\.|$)/.test(openapi)) return '3.0'
  if (/^2(\.|$)/.test(String(value.swagger ?? ''))) return 'swagger'
}

function wrongVersion(value: object, name: string, lineOf: ParsedFile['lineOf']): SpecProblem {
  const field = ['openapi', 'swagger', 'asyncapi'].find((field) => field in value)
  const right = 'OpenAPI 3.0, 3.1 and Swagger 2.0 can be read'
  if (field === undefined)
    return {
      message: `${name} has neither "openapi" nor "swagger", so it is not a specification; ${right}, as in "openapi: 3.1.0"`,
      code: 'NOT_A_SPECIFICATION',
    }
  const place = placeInWords([field], lineOf([field]))
  const given = JSON.stringify((value as Record<string, unknown>)[field])?.slice(0, 50)
  return { message: `${place}: the version ${given} is not known; ${right}`, code: 'VERSION' }
}
