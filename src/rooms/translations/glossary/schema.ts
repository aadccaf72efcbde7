import { type Static, Type } from 'typebox'
import { Address, Id, OneOf, Timestamp, Told, Variants } from '../../../kit/http/operations/shapes.ts'

const Translations = Type.Record(
  Type.String({ pattern: '^[a-z]{2,3}(-[a-z]{2})?$' }),
  Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' }),
  {
    minProperties: 1,
    maxProperties: 50,
    description: 'A term and its translations, by language',
    examples: [{ en: 'change request', de: 'Änderungsantrag' }],
  },
)

export type GlossaryEntry = Static<typeof GlossaryEntry>
export const GlossaryEntry = Type.Object(
  {
    object: Type.Literal('glossary-entry'),
    id: Type.String({ examples: ['01kx6m6w9z3c7f1h5k8n2q6t0v'] }),
    translations: Translations,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Address }),
  },
  { title: 'GlossaryEntry' },
)

export type GlossaryOperation = Static<typeof Operation>
const Operation = Variants(
  'type',
  [
    Type.Object({
      type: OneOf(['insert'], { description: 'A new entry' }),
      translations: Translations,
    }),
    Type.Object({
      type: OneOf(['update'], { description: 'Other words for an entry' }),
      id: Told(Id, 'Id of the entry'),
      translations: Translations,
    }),
    Type.Object({
      type: OneOf(['delete'], { description: 'An entry to delete; a missing entry is not an error' }),
      id: Told(Id, 'Id of the entry'),
    }),
  ],
  {
    description: 'One change of the glossary',
    examples: [{ type: 'insert', translations: { en: 'change request', de: 'Änderungsantrag' } }],
  },
)

export type GlossaryChanges = Static<typeof GlossaryChanges>
export const GlossaryChanges = Type.Object({
  operations: Type.Array(Operation, {
    minItems: 1,
    maxItems: 1000,
    description: 'The changes, applied in order, all or nothing',
  }),
})
