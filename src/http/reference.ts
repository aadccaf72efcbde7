import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { renderReference } from '../reference/page.ts'
import { REFERENCE_ASSETS } from '../reference/reference-assets.ts'
import { VERSION } from '../version.ts'
import type { ApiDocument } from './document.ts'

// The same folder from src/http and from dist/http.
const ASSETS = new URL('../../src/reference/assets/', import.meta.url)
const ASSETS_BASE = `/docs/assets/${VERSION}`

// The page asks nobody but us, and nobody can make it do otherwise.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The document for programs at /v1/openapi.json, and for people at /docs. */
export function mountReference(server: FastifyInstance, document: ApiDocument) {
  const json = JSON.stringify(document)
  server.get('/v1/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  )

  let page: string | undefined
  server.get('/docs', (_request, reply) => {
    page ??= renderReference(document, { assetsBase: ASSETS_BASE })
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page)
  })
  for (const [name, type] of Object.entries(REFERENCE_ASSETS)) {
    const bytes = readFileSync(new URL(name, ASSETS), 'utf8')
    server.get(`${ASSETS_BASE}/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    )
  }
  server.get('/', (_request, reply) => reply.redirect('/docs'))
}
