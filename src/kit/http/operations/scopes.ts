// What tokens that are not a person's may ask for at all, before anybody looks at what it is about.
import type { Actor } from '../../domain/context.ts'
import { forbidden, unauthenticated } from '../../domain/problems.ts'
import type { Operation } from './operation.ts'
import { type IntegrationScope, OWN_OPERATIONS, type Reach, SCOPE_TABLE, SCOPES } from './scope-table.ts'
import { requireTokenScope } from './token-scopes.ts'

const SCOPE_BY_OPERATION = new Map<string, IntegrationScope>(
  SCOPES.flatMap((scope) => Object.keys(SCOPE_TABLE[scope].operations).map((id) => [id, scope] as const)),
)

/** The scope that lets installations call an operation; undefined of what no installation may do. */
export function scopeOf({ id }: Pick<Operation, 'id'>): IntegrationScope | undefined {
  return SCOPE_BY_OPERATION.get(id)
}

/** The fields of a body that the token of an integration may send; undefined where it may not call the operation. */
function reachOf({ id }: Pick<Operation, 'id'>): readonly string[] | undefined {
  const scope = SCOPE_BY_OPERATION.get(id)
  const reach: Reach = scope === undefined ? OWN_OPERATIONS : SCOPE_TABLE[scope].operations
  return Object.hasOwn(reach, id) ? reach[id] : undefined
}

/** The table as the document shows it; last what every integration may, with no scope at all. */
export function printedScopes() {
  const rows = SCOPES.map((scope) => ({ scope, ...SCOPE_TABLE[scope] }))
  const own = {
    scope: 'none',
    about: 'The integration itself: its configuration, external ids and received events',
    operations: OWN_OPERATIONS,
  }
  return [...rows, own].map(({ scope, about, operations }) => ({
    scope,
    about,
    operations: Object.entries<readonly string[]>(operations).map(([id, fields]) => ({ id, fields })),
  }))
}

/** Refuses what this kind of caller may not ask, whatever it is about. */
export function requireScope(actor: Actor, operation: Operation) {
  if (actor.kind === 'user' && actor.credential.kind === 'token')
    requireTokenScope(actor.credential.scopes, operation)
  if (actor.kind === 'directory' && operation.dialect !== 'scim')
    throw unauthenticated('This token can only be used for SCIM')
  const scope = scopeOf(operation)
  // With a scope, also where everybody may ask: members find more there, and an installation goes by the id of one.
  if (operation.on.isPublic && (!scope || actor.kind !== 'installation')) return
  switch (actor.kind) {
    case 'visitor':
      if (operation.forVisitors) return
      throw unauthenticated('This token can only read the published content of a site')
    case 'integration':
      if (isOwn(operation)) return
      throw forbidden(
        'The token of an integration can only read the integration itself: use the token of an installation',
      )
    case 'installation': {
      if (isOwn(operation) || (scope && actor.installation.scopes.includes(scope))) return
      throw forbidden(
        scope
          ? `This needs the scope "${scope}", which the installation does not have`
          : 'Integrations cannot use this operation',
        { scope },
      )
    }
    case 'directory':
    case 'user':
    case 'nobody':
    case 'system':
      return
    default:
      actor satisfies never
  }
}

function isOwn({ id }: Operation) {
  return Object.hasOwn(OWN_OPERATIONS, id)
}

/** Refuses fields that are for people to change. */
export function requireFieldsInScope(actor: Actor, operation: Operation, body: unknown) {
  if (actor.kind !== 'installation' && actor.kind !== 'integration') return
  const fields = reachOf(operation)
  if (typeof body !== 'object' || body === null || !fields) return
  const field = Object.keys(body).find((name) => !fields.includes(name))
  if (field === undefined) return
  throw forbidden(`Only people can send body.${field}, not the token of an integration`, {
    field: `body.${field}`,
  })
}
