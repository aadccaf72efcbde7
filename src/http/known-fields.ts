import type { TSchema } from 'typebox'
import { matcher } from './validate.ts'

/** Takes out of a valid value what its shape does not name, and returns the paths of what was taken. */
export type Prune = (value: unknown) => string[]

type Step = (value: unknown, path: string, ignored: string[]) => void
type JsonSchema = TSchema & {
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
 * silently would hide spelling mistakes: so they are left out, and named in the answer.
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
  if (branches) return unionStep(branches)
  if (shape.items) return arrayStep(shape.items)
  // What takes any field knows them all.
  if (shape.additionalProperties === true) return
  if (shape.properties) return objectStep(shape.properties)
  const values = shape.patternProperties ? Object.values(shape.patternProperties)[0] : undefined
  return values && mapStep(values)
}

function objectStep(properties: Record<string, JsonSchema>): Step {
  const steps = new Map(Object.entries(properties).map(([name, shape]) => [name, stepFor(shape)]))
  return (value, path, ignored) => {
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      if (steps.has(name)) steps.get(name)?.(value[name], `${path}${name}.`, ignored)
      else {
        delete value[name]
        ignored.push(`${path}${name}`)
      }
    }
  }
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

function unionStep(branches: JsonSchema[]): Step {
  const steps = branches.map((branch) => ({ matches: matcher(branch), step: stepFor(branch) }))
  return (value, path, ignored) => {
    steps.find(({ matches }) => matches(value))?.step?.(value, path, ignored)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
