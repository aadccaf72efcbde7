// What is said around a description. The description itself speaks for itself.

export type SchemaWords = {
  /** These four stand before what they are about, or between, with their blanks. */
  arrayOf: string
  mapOf: string
  nullable: string
  or: string
  orNull: string
  oneOf: string
  anything: string
  always: string
  exactly: string
  to: string
  atLeast: string
  atMost: string
  moreThan: string
  lessThan: string
  characters: string
  items: string
  noItemTwice: string
  matches: string
  default: string
  required: string
  readOnly: string
  writeOnly: string
  deprecated: string
  header: string
  fieldsInside: string
  fields: (count: number) => string
  variants: (count: number) => string
  oneOfValues: string
  bodyOfThese: string
  /** Before the names of fields that tell a variant from others. */
  with: string
}

export const ENGLISH_SCHEMA_WORDS: SchemaWords = {
  arrayOf: 'array of ',
  mapOf: 'map of ',
  nullable: 'nullable ',
  or: ' or ',
  orNull: ' or null',
  oneOf: 'one of',
  anything: 'anything',
  always: 'Always',
  exactly: 'exactly',
  to: 'to',
  atLeast: 'at least',
  atMost: 'at most',
  moreThan: 'more than',
  lessThan: 'less than',
  characters: 'characters',
  items: 'items',
  noItemTwice: 'no item twice',
  matches: 'matches',
  default: 'default',
  required: 'required',
  readOnly: 'read only',
  writeOnly: 'write only',
  deprecated: 'deprecated',
  header: 'header',
  fieldsInside: 'Fields',
  fields: (count) => `${count} field${count === 1 ? '' : 's'}`,
  variants: (count) => `${count} variant${count === 1 ? '' : 's'}`,
  oneOfValues: 'One of',
  bodyOfThese: 'Body of these:',
  with: 'with',
}
