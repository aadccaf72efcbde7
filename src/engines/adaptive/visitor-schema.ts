// What a site knows of its visitors: a small part of JSON Schema draft-07, with fixed keys and no references.

export type ClaimSchema =
  | { type: 'boolean'; description: string }
  | { type: 'number'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'array'; description: string; items: SimpleClaimSchema }
  | ObjectClaimSchema
export type SimpleClaimSchema = Extract<ClaimSchema, { type: 'boolean' | 'number' | 'string' }>
export type ObjectClaimSchema = {
  type: 'object'
  description: string
  properties: ClaimSchemas
  additionalProperties: false
}
export type ClaimSchemas = Record<string, ClaimSchema>

/** `properties.unsigned`, where there is one, is an object: what visitors say of themselves, without a signature. */
export type VisitorSchema = {
  $schema?: typeof DRAFT
  type: 'object'
  properties: ClaimSchemas
  additionalProperties: false
}

export const DRAFT = 'http://json-schema.org/draft-07/schema#' as const
