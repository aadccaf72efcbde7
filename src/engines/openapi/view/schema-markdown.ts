import type { JsonSchema } from '../document.ts'
import { clipText } from '../parts/guards.ts'
import type { Shape, ShapeScope } from '../parts/schema-shape.ts'
import { insideOf, shapeOf } from '../parts/schema-shape.ts'
import { variantLabels } from '../parts/variant-labels.ts'
import { code, inOneLine, lineOfProse } from './markdown-text.ts'

type Scope = ShapeScope & { rows: { left: number } }

const deepest = 4
const longestText = 500

/** The fields of a schema as lists in lists. */
export function schemaList(schema: JsonSchema, scope: Scope): string {
  const { name } = scope.lookup(schema)
  const shape = insideOf(schema, scope)
  const isBareObject = shape.prefix === '' && shape.name === undefined && shape.fields.length > 0
  const names = name === undefined ? [] : [name]
  const top = isBareObject ? [] : [`- ${typeText(shape, scope)}`]
  return [...top, ...insides(shape, scope, names, isBareObject ? 0 : 1)].join('\n')
}

function insides(shape: Shape, scope: Scope, above: readonly string[], depth: number): string[] {
  if (depth > deepest) return []
  const labels = variantLabels(shape.variants, scope)
  const rows = [
    ...shape.fields.map(({ name, isRequired, schema }) => ({ name, isRequired, schema })),
    ...shape.variants.map((schema, at) => ({ name: labels[at]?.name ?? '', isRequired: false, schema })),
  ]
  const lines: string[] = []
  for (const { name, isRequired, schema } of rows) {
    scope.rows.left -= 1
    if (scope.rows.left < 0) return [...lines, `${'  '.repeat(depth)}- …`]
    lines.push(...row(name, isRequired, schema, scope, above, depth))
  }
  return lines
}

function row(
  name: string,
  isRequired: boolean,
  schema: JsonSchema,
  scope: Scope,
  above: readonly string[],
  depth: number,
): string[] {
  const shape = shapeOf(schema, scope)
  const { description, deprecated, readOnly, writeOnly } = scope.lookup(schema).schema
  const { words } = scope
  const marks = [
    isRequired && words.required,
    readOnly && words.readOnly,
    writeOnly && words.writeOnly,
    deprecated && words.deprecated,
  ].filter(Boolean)
  const about = clipText(lineOfProse(description), longestText)
  const head = [code(clipText(name, 200)), typeText(shape, scope), marks.join(', ')].filter(Boolean).join(' ')
  const line = `${'  '.repeat(depth)}- ${head}${about && `: ${about}`}`
  if (shape.name !== undefined && above.includes(shape.name)) return [line]
  const within = shape.name === undefined ? above : [...above, shape.name]
  return [line, ...insides(shape, scope, within, depth + 1)]
}

export function valuesText({ values, notes }: Shape): string {
  const words = values.map((value) => {
    const note = notes.get(value)
    return note === undefined ? code(value) : `${code(value)} (${inOneLine(lineOfProse(note))})`
  })
  return words.join(', ')
}

export function typeText(shape: Shape, { words }: ShapeScope): string {
  const values = shape.values.length > 0 ? `: ${valuesText(shape)}` : ''
  const limits = shape.limits.length > 0 ? ` (${shape.limits.map(inOneLine).join(', ')})` : ''
  const type = inOneLine(`${shape.prefix}${shape.word}${shape.isNullable ? words.orNull : ''}`)
  // A name may be anything, and is a word here.
  return `${type.replace(/[*_`<>[\]\\{}|]/g, '\\$&')}${limits.replace(/[*_`<>[\]\\{}|]/g, '\\$&')}${values}`
}
