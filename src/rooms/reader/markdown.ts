// Every page as Markdown, at its address with `.md` behind it.
import type { ReadContext } from '../../domain/context.ts'
import type { SiteAnswer } from '../../site/answers.ts'
import { markdownOf } from '../content/answers.ts'
import { viewOf } from './references.ts'
import { pageAt } from './spaces-read.ts'
import { isPrivate, type OpenSpace, type VisitedSite } from './visited-site.ts'

export async function answerMarkdown(
  ctx: ReadContext,
  { site, audience }: VisitedSite,
  space: OpenSpace,
  path: string,
): Promise<SiteAnswer | undefined> {
  if (!path.endsWith('.md')) return
  const placed = pageAt(space.read, path.slice(0, -'.md'.length))
  if (placed?.page.type !== 'document') return
  const text = await markdownOf(ctx, { view: viewOf(ctx, space), audience }, placed.page)
  return { kind: 'text', status: 200, type: 'markdown', text, isPrivate: isPrivate(site) }
}
