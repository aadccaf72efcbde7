// Bodies that are forms: their fields, and what a sample sends of them.
import type { JsonSchema } from '../document.ts'
import { clipText, fieldOf } from './guards.ts'
import type { Media } from './media.ts'
import { isFile, kindOf, type ValueKind } from './request-values.ts'
import type { Lookup } from './schema-lookup.ts'
import { foldAllOf } from './schema-lookup.ts'
import { styledText } from './styled-text.ts'

export type FormField = {
  name: string
  kind: ValueKind
  /** Of a list: whether its items are files. */
  hasFiles: boolean
  isRequired: boolean
  schema: JsonSchema
  style?: string | undefined
  explode?: boolean | undefined
}

/** Of a form with files: a text, or the name of a file. */
export type FormPart = { name: string; value: string; isFile: boolean }

const MOST_FIELDS = 60
const LONGEST_VALUE = 2000

export function isMultipart(mediaType: string): boolean {
  return /^multipart\//i.test(mediaType)
}

export function isForm(mediaType: string): boolean {
  return isMultipart(mediaType) || /x-www-form-urlencoded/i.test(mediaType)
}

/** Whether the whole body is a file. */
export function isFileBody({ schema, mediaType }: Media, lookup: Lookup): boolean {
  if (schema !== undefined && isFile(lookup(schema).schema)) return !isForm(mediaType)
  return schema === undefined && /octet-stream|^(image|audio|video)\/|pdf$|zip$/i.test(mediaType)
}

export function formFieldsOf({ schema, encoding, mediaType }: Media, lookup: Lookup): FormField[] {
  if (!schema || !isForm(mediaType)) return []
  const whole = foldAllOf(lookup(schema).schema, lookup)
  const required = new Set(whole.required)
  const fields = Object.entries(whole.properties ?? {}).filter(([, one]) => !lookup(one).schema.readOnly)
  return fields.slice(0, MOST_FIELDS).map(([name, one]) => {
    const kind = kindOf(one, lookup)
    const items = kind === 'list' ? foldAllOf(lookup(one).schema, lookup).items : undefined
    const hasFiles = items !== undefined && isFile(lookup(items).schema)
    const written = encoding && Object.hasOwn(encoding, name) ? encoding[name] : undefined
    return { name, kind, hasFiles, isRequired: required.has(name), schema: one, ...written }
  })
}

export function formText(fields: readonly FormField[], example: unknown): string {
  const written = fields.flatMap((field) => {
    const value = fieldOf(example, field.name)
    return value === undefined ? [] : [styledText({ ...field, in: 'query' }, plainUnlessStyled(field, value))]
  })
  return written.join('&')
}

/** An object in a form is JSON, unless the description says otherwise. */
function plainUnlessStyled({ kind, style }: FormField, value: unknown): unknown {
  return kind === 'object' && style === undefined ? textOf(value) : value
}

export function formParts(fields: readonly FormField[], example: unknown): FormPart[] {
  return fields.flatMap(({ name, kind, hasFiles }): FormPart[] => {
    if (kind === 'file' || hasFiles) return [{ name, value: fileName(name), isFile: true }]
    const value = fieldOf(example, name)
    if (value === undefined) return []
    const values = kind === 'list' && Array.isArray(value) ? value : [value]
    return values.map((one) => ({ name, value: textOf(one), isFile: false }))
  })
}

export function fileName(field: string): string {
  return field.replace(/[^\w-]+/g, '').slice(0, 40) || 'file'
}

function textOf(value: unknown): string {
  return clipText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), LONGEST_VALUE)
}
