// Words that shapes are made of. They stay plain JSON Schema: the validator, the serializer and the document
// all read the same object.
import { type Static, type TSchema, Type } from 'typebox'

export const Timestamp = Type.String({ format: 'date-time' })
export const Address = Type.String({ format: 'uri', maxLength: 2048 })
export const Id = Type.String({ minLength: 1, maxLength: 100 })

/** The same shape, with what it is for at this place. Not for shapes with a title: those say it once for all. */
export function Told<Shape extends TSchema>(shape: Shape, description: string): Shape {
  return { ...shape, description }
}

/** One of a few words. An enum rather than a union of literals: checked and printed in one step. */
export function OneOf<const Word extends string>(words: readonly Word[], options: object = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

export function OneOfOrNull<const Word extends string>(words: readonly Word[], options: object = {}) {
  return Type.Unsafe<Word | null>({ type: ['string', 'null'], enum: [...words, null], ...options })
}

/** Null removes, absent keeps: the two are different everywhere in this API. */
export function StringOrNull(options: object = {}) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })
}

export function OrNull<Shape extends TSchema>(shape: Shape) {
  return Type.Unsafe<Static<Shape> | null>({ anyOf: [shape, { type: 'null' }] })
}

/** Booleans of what the caller may do, printed from the same abilities that guard the door. */
export function Permissions<const Name extends string>(names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.Boolean()]))
  return Type.Unsafe<Record<Name, boolean>>({ type: 'object', properties, required: [...names] })
}

/** An object that is passed on as it is: somebody else's, or too large a union to be checked again on the way out. */
export function Open<Value = object>(options: object = {}) {
  return Type.Unsafe<Value>({ type: 'object', additionalProperties: true, ...options })
}

/** One of several, told apart by the word in one field: so that an error speaks of the one that was meant. */
export function Variants<const Shapes extends readonly TSchema[]>(
  field: string,
  shapes: Shapes,
  options: object = {},
) {
  return Type.Unsafe<Static<Shapes[number]>>({
    type: 'object',
    discriminator: { propertyName: field },
    required: [field],
    oneOf: [...shapes],
    ...options,
  })
}
