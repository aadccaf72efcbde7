import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openReference } from '../../../engines/reference/page.ts'
import { REFERENCE_ASSETS } from '../../../engines/reference/reference-assets.ts'
import { ownFile } from '../../../world/own-files.ts'
import { VERSION } from '../../../world/version.ts'
import { notFound } from '../../domain/problems.ts'
import { lazily } from '../answers/lazily.ts'
import type { ApiDocument } from './document.ts'

// The same folder from src/kit/http and from dist/program.
const ASSETS = ownFile('src/engines/reference/assets/')
const ADDRESSES = { home: '/docs', assets: `/docs/assets/${VERSION}` }

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

function sendPage(reply: FastifyReply, page: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(page)
}

/** The document for programs at /v1/openapi.json, and for people at /docs. */
export function mountReference(server: FastifyInstance, describe: () => ApiDocument) {
  const document = lazily(describe)
  const json = lazily(() => JSON.stringify(document()))
  server.get('/v1/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json()),
  )

  const reference = lazily(() => openReference(document(), ADDRESSES))
  const page = lazily(() => reference().page())
  const index = lazily(() => reference().index())
  server.get('/docs', (_request, reply) => sendPage(reply, page()))
  server.get('/docs/index.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(index()),
  )
  server.get('/docs/scopes', (_request, reply) => {
    const part = reference().scopes()
    if (part === undefined) throw notFound('page')
    return sendPage(reply, part)
  })
  server.get<{ Params: { id: string } }>('/docs/operations/:id', ({ params }, reply) => {
    const part = reference().operation(params.id)
    if (part === undefined) throw notFound('operation')
    return sendPage(reply, part)
  })
  server.get<{ Params: { name: string } }>('/docs/objects/:name', ({ params }, reply) => {
    const part = reference().object(params.name)
    if (part === undefined) throw notFound('object')
    return sendPage(reply, part)
  })
  for (const [name, type] of Object.entries(REFERENCE_ASSETS)) {
    const bytes = readFileSync(new URL(name, ASSETS), 'utf8')
    server.get(`${ADDRESSES.assets}/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    )
  }
  server.get('/', (_request, reply) => reply.redirect('/docs'))
}
