import fastify from 'fastify'
import { fillIn } from '../../src/engines/html/placeholders/fill-in.ts'
import { writeDocument } from '../../src/engines/html/write-document.ts'
import { parseMarkdown } from '../../src/engines/markdown/parse.ts'
import type { OpenApiDocument } from '../../src/engines/openapi/document.ts'
import { writeBlock } from '../../src/engines/openapi/view/page-blocks.ts'
import type { SiteModel } from '../../src/engines/site/model.ts'
import { openSite, sitePage } from '../../src/engines/site/views/page.ts'
import { openSiteAssets } from '../../src/site-server/routes/site-assets.ts'
import { serveSites } from '../../src/site-server/routes/sites.ts'
import { memoryBlobs } from '../../src/world/blobs/memory.ts'
import { samplePage, sampleSite } from '../drawn/site-model.ts'

/** A page of a site with parts of a description on it, as a browser gets it: with all its files and its policy. */
export async function serveApiPage(
  document: OpenApiDocument,
  markdown: string,
  changes: Partial<SiteModel> = {},
) {
  const assets = openSiteAssets()
  const server = fastify()
  const open = openSite(sampleSite({ assets: assets.below('/sites/beacon'), variants: [], ...changes }))
  const words = open.words.document
  const { html, outline, needs } = fillIn(writeDocument(parseMarkdown(markdown)), {
    resolve: () => undefined,
    api: (_, part) => writeBlock(document, part, words),
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
