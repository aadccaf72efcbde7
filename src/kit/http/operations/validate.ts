import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import { invalid } from '../../domain/problems.ts'
import { useTextLengths } from './text-lengths.ts'

// The package's types describe a CommonJS default; under ESM the function is one step deeper.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

// The engine optimizes code that is used; doing so for all shapes took a third of the time of compiling them. That they
// are well formed is seen in a test, not at every start.
const COMPILED_AS_WRITTEN = { strict: false, code: { optimize: false }, validateSchema: false }

// Bodies are taken as they are: with coercion a null would become an empty string, and absent, null and value
// are three different things here. Query strings are text, so there coercion is the point.
const strict = new Ajv({
  ...COMPILED_AS_WRITTEN,
  coerceTypes: false,
  useDefaults: true,
  discriminator: true,
  // Errors know their schema, so that they can say in words what would be right.
  verbose: true,
})
const lenient = new Ajv({ ...COMPILED_AS_WRITTEN, coerceTypes: 'array', useDefaults: true })
// What is only looked at is left as it is: else the first of several shapes gives a value its defaults, and does not fit.
const looking = new Ajv({ ...COMPILED_AS_WRITTEN, discriminator: true })
addFormats(strict)
addFormats(lenient)
addFormats(looking)

// People have names and domains in their own script; the format of the package knows ASCII only.
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const EMAIL = new RegExp(`^(?!\\.)[^\\s\\p{Cc}@()<>[\\]:;,\\\\"]+(?<!\\.)@(?:${LABEL}\\.)+${LABEL}$`, 'u')
for (const ajv of [strict, lenient, looking]) {
  ajv.addFormat('email', EMAIL)
  useTextLengths(ajv)
}

export type Validator = (value: unknown) => void

/** Throws a problem that names the field, what is wrong and what would be right. */
export function bodyValidator(shape: TSchema): Validator {
  return explaining('body', strict.compile(shape))
}

export function pathValidator(shape: TSchema): Validator {
  return explaining('path', strict.compile(shape))
}

/** As for bodies; the values are converted in place. */
export function queryValidator(shape: TSchema): Validator {
  return explaining('query', lenient.compile(shape))
}

/** Whether a value has a shape, without explanations. */
export function matcher(shape: TSchema): (value: unknown) => boolean {
  const validate = looking.compile(shape)
  return (value) => validate(value) === true
}

function explaining(place: string, validate: ValidateFunction): Validator {
  return (value) => {
    if (validate(value)) return
    const error = mostTelling(validate.errors ?? [])
    if (!error) throw invalid(`The ${place} is not valid`)
    const field = fieldOf(place, error)
    throw invalid(`${field} ${explain(error)}`, { field })
  }
}

/**
 * In a union the last error speaks of the whole union, the ones before of its branches. The branch whose type was
 * right, or that came furthest, is the one that was meant.
 */
function mostTelling(errors: ErrorObject[]) {
  const union = errors.at(-1)
  if (union?.keyword !== 'anyOf') return union
  const isWrongBranch = (error: ErrorObject) =>
    error.instancePath === union.instancePath && (error.keyword === 'type' || error.keyword === 'required')
  const meant = errors.slice(0, -1).filter((error) => error.keyword !== 'anyOf' && !isWrongBranch(error))
  return meant.sort((a, b) => b.instancePath.length - a.instancePath.length)[0] ?? union
}

function fieldOf(place: string, error: ErrorObject) {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') path.push(error.params.additionalProperty)
  if (error.keyword === 'discriminator') path.push(error.params.tag)
  return [place, ...path.map(unescapePointer)].join('.')
}

function unescapePointer(part: string) {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function explain(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${error.params.allowedValues.map(String).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'type':
      return `must be ${[error.params.type].flat().join(' or ')}`
    case 'minLength':
      return `must have at least ${error.params.limit} ${plural(error.params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${error.params.limit} ${plural(error.params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${error.params.limit} ${plural(error.params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${error.params.limit} ${plural(error.params.limit, 'item')}`
    case 'minimum':
      return `must be ${error.params.limit} or more`
    case 'maximum':
      return `must be ${error.params.limit} or less`
    case 'format':
      return `must be a valid ${error.params.format}`
    case 'pattern':
      return error.parentSchema?.description
        ? `must be ${lowerFirst(error.parentSchema.description)}`
        : (error.message ?? 'is not valid')
    case 'discriminator':
      return `must be one of ${namesOf(error).join(', ')}`
    case 'anyOf':
    case 'oneOf':
      return 'has none of the allowed forms'
    default:
      return error.message ?? 'is not valid'
  }
}

function lowerFirst(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function plural(count: number, noun: string) {
  return count === 1 ? noun : `${noun}s`
}

/** What the field that tells shapes apart may say. */
function namesOf({ params, parentSchema }: ErrorObject): string[] {
  const shapes: { properties?: Record<string, { enum?: string[] }> }[] = parentSchema?.oneOf ?? []
  return shapes.flatMap(({ properties }) => properties?.[params.tag]?.enum ?? [])
}
