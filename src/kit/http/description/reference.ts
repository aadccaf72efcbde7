import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenApiDocument } from '../../../engines/openapi/document.ts'
import type { WantedApi } from '../../../engines/openapi/view/page-blocks.ts'
import { openReference, type Reference } from '../../../engines/reference/reference.ts'
import type { Assets, Look } from '../../../engines/site/model.ts'
import { VERSION } from '../../../world/version.ts'
import { packedFor } from '../answers/compression.ts'
import { isKnown } from '../answers/entity-tag.ts'
import { lazily } from '../answers/lazily.ts'

const HOME = '/docs'
const APART = { style: `${HOME}/~look/${VERSION}.css`, script: `${HOME}/~look/${VERSION}.js` }

/** How pages of sites look, and their styles and scripts. */
export type ReferenceLook = {
  look: Look
  assets: {
    below(home: string): Assets
    /** Undefined where the path is none of theirs. */
    send(path: string, reply: FastifyReply): Promise<FastifyReply> | undefined
  }
}

type Opened = { reference: Reference; policy: string }

/** The document for programs at /v1/openapi.json, and for people at /docs. */
export function mountReference(
  server: FastifyInstance,
  describe: () => OpenApiDocument,
  { look, assets }: ReferenceLook,
) {
  const document = lazily(describe)
  const json = lazily(() => JSON.stringify(document()))
  server.get('/v1/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json()),
  )

  const opened = lazily(async (): Promise<Opened> => {
    const frame = { home: HOME, look, assets: { ...assets.below(HOME), apart: APART } }
    return { reference: await openReference(document(), frame), policy: policyFor(document()) }
  })
  const pages = new Map<string, Promise<KeptPage | undefined>>()
  const keptPage = async (path: string) => {
    const { reference } = await opened()
    const kept = pages.get(path) ?? (reference.paths.includes(path) ? keep(reference.page(path)) : undefined)
    if (kept) pages.set(path, kept)
    return kept
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { reference, policy } = await opened()
    const only = wantedIn(request)
    const page = only ? await keep(reference.page(path, only)) : await keptPage(path)
    return page && send(reply, page, policy)
  }

  server.get(HOME, (request, reply) => sendPage(request, reply, ''))
  server.get<{ Querystring: { q?: unknown } }>(`${HOME}/~search`, async ({ query }, reply) => {
    const { reference, policy } = await opened()
    return send(reply, keptOf(reference.searchPage(wordsIn(query.q))), policy)
  })
  server.get<{ Querystring: { q?: unknown } }>(`${HOME}/~search.json`, async ({ query }) => {
    return (await opened()).reference.search(wordsIn(query.q))
  })
  server.get<{ Params: { '*': string } }>(`${HOME}/~navigation/*`, async ({ params }, reply) => {
    const branch = (await opened()).reference.branch(params['*'])
    return branch === undefined ? reply.callNotFound() : reply.type(HTML).send(branch)
  })
  for (const [name, type] of [
    ['style', 'text/css'],
    ['script', 'text/javascript'],
  ] as const)
    server.get(APART[name], async (_request, reply) => {
      const text = (await opened()).reference.inline[name]
      return reply.type(`${type}; charset=utf-8`).header('cache-control', KEPT_FOR_EVER).send(text)
    })
  server.get<{ Params: { '*': string } }>(`${HOME}/*`, async (request, reply) => {
    const path = request.params['*']
    await (assets.send(`${HOME}/${path}`, reply) ?? sendPage(request, reply, path))
    if (reply.sent) return reply
    const { reference, policy } = await opened()
    const moved = movedTo(reference, path)
    if (moved !== undefined) return reply.redirect(moved, 301)
    return send(reply.code(404), keptOf(reference.missingPage()), policy)
  })
  server.get('/', (_request, reply) => reply.redirect(HOME))
}

const HTML = 'text/html; charset=utf-8'
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'
const MOST_WORDS = 200

function wordsIn(query: unknown): string {
  return typeof query === 'string' ? query.slice(0, MOST_WORDS) : ''
}

/** What a page has no room for is asked for by name. */
function wantedIn({ query }: FastifyRequest): WantedApi | undefined {
  const { operation, part } = query as { operation?: unknown; part?: unknown }
  if (typeof operation !== 'string') return
  return { operation, ...(typeof part === 'string' && { part }) }
}

/** Earlier versions had a page for each operation and object. */
function movedTo(reference: Reference, path: string): string | undefined {
  const [, kind, name = ''] = /^(operations|objects)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'operations') return reference.operationAddress(name)
  return kind === 'objects' ? reference.objectAddress(name) : undefined
}

type KeptPage = { bytes: Buffer; tag: string }

function keptOf(html: string): KeptPage {
  const bytes = Buffer.from(html)
  return { bytes, tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

async function keep(page: Promise<string | undefined>): Promise<KeptPage | undefined> {
  const html = await page
  return html === undefined ? undefined : keptOf(html)
}

async function send(reply: FastifyReply, { bytes, tag }: KeptPage, policy: string) {
  reply.type(HTML).headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', etag: tag })
  if (reply.statusCode === 200 && isKnown(tag, reply.request.headers['if-none-match']))
    return reply.code(304).send()
  return reply.send((await packedFor(reply.request, reply, bytes)) ?? bytes)
}

/** A page asks nobody but us, also where its visitor knows us by another name than the document. */
function policyFor({ servers = [] }: OpenApiDocument): string {
  const own = servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ['connect-src', "'self'", ...own].join(' '),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
