import type { Html } from './html.ts'
import { html } from './html.ts'
import type { JsonSchema } from './openapi-types.ts'
import { anchorOf } from './operations.ts'
import { paragraphs } from './prose.ts'
import type { Lookup } from './schema-lookup.ts'
import { foldAllOf } from './schema-lookup.ts'
import type { Field, Shape } from './schema-shape.ts'
import { hasInside, insideOf, shapeOf, valueWord } from './schema-shape.ts'

// `mention` collects the components that the page points at. Each of them is written out once, under
// Objects, and the browser unfolds a copy where a reader asks for it: written in place, the same
// organization would be sent a hundred times, and a recursive schema would never end.
export type SchemaScope = { lookup: Lookup; mention: (name: string) => void; trees: Map<string, Html> }

export function nameLink(name: string, scope: SchemaScope): Html {
  scope.mention(name)
  return html`<a class="ref" href="#${anchorOf('schema', name)}">${name}</a>`
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
    scope.mention(shape.name)
    return html`<details data-unfold="${anchorOf('schema', shape.name)}">${summary}</details>`
  }
  return hasInside(shape) && html`<details>${summary}${insides(shape, scope)}</details>`
}

function insides(shape: Shape, scope: SchemaScope): Html {
  if (shape.fields.length > 0)
    return html`<ul class="tree">${shape.fields.map((field) => fieldRow(field, scope))}</ul>`
  return html`<ul class="tree variants">${shape.variants.map((variant) => variantRow(variant, scope))}</ul>`
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

function variantRow(variant: JsonSchema, scope: SchemaScope): Html {
  const shape = shapeOf(variant, scope.lookup)
  const label = variantLabel(variant, scope)
  return html`<li>
    <div class="line">${label && html`<code class="name">${label}</code>`}${typeWords(shape, scope)}${limitList(shape)}</div>
    ${details(shape, variant, scope)}</li>`
}

// Variants are told apart by their title or by the field that is constant in them, as a reader would do.
function variantLabel(variant: JsonSchema, scope: SchemaScope): string {
  const schema = foldAllOf(scope.lookup(variant).schema, scope.lookup)
  const fixed = Object.entries(schema.properties ?? {}).find(([, field]) => 'const' in field)
  if (fixed) return `${fixed[0]}: ${valueWord(fixed[1].const)}`
  return variant.$ref ? '' : (schema.title ?? '')
}

// The whole of a schema at its own place: its fields without a click, what lies deeper behind one.
export function schemaTree(schema: JsonSchema, scope: SchemaScope): Html {
  const { name } = scope.lookup(schema)
  const known = scope.trees.get(name ?? '')
  if (known) return known
  const tree = freshTree(schema, scope)
  if (name !== undefined) scope.trees.set(name, tree)
  return tree
}

function freshTree(schema: JsonSchema, scope: SchemaScope): Html {
  const shape = insideOf(schema, scope.lookup)
  const isBareObject = shape.prefix === '' && shape.name === undefined && shape.fields.length > 0
  if (isBareObject && !shape.isNullable) return insides(shape, scope)
  return html`<ul class="tree"><li>
    <div class="line">${typeWords(shape, scope)}${limitList(shape)}</div>
    ${valueList(shape)}${shape.name === undefined ? hasInside(shape) && insides(shape, scope) : unfolding(shape, scope)}</li></ul>`
}
