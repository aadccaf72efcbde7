// Where else a page is, as it says itself. Visitors learn of nothing that they may not read.
import { metaLinksOf, type PageRecord } from '../../../engines/content/records.ts'
import { withheldAmong } from '../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { SeenContent } from './access.ts'
import { readComputed } from './computed/computed-content.ts'
import { isElsewhere, linkOf, linksTold } from './present-meta-links.ts'
import { requirePage } from './reading/answers.ts'
import { readElsewhere } from './reading/withheld.ts'
import type { MetaLink, MetaLinks } from './schema-meta-links.ts'

export async function answerMetaLinks(
  ctx: ReadContext,
  written: SeenContent,
  pageId: string,
): Promise<MetaLinks> {
  const view = await readComputed(ctx, written.space.id, written.view)
  const content = { ...written, view }
  const page = await requirePage(ctx, content, pageId)
  return linksTold(ctx.links, page, await toldTo(ctx, content, page))
}

async function toldTo(
  ctx: ReadContext,
  { view, audience }: SeenContent,
  page: PageRecord,
): Promise<(link: MetaLink) => boolean> {
  if (audience.kind === 'writer') return () => true
  const links = metaLinksOf(page).map((ref) => linkOf(ctx.links, ref))
  const own = new Set(links.flatMap((link) => (isHere(link) ? [link.page] : [])))
  const withheld = await withheldAmong(ctx.links, { view, audience }, own)
  const isRead = readElsewhere(ctx, audience)
  const away = new Set<string>()
  for (const link of links)
    if (link.kind === 'page' && !isHere(link) && (await isRead(link))) away.add(keyOf(link))
  return (link) => {
    if (link.kind === 'url') return isElsewhere(link)
    return isHere(link) ? !withheld.has(link.page) : away.has(keyOf(link))
  }
}

type PageLink = Extract<MetaLink, { kind: 'page' }>

function isHere(link: MetaLink): link is PageLink {
  return link.kind === 'page' && link.space === undefined
}

function keyOf({ page, space }: PageLink) {
  return `${space} ${page}`
}
