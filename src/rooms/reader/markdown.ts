// Every page as Markdown, at its address with `.md` behind it.
import type { ReadContext } from '../../domain/context.ts'
import { pageText } from '../../reading/page-text.ts'
import type { SiteAnswer } from '../../site/answers.ts'
import { markdownOf } from '../content/answers.ts'
import { readingsOf } from '../published/addresses.ts'
import { viewOf } from './references.ts'
import { pageAt } from './spaces-read.ts'
import { isPrivate, openSiteSpace, type VisitedSite } from './visited-site.ts'

/** Also at the address of a section or a variant: that of the page which is seen there first. */
export async function answerMarkdown(
  ctx: ReadContext,
  visited: VisitedSite,
  parts: string[],
): Promise<SiteAnswer | undefined> {
  const asked = parts.join('/')
  if (!asked.endsWith('.md')) return
  const page = asked.slice(0, -'.md'.length).split('/').filter(Boolean)
  const { structure, site, audience } = visited
  for (const { siteSpace, rest } of readingsOf(structure, site, page)) {
    const space = await openSiteSpace(ctx, visited, siteSpace)
    const placed = pageAt(space.read, rest.join('/'))
    if (placed?.page.type !== 'document') continue
    const body = await markdownOf(ctx, { view: viewOf(ctx, space), audience }, placed.page)
    const text = pageText(placed.page, body)
    return { kind: 'text', status: 200, type: 'markdown', text, isPrivate: isPrivate(site) }
  }
}
