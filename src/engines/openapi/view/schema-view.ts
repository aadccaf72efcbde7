import type { Html, HtmlPiece } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { JsonSchema } from '../document.ts'
import { clipText } from '../parts/guards.ts'
import type { SchemaField, Shape, ShapeScope } from '../parts/schema-shape.ts'
import { hasInside, insideOf, shapeOf } from '../parts/schema-shape.ts'
import type { VariantLabel } from '../parts/variant-labels.ts'
import { variantLabels } from '../parts/variant-labels.ts'
import { fieldLine, fieldName } from './field-line.ts'

export type SchemaScope = ShapeScope & {
  /** Texts of a description as its readers see them. */
  prose(text: string | undefined): HtmlPiece
  named: NamedSchemas
  room: ViewBudget
  depth: number
}

/** How many more rows and letters are written. */
export type ViewBudget = { rows: number; letters: number }

/** What becomes of a schema with a name, where it is only a part of something. */
export type NamedSchemas = {
  name(name: string): Html
  /** `inside` writes out what it is made of, in place. */
  unfolding(name: string, summary: Html, inside: (named: NamedSchemas) => Html): Html
}

/** Of parts of parts that are written out in place. */
const deepest = 7
const fewValues = 5
const longestName = 200

export function typeWords(shape: Shape, { words, named }: SchemaScope): Html {
  const word = shape.name === undefined ? shape.word : named.name(shape.name)
  return html`<span class="type">${shape.prefix}${word}${shape.isNullable && words.orNull}</span>`
}

function valueList({ values, notes }: Shape, { words, room }: SchemaScope): Html | false {
  if (values.length === 0) return false
  const label = values.length === 1 ? words.always : words.oneOfValues
  const shown = room.letters > 0 ? values : values.slice(0, fewValues)
  for (const value of shown) room.letters -= value.length + (notes.get(value)?.length ?? 0)
  if (notes.size > 0) {
    const rows = shown.map((value) => html`<li><code>${value}</code> ${notes.get(value)}</li>`)
    return html`<div class="values">${label}<ul>${rows}</ul>${shown.length < values.length && '…'}</div>`
  }
  return html`<p class="values">${label} ${shown.map((value) => html`<code>${value}</code> `)}${shown.length < values.length && '…'}</p>`
}

export function limitList(shape: Shape): Html | false {
  if (shape.limits.length === 0) return false
  return html`<span class="limits">${shape.limits.join(' · ')}</span>`
}

export function details(shape: Shape, schema: JsonSchema, scope: SchemaScope): Html {
  const description = scope.lookup(schema).schema.description
  return html`${scope.prose(description)}${valueList(shape, scope)}${unfolding(shape, scope)}`
}

function countWords(shape: Shape, { words }: SchemaScope): string {
  if (shape.fields.length > 0) return words.fields({ count: shape.fields.length })
  return shape.variants.length > 0 ? words.variants({ count: shape.variants.length }) : words.fieldsInside
}

function unfolding(shape: Shape, scope: SchemaScope): Html | false {
  const summary = html`<summary>${countWords(shape, scope)}</summary>`
  const inside = { ...scope, depth: scope.depth + 1 }
  if (shape.name !== undefined)
    return scope.named.unfolding(shape.name, summary, (named) => insides(shape, { ...inside, named }))
  // The names of variants are what a reader came for.
  const isOpen = shape.variants.length > 0
  return (
    hasInside(shape) && html`<details${isOpen && html` open`}>${summary}${insides(shape, inside)}</details>`
  )
}

function insides(shape: Shape, scope: SchemaScope): Html {
  if (scope.depth > deepest) return more
  const fields = shape.fields.length > 0 && rows(shape.fields, (field) => fieldRow(field, scope), scope)
  const labels = variantLabels(shape.variants, scope)
  const variants =
    shape.variants.length > 0 &&
    rows(shape.variants, (variant, at) => variantRow(variant, labels[at], scope), scope)
  return html`${fields}${variants}`
}

/** Where rows were left out. */
export const more = html`<p class="values">…</p>`

function rows<T>(all: readonly T[], write: (one: T, at: number) => Html, { room }: SchemaScope): Html {
  const written: Html[] = []
  for (const [at, one] of all.entries()) {
    room.rows -= 1
    if (room.rows < 0) break
    written.push(write(one, at))
  }
  return html`${written.length > 0 && html`<ul class="fields">${written}</ul>`}${written.length < all.length && more}`
}

function fieldRow(field: SchemaField, scope: SchemaScope): Html {
  const { words } = scope
  const shape = shapeOf(field.schema, scope)
  const { schema } = scope.lookup(field.schema)
  return html`<li>
    ${fieldLine(
      fieldName(clipText(field.name, longestName)),
      typeWords(shape, scope),
      limitList(shape),
      field.isRequired && html`<span class="required">${words.required}</span>`,
      schema.readOnly && html`<span class="limits">${words.readOnly}</span>`,
      schema.writeOnly && html`<span class="limits">${words.writeOnly}</span>`,
      schema.deprecated && html`<span class="deprecated">${words.deprecated}</span>`,
    )}
    ${details(shape, field.schema, scope)}</li>`
}

function variantRow(variant: JsonSchema, label: VariantLabel | undefined, scope: SchemaScope): Html {
  const shape = shapeOf(variant, scope)
  const name = label?.name
  const isSaid = name && shape.word === 'object' && shape.prefix === ''
  return html`<li>
    ${fieldLine(name && fieldName(name), !isSaid && typeWords(shape, scope), limitList(shape))}
    ${scope.prose(label?.description)}${details(shape, variant, scope)}</li>`
}

// The whole of a schema at its own place: its fields without a click, what is deeper behind one.
export function schemaTree(schema: JsonSchema, scope: SchemaScope): Html {
  const shape = insideOf(schema, scope)
  const isBareObject = shape.prefix === '' && shape.name === undefined && shape.fields.length > 0
  if (isBareObject && !shape.isNullable) return insides(shape, scope)
  return html`<ul class="fields"><li>
    ${fieldLine(typeWords(shape, scope), limitList(shape))}
    ${valueList(shape, scope)}${shape.name === undefined ? hasInside(shape) && insides(shape, scope) : unfolding(shape, scope)}</li></ul>`
}
