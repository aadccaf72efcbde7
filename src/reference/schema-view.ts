import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { JsonSchema } from '../openapi/document.ts'
import type { Addresses } from './addresses.ts'
import { objectAddress } from './addresses.ts'
import { anchorOf } from './operations.ts'
import { paragraphs } from './prose.ts'
import type { Lookup } from './schema-lookup.ts'
import type { Field, Shape } from './schema-shape.ts'
import { hasInside, insideOf, shapeOf } from './schema-shape.ts'
import type { VariantLabel } from './variant-labels.ts'
import { variantLabels } from './variant-labels.ts'

// A component is written out once, on a page of its own, and the browser unfolds a copy where a reader asks
// for it: written in place, the same organization would be sent a hundred times, and a recursive schema
// would never end.
export type SchemaScope = { lookup: Lookup; addresses: Addresses }

export function nameLink(name: string, scope: SchemaScope): Html {
  return html`<a class="ref" href="${objectAddress(scope.addresses, name)}" data-anchor="${anchorOf('schema', name)}">${name}</a>`
}

export function typeWords(shape: Shape, scope: SchemaScope): Html {
  const word = shape.name === undefined ? shape.word : nameLink(shape.name, scope)
  return html`<span class="type">${shape.prefix}${word}${shape.isNullable && ' or null'}</span>`
}

function valueList(shape: Shape): Html | false {
  if (shape.values.length === 0) return false
  const label = shape.values.length === 1 ? 'Always' : 'One of'
  return html`<p class="values">${label} ${shape.values.map((value) => html`<code>${value}</code> `)}</p>`
}

export function limitList(shape: Shape): Html | false {
  if (shape.limits.length === 0) return false
  return html`<span class="limits">${shape.limits.join(' · ')}</span>`
}

export function details(shape: Shape, schema: JsonSchema, scope: SchemaScope): Html {
  const description = scope.lookup(schema).schema.description
  return html`${paragraphs(description)}${valueList(shape)}${unfolding(shape, scope)}`
}

function countWords(shape: Shape): string {
  const count = shape.fields.length || shape.variants.length
  if (count === 0) return 'Fields'
  return `${count} ${shape.fields.length > 0 ? 'field' : 'variant'}${count === 1 ? '' : 's'}`
}

function unfolding(shape: Shape, scope: SchemaScope): Html | false {
  const summary = html`<summary>${countWords(shape)}</summary>`
  if (shape.name !== undefined) {
    return html`<details data-unfold="${objectAddress(scope.addresses, shape.name)}">${summary}</details>`
  }
  // The names of variants are what a reader came for.
  const isOpen = shape.variants.length > 0
  return (
    hasInside(shape) && html`<details${isOpen && html` open`}>${summary}${insides(shape, scope)}</details>`
  )
}

function insides(shape: Shape, scope: SchemaScope): Html {
  if (shape.fields.length > 0)
    return html`<ul class="tree">${shape.fields.map((field) => fieldRow(field, scope))}</ul>`
  const labels = variantLabels(shape.variants, scope.lookup)
  return html`<ul class="tree variants">${shape.variants.map((variant, index) => variantRow(variant, labels[index], scope))}</ul>`
}

function fieldRow(field: Field, scope: SchemaScope): Html {
  const shape = shapeOf(field.schema, scope.lookup)
  const { schema } = scope.lookup(field.schema)
  return html`<li>
    <div class="line"><code class="name">${field.name}</code>${typeWords(shape, scope)}${limitList(shape)}
    ${field.isRequired && html`<span class="required">required</span>`}
    ${schema.readOnly && html`<span class="limits">read only</span>`}
    ${schema.deprecated && html`<span class="deprecated">deprecated</span>`}</div>
    ${details(shape, field.schema, scope)}</li>`
}

function variantRow(variant: JsonSchema, label: VariantLabel | undefined, scope: SchemaScope): Html {
  const shape = shapeOf(variant, scope.lookup)
  const name = label?.name
  const isSaid = name && shape.word === 'object' && shape.prefix === ''
  return html`<li>
    <div class="line">${name && html`<code class="name">${name}</code>`}${!isSaid && typeWords(shape, scope)}${limitList(shape)}</div>
    ${paragraphs(label?.description)}${details(shape, variant, scope)}</li>`
}

// The whole of a schema at its own place: its fields without a click, what lies deeper behind one.
export function schemaTree(schema: JsonSchema, scope: SchemaScope): Html {
  const shape = insideOf(schema, scope.lookup)
  const isBareObject = shape.prefix === '' && shape.name === undefined && shape.fields.length > 0
  if (isBareObject && !shape.isNullable) return insides(shape, scope)
  return html`<ul class="tree"><li>
    <div class="line">${typeWords(shape, scope)}${limitList(shape)}</div>
    ${valueList(shape)}${shape.name === undefined ? hasInside(shape) && insides(shape, scope) : unfolding(shape, scope)}</li></ul>`
}
