// Which scope an API token of a person needs for an operation: by its path, and by whether it writes.
import { forbidden } from '../../domain/problems.ts'
import type { TokenScope } from '../../domain/token-scopes.ts'
import type { Operation } from './operation.ts'

/** What begins like this, and whether it reads or writes; the first that fits. What fits nowhere, only whole tokens do. */
const RULES: readonly [path: RegExp, reads?: TokenScope, writes?: TokenScope][] = [
  [/^\/v1\/user$/, 'user:read'],
  [/^\/v1\/users\/\{userId\}$/, 'user:read'],
  [/^\/v1\/(spaces|collections)\/[^/]+\/permissions/, 'space:permissions:read', 'space:permissions:write'],
  [/\/change-requests\/[^/]+\/merge$/, undefined, 'change-request:merge'],
  [/^\/v1\/integrations\/[^/]+\/installations\/[^/]+\/(tokens|scopes)/],
  [
    /^\/v1\/integrations\/[^/]+\/(installations|spaces|sites)/,
    'integration:installations:read',
    'integration:installations:write',
  ],
  [/^\/v1\/integrations\/[^/]+\/dev$/, undefined, 'integration:publish'],
  [/^\/v1\/integrations(\/[^/]+)?$/, 'integration:read', 'integration:publish'],
  [/^\/v1\/integrations\//, 'integration:read', 'integration:installations:write'],
  [/^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/(publish|unpublish)$/, undefined, 'site:publish'],
  [/^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/(publishing\/auth|share-links)/, 'site:auth:read', 'site:auth:write'],
  [/^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/permissions/, 'site:permissions:read'],
  [
    /^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/insights\/events\/aggregate$/,
    'site:insights:read',
    'site:insights:read',
  ],
  [/^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/search$/, 'site:search', 'site:search'],
  [/^\/v1\/orgs\/[^/]+\/(sites|fonts)/, 'site:read', 'site:write'],
  [/^\/v1\/(urls|custom-hostnames|subdomains)/, 'site:read', 'site:write'],
  [/^\/v1\/orgs\/[^/]+\/openapi/, 'openapi:read', 'openapi:write'],
  [
    /^\/v1\/orgs\/[^/]+\/(members|teams|invites|link-invites|join)/,
    'organization:members:read',
    'organization:members:write',
  ],
  [/^\/v1\/orgs\/[^/]+\/(integrations)/, 'integration:read'],
  [/^\/v1\/orgs\/[^/]+\/(installations)/, 'integration:installations:read'],
  [/^\/v1\/orgs\/[^/]+\/search$/, 'organization:search'],
  [
    /^\/v1\/orgs\/[^/]+\/(spaces|collections|change-requests|translations|translations-glossary|storage)/,
    'space:read',
    'space:write',
  ],
  [/^\/v1\/(spaces|collections)/, 'space:read', 'space:write'],
  [/^\/v1\/orgs\/[^/]+\/(webhooks|audit)/],
  [/^\/v1\/orgs(\/[^/]+)?$/, 'organization:read', 'organization:write'],
  [/^\/v1\/orgs\/[^/]+\/events/, 'organization:read'],
]

/** Undefined of what needs a token without scopes. */
export function tokenScopeOf({
  id,
  path,
  method,
  writes,
}: Pick<Operation, 'id' | 'path' | 'method' | 'writes'>) {
  if (id === 'unpublishIntegration') return 'integration:delete'
  if (id === 'deleteOrganization' || id === 'deleteUser' || id === 'createOrganization') return
  const rule = RULES.find(([pattern]) => pattern.test(path))
  return method === 'GET' || !writes ? rule?.[1] : rule?.[2]
}

/** Refuses what a token of a person is not for; one without scopes is for everything they may do. */
export function requireTokenScope(scopes: readonly string[] | null, operation: Operation) {
  if (scopes === null) return
  const scope = tokenScopeOf(operation)
  if (scope === undefined && operation.on.isPublic) return
  if (scope !== undefined && scopes.includes(scope)) return
  throw forbidden(
    scope
      ? `This token does not have the scope "${scope}"`
      : 'This needs a token without scopes, or a browser',
    { scope },
  )
}
