// What can be done to the variables of a space: values that its texts name.
import { type Static, Type } from 'typebox'
import { Id, OneOf, Told } from '../../../kit/http/operations/shapes.ts'

const Value = Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean(), Type.Null()])

export type UpdateVariables = Static<typeof UpdateVariables>
export const UpdateVariables = Type.Object({
  operation: OneOf(['update_variables'], {
    description: 'Sets, changes and removes variables of the space; those that are not named stay',
  }),
  variables: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Value, {
    minProperties: 1,
    maxProperties: 100,
    description:
      'Values by name: text, a number, true or false; null removes a variable. Texts name them as `space.vars.<name>`',
    examples: [{ version: '2.1' }],
  }),
  base: Type.Optional(
    Told(Id, 'The revision that the edit is based on, as for pages: later changes of others are merged'),
  ),
})
