// What can be done to variables, of a space and of a page: values that texts name.
import { type Static, Type } from 'typebox'
import { Id, OneOf, Told } from '../../../kit/http/operations/shapes.ts'

const Value = Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean(), Type.Null()])

const values = (description: string, examples: Record<string, string>[]) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Value, {
    minProperties: 1,
    maxProperties: 100,
    description,
    examples,
  })

export type ChangedVariables = Static<typeof PageVariables>
/** Of one page. */
export const PageVariables = values(
  'Variables of this page by name: text, a number, true or false; null removes one, and those that are not named stay. Its texts name them as `page.vars.<name>`',
  [{ plan: 'Pro' }],
)

export type UpdateVariables = Static<typeof UpdateVariables>
export const UpdateVariables = Type.Object({
  operation: OneOf(['update_variables'], {
    description: 'Sets, changes and removes variables of the space; those that are not named stay',
  }),
  variables: values(
    'Values by name: text, a number, true or false; null removes a variable. Texts name them as `space.vars.<name>`',
    [{ version: '2.1' }],
  ),
  base: Type.Optional(
    Told(Id, 'The revision that the edit is based on, as for pages: later changes of others are merged'),
  ),
})
