// What API tokens of people may be limited to.
export const TOKEN_SCOPES = [
  ...(['user:read', 'organization:read', 'organization:write', 'organization:search'] as const),
  ...(['organization:members:read', 'organization:members:write'] as const),
  ...(['space:read', 'space:write', 'space:permissions:read', 'space:permissions:write'] as const),
  'change-request:merge',
  ...(['site:read', 'site:write', 'site:publish', 'site:search', 'site:insights:read'] as const),
  ...(['site:permissions:read', 'site:auth:read', 'site:auth:write'] as const),
  ...(['openapi:read', 'openapi:write', 'integration:read', 'integration:publish'] as const),
  ...(['integration:delete', 'integration:installations:read', 'integration:installations:write'] as const),
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

const READ: readonly TokenScope[] = [
  ...(['user:read', 'organization:read', 'organization:search', 'organization:members:read'] as const),
  ...(['space:read', 'space:permissions:read', 'site:read', 'site:search', 'site:insights:read'] as const),
  ...([
    'site:permissions:read',
    'openapi:read',
    'integration:read',
    'integration:installations:read',
  ] as const),
]
const CONTENT: readonly TokenScope[] = [...READ, 'space:write', 'openapi:write']

/** For most people one of these is enough. `administration` is everything, as a token without scopes. */
const SCOPE_GROUPS = {
  read: READ,
  content: CONTENT,
  review: [...CONTENT, 'change-request:merge'],
  administration: undefined,
} as const satisfies Record<string, readonly TokenScope[] | undefined>
export type ScopeGroup = keyof typeof SCOPE_GROUPS
export const GROUP_NAMES = [
  'read',
  'content',
  'review',
  'administration',
] as const satisfies readonly ScopeGroup[]

/** Scopes one by one; undefined for a token that may do all that its owner may. */
export function expandScopes(
  wanted: readonly (TokenScope | ScopeGroup)[] | undefined,
): TokenScope[] | undefined {
  if (wanted === undefined || wanted.includes('administration')) return
  const scopes = wanted.flatMap((name): readonly TokenScope[] =>
    isGroup(name) ? (SCOPE_GROUPS[name] ?? []) : [name],
  )
  return [...new Set(scopes)].toSorted()
}

function isGroup(name: TokenScope | ScopeGroup): name is ScopeGroup {
  return Object.hasOwn(SCOPE_GROUPS, name)
}
