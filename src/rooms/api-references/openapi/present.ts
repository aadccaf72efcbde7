import type { Links } from '../../../kit/domain/links.ts'
import { type SeenSpec, specAbilities } from './access.ts'
import type { OpenAPISpec, OpenAPISpecVersion } from './schema.ts'
import type { VersionRow } from './store.ts'

export function presentSpec(spec: SeenSpec, links: Links): OpenAPISpec {
  const { id, slug, sourceUrl, processingState, visibility, errors } = spec
  const { location, app } = links.spec(spec.organizationId, slug)
  return {
    object: 'openapi-spec',
    id,
    createdAt: spec.createdAt.toISOString(),
    updatedAt: spec.updatedAt.toISOString(),
    slug,
    ...(sourceUrl !== null && { sourceURL: sourceUrl }),
    processingState,
    visibility,
    ...(spec.lastVersionId !== null && { lastVersion: spec.lastVersionId }),
    ...(spec.lastProcessedAt !== null && { lastProcessedAt: spec.lastProcessedAt.toISOString() }),
    ...(spec.errorCode !== null && { lastProcessErrorCode: spec.errorCode }),
    ...(errors.length > 0 && { lastProcessedErrors: errors }),
    permissions: specAbilities(spec.organization),
    urls: {
      location,
      app,
      ...(visibility === 'public' && { published: `${location}/document` }),
    },
  }
}

type Named = { organizationId: string; slug: string }

function locationOf({ organizationId, slug }: Named, links: Links) {
  return links.spec(organizationId, slug).location
}

export function presentVersion(version: VersionRow, spec: Named, links: Links): OpenAPISpecVersion {
  const { id, createdAt } = version
  return {
    object: 'openapi-spec-version',
    id,
    createdAt: createdAt.toISOString(),
    url: urlOf(version, spec, links),
    urls: { location: `${locationOf(spec, links)}/versions/${id}` },
  }
}

/** Where people find what it says. */
export function urlOf({ sourceUrl }: VersionRow, spec: Named, links: Links) {
  return sourceUrl ?? `${locationOf(spec, links)}/document`
}
