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

  const opened = lazily(async () => {
    const frame = { home: HOME, look, assets: { ...assets.below(HOME), apart: APART } }
    return keepPages(await openReference(document(), frame), policyFor(document()))
  })
  server.get(HOME, async (request, reply) => (await opened()).send(request, reply, ''))
  server.get<Query>(`${HOME}/~search`, async ({ query }, reply) => {
    const { reference, policy } = await opened()
    return sendPage(reply, keptPage(reference.searchPage(wordsIn(query.q))), policy)
  })
  server.get<Query>(`${HOME}/~search.json`, async ({ query }) => {
    return (await opened()).reference.search(wordsIn(query.q))
  })
  server.get<Below>(`${HOME}/~navigation/*`, async ({ params }, reply) => {
    const branch = (await opened()).reference.branch(params['*'])
    return branch === undefined ? reply.callNotFound() : reply.type(HTML).send(branch)
  })
  for (const name of ['style', 'script'] as const)
    server.get(APART[name], async (_request, reply) => {
      const text = (await opened()).reference.inline[name]
      return reply.type(TYPES[name]).header('cache-control', KEPT_FOR_EVER).send(text)
    })
  server.get<Below>(`${HOME}/*`, async (request, reply) => {
    const path = request.params['*']
    await (assets.send(`${HOME}/${path}`, reply) ?? (await opened()).send(request, reply, path))
    if (reply.sent) return reply
    const { reference, policy } = await opened()
    const moved = movedTo(reference, path)
    if (moved !== undefined) return reply.redirect(moved)
    return sendPage(reply.code(404), keptPage(reference.missingPage()), policy)
  })
}

type Query = { Querystring: { q?: unknown } }
type Below = { Params: { '*': string } }

/** Each page is made when it is first asked for. */
function keepPages(reference: Reference, policy: string) {
  const kept = new Map<string, Promise<KeptPage | undefined>>()
  const make = async (path: string, only?: WantedApi) => {
    const html = await reference.page(path, only)
    return html === undefined ? undefined : keptPage(html)
  }
  const find = (path: string) => {
    const page = kept.get(path) ?? make(path)
    if (reference.paths.includes(path)) kept.set(path, page)
    return page
  }
  return {
    reference,
    policy,
    /** Sends nothing where there is no such page. */
    async send(request: FastifyRequest, reply: FastifyReply, path: string) {
      const only = wantedIn(request)
      const page = await (only ? make(path, only) : find(path))
      return page && sendPage(reply, page, policy)
    },
  }
}

const HTML = 'text/html; charset=utf-8'
const TYPES = { style: 'text/css; charset=utf-8', script: 'text/javascript; charset=utf-8' }
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

function keptPage(html: string): KeptPage {
  const bytes = Buffer.from(html)
  return { bytes, tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

async function sendPage(reply: FastifyReply, { bytes, tag }: KeptPage, policy: string) {
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
