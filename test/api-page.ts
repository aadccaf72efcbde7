import fastify from 'fastify'
import { fillIn } from '../src/html/fill-in.ts'
import { writeDocument } from '../src/html/write-document.ts'
import { openSiteAssets } from '../src/http/site-assets.ts'
import { serveSites } from '../src/http/sites.ts'
import { parseMarkdown } from '../src/markdown/parse.ts'
import type { OpenApiDocument } from '../src/openapi/document.ts'
import { writeBlock } from '../src/rooms/visited-sites/api-blocks.ts'
import type { Site } from '../src/site/model.ts'
import { openSite, sitePage } from '../src/site/page.ts'
import { documentWords } from '../src/site/words.ts'
import { memoryBlobs } from '../src/world/blobs-memory.ts'
import { samplePage, sampleSite } from './site-model.ts'

/** A page of a site with parts of a description on it, as a browser gets it: with all its files and its policy. */
export async function serveApiPage(document: OpenApiDocument, markdown: string, changes: Partial<Site> = {}) {
  const assets = openSiteAssets()
  const server = fastify()
  const open = openSite(sampleSite({ assets: assets.below('/sites/beacon'), variants: [], ...changes }))
  const words = documentWords(open.words)
  const { html, outline, needs } = fillIn(writeDocument(parseMarkdown(markdown, { hasOurs: true })), {
    resolve: () => undefined,
    api: (_, part) => writeBlock({ document }, part, words),
    words,
  })
  const page = samplePage({ title: 'Pets', body: html, outline, servers: needs.servers })
  const answered = {
    kind: 'page' as const,
    status: 200 as const,
    html: sitePage(open, page),
    inline: [open.inline.style, open.inline.script],
    servers: needs.servers,
    isPrivate: false,
    isIndexed: true,
  }
  serveSites(server, {
    publicUrl: 'http://localhost',
    assets,
    blobs: memoryBlobs(),
    door: { spend: undefined },
    sendNoSite: () => undefined,
    answer: async ({ url }) => (url.pathname === '/sites/beacon' ? answered : undefined),
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return { address: `${address}/sites/beacon`, html: answered.html, close: () => server.close() }
}
