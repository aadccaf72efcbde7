// What a PATCH asks for (RFC 7644, section 3.5.2), in one form. Okta leaves out the path and sends objects; Entra writes
// "Replace", and false as the text "False".
import { scimInvalid } from './problems.ts'

export type PatchBody = { Operations: { op: string; path?: string; value?: unknown }[] }
/** `selected` is what a path names in brackets: `members[value eq "id"]`. */
export type Patch = {
  op: 'add' | 'replace' | 'remove'
  attribute: string
  selected?: string
  value?: unknown
}

const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const EXTENSION = /^urn:/i
const PATH = /^([A-Za-z][\w$-]*)(?:\[\s*([A-Za-z.]+)\s+eq\s+"([^"]{0,200})"\s*\])?(?:\.([A-Za-z][\w$-]*))?$/

export function patchesOf({ Operations }: PatchBody): Patch[] {
  return Operations.flatMap((operation) => {
    const op = opOf(operation.op)
    const { path, value } = operation
    if (path !== undefined && path !== '') return patchAt(op, path, value)
    if (op === 'remove') throw scimInvalid('noTarget', 'To remove something needs a path')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw scimInvalid('invalidValue', 'Without a path the value must be an object')
    return Object.entries(value).flatMap(([name, part]) => patchAt(op, name, part))
  })
}

function opOf(text: string): Patch['op'] {
  const op = text.toLowerCase()
  if (op === 'add' || op === 'replace' || op === 'remove') return op
  throw scimInvalid('invalidSyntax', 'The op must be add, replace or remove')
}

function patchAt(op: Patch['op'], path: string, value: unknown): Patch[] {
  const plain = path.replace(SCHEMA, '')
  // Extensions and what names the resource itself are none of what is kept.
  if (EXTENSION.test(plain) || /^(id|schemas|meta)$/i.test(plain)) return []
  const [, name = '', key, selected, part] = PATH.exec(plain) ?? []
  if (name === '') throw scimInvalid('invalidPath', `"${path.slice(0, 100)}" is not a path`)
  const attribute = [name, part]
    .filter((piece) => piece !== undefined)
    .join('.')
    .toLowerCase()
  return [{ op, attribute, ...(key?.toLowerCase() === 'value' && { selected }), value }]
}

export function textOf(value: unknown, attribute: string, most = 200): string | undefined {
  if (value === null || value === undefined || value === '') return
  if (typeof value !== 'string' || value.length > most)
    throw scimInvalid('invalidValue', `${attribute} must be a text of at most ${most} characters`)
  return value
}

export function booleanOf(value: unknown, attribute: string): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw scimInvalid('invalidValue', `${attribute} must be true or false`)
}
