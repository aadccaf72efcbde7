import type { TSchema } from 'typebox'
import { invalid } from '../../domain/problems.ts'
import { matcher } from './validate.ts'

/** Takes out of a valid value what its shape does not name, and returns the paths of what was taken. */
export type Prune = (value: unknown) => string[]

type Step = (value: unknown, path: string, ignored: string[]) => void
type JsonSchema = TSchema & {
  type?: string
  default?: unknown
  required?: string[]
  discriminator?: { propertyName: string }
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/**
 * Newer clients send fields that we do not know yet. Refusing them would break those clients, keeping them
 * silently would hide spelling mistakes: so they are left out, and named in the answer. Where nothing else was said, the
 * request would do something else than was meant, or nothing: that is refused.
 */
export function pruner(shape: TSchema): Prune {
  const step = stepFor(shape as JsonSchema)
  return (value) => {
    const ignored: string[] = []
    step?.(value, '', ignored)
    return ignored
  }
}

function stepFor(shape: JsonSchema): Step | undefined {
  const branches = shape.anyOf ?? shape.oneOf
  if (branches) return unionStep(branches, shape.discriminator !== undefined)
  if (shape.items) return arrayStep(shape.items)
  // What takes any field knows them all.
  if (shape.additionalProperties === true) return
  if (shape.properties) return objectStep(shape.properties, isSaidBeside([]))
  const values = shape.patternProperties ? Object.values(shape.patternProperties)[0] : undefined
  return values && mapStep(values)
}

type IsSaid = (name: string, value: unknown, shape: JsonSchema | undefined) => boolean

/** Whether a field says something: what has its default may have been filled in by the validator. */
function isSaidBeside(required: readonly string[]): IsSaid {
  return (name, value, shape) => !required.includes(name) && value !== shape?.default
}

function objectStep(properties: Record<string, JsonSchema>, isSaid: IsSaid): Step {
  const steps = new Map(Object.entries(properties).map(([name, shape]) => [name, stepFor(shape)]))
  return (value, path, ignored) => {
    if (!isObject(value)) return
    const unknown = Object.keys(value).filter((name) => !steps.has(name))
    for (const name of unknown) {
      delete value[name]
      ignored.push(`${path}${name}`)
    }
    const isEmptied =
      unknown.length > 0 &&
      !Object.entries(value).some(([name, field]) => isSaid(name, field, properties[name]))
    if (isEmptied && steps.size > 0) throw onlyUnknown(path, unknown, [...steps.keys()])
    for (const [name, field] of Object.entries(value)) steps.get(name)?.(field, `${path}${name}.`, ignored)
  }
}

/** Names come from the client, and may be many. */
const NAMED_AT_MOST = 10

function onlyUnknown(path: string, unknown: string[], fields: string[]) {
  const named = unknown.slice(0, NAMED_AT_MOST).map((name) => `${path}${name}`)
  const noun = unknown.length === 1 ? 'field' : 'fields'
  const taker = path === '' ? 'this operation' : path.slice(0, -1)
  return invalid(`Unknown ${noun} ${named.join(', ')}; ${taker} takes ${fields.join(', ')}`, {
    field: `body.${named[0]}`,
    fields,
  })
}

function arrayStep(items: JsonSchema): Step | undefined {
  const step = stepFor(items)
  return (
    step &&
    ((value, path, ignored) => {
      if (Array.isArray(value))
        value.forEach((item, at) => {
          step(item, `${path}${at}.`, ignored)
        })
    })
  )
}

function mapStep(values: JsonSchema): Step | undefined {
  const step = stepFor(values)
  return (
    step &&
    ((value, path, ignored) => {
      if (isObject(value))
        for (const [name, item] of Object.entries(value)) step(item, `${path}${name}.`, ignored)
    })
  )
}

const WITHOUT_FIELDS = ['string', 'number', 'integer', 'boolean', 'null']

function unionStep(branches: JsonSchema[], isTagged: boolean): Step | undefined {
  const withFields = branches.filter(({ type }) => type === undefined || !WITHOUT_FIELDS.includes(type))
  // The value is valid: what is no text and no number can only be this. Matchers take long to compile.
  const [only, ...others] = withFields
  if (!only || others.length === 0) return only && stepFor(only)
  const steps = withFields.map((branch) => ({
    matches: matcher(branch),
    step: isTagged ? variantStep(branch) : stepFor(branch),
  }))
  return (value, path, ignored) => {
    steps.find(({ matches }) => matches(value))?.step?.(value, path, ignored)
  }
}

/**
 * One of several changes always has its kind, and often says what it is about. Where it could say more, and all of
 * that was unknown, the change itself was not understood.
 */
function variantStep(branch: JsonSchema): Step | undefined {
  const { properties = {}, required = [] } = branch
  const canSayMore = Object.entries(properties).some(
    ([name, { default: preset }]) => !required.includes(name) && preset === undefined,
  )
  return canSayMore ? objectStep(properties, isSaidBeside(required)) : stepFor(branch)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
