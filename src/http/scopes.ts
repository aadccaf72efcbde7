// What tokens that are not a person's may ask for at all, before anybody looks at what it is about.
import type { Actor } from '../domain/context.ts'
import { forbidden, unauthenticated } from '../domain/problems.ts'
import type { Operation } from './operation.ts'

const SPACE = '/v1/spaces/{spaceId}'
const SITE = '/v1/orgs/{organizationId}/sites/{siteId}'
const SPECS = '/v1/orgs/{organizationId}/openapi'
const CONTENT = [
  ...['/content', '/documents', '/revisions', '/change-requests', '/comments', '/commenters', '/search'],
  ...['/links', '/embed', '/pdf'],
].map((path) => SPACE + path)
const SITE_PARTS = ['/structure', '/site-spaces', '/sections', '/section-groups', '/customization']

type Rule = { scope: string; reads?: string[]; writes?: string[]; exactly?: boolean }

/** The scope of an integration that lets its installations call an operation: the first rule with its path and method. */
const RULES: Rule[] = [
  { scope: 'space:git:sync', reads: [`${SPACE}/git`], writes: [`${SPACE}/git`] },
  { scope: 'space:content:read', reads: CONTENT },
  { scope: 'space:content:write', writes: CONTENT },
  { scope: 'space:metadata:read', reads: [SPACE], exactly: true },
  { scope: 'space:metadata:write', writes: [SPACE], exactly: true },
  {
    scope: 'site:visitor:auth',
    reads: [`${SITE}/publishing/auth`],
  },
  { scope: 'site:adaptive:read', reads: [`${SITE}/adaptive-schema`] },
  { scope: 'site:adaptive:write', writes: [`${SITE}/adaptive-schema`] },
  { scope: 'site:views:read', reads: [`${SITE}/insights`], writes: [`${SITE}/insights/events/aggregate`] },
  { scope: 'site:metadata:read', reads: SITE_PARTS.map((path) => SITE + path) },
  { scope: 'site:metadata:read', reads: [SITE], exactly: true },
  { scope: 'openapi:read', reads: [SPECS] },
  { scope: 'openapi:write', writes: [SPECS] },
]

/** Undefined of what no installation may do. */
export function scopeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string | undefined {
  // To take something away for good is left to people.
  if (method === 'DELETE' && path === SPACE) return
  return RULES.find(({ reads = [], writes = [], exactly }) =>
    (method === 'GET' ? reads : writes).some((place) =>
      exactly ? path === place : path === place || path.startsWith(`${place}/`),
    ),
  )?.scope
}

/** Refuses what this kind of caller may not ask, whatever it is about. */
export function requireScope(actor: Actor, operation: Operation) {
  if (operation.on.isPublic) return
  switch (actor.kind) {
    case 'visitor':
      if (operation.forVisitors) return
      throw unauthenticated('This token reads the published content of a site, and nothing else')
    case 'integration':
      if (operation.forIntegrations) return
      throw forbidden('An integration may ask only about itself: use the token of one of its installations')
    case 'installation': {
      const scope = scopeOf(operation)
      if (operation.forIntegrations || (scope && actor.installation.scopes.includes(scope))) return
      throw forbidden(
        scope
          ? `This needs the scope "${scope}", which the integration does not have`
          : 'No scope lets an integration do this',
        { scope },
      )
    }
    case 'user':
    case 'nobody':
    case 'system':
      return
    default:
      actor satisfies never
  }
}
