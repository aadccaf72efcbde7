// Every page as Markdown, at its address with `.md` behind it.
import { fileOfPage } from '../../content/links/paths.ts'
import type { Hash, PageRecord } from '../../content/records.ts'
import type { OutsideContext } from '../../domain/context.ts'
import { Problem, unavailable } from '../../domain/problems.ts'
import { mayShowApis } from '../../reading/describe-apis.ts'
import { pageText } from '../../reading/page-text.ts'
import type { SiteAnswer } from '../../site/answers.ts'
import { LaneBusy, TaskTimeout } from '../../world/threads.ts'
import { TaskLost } from '../../world/worker-handles.ts'
import { markdownOf } from '../content/answers.ts'
import { findApi, textWithApis } from '../content/apis.ts'
import { describeApisNow } from '../content/described-texts.ts'
import { readApiDocument } from '../openapi/documents.ts'
import { readingsOf } from '../published/addresses.ts'
import { viewOf } from '../visited-sites/references.ts'
import { languagesAround } from '../visited-sites/site-frame.ts'
import { pageAt } from '../visited-sites/spaces-read.ts'
import { isPrivate, type OpenSpace, openSiteSpace, type VisitedSite } from '../visited-sites/visited-site.ts'
import { withIncluded } from './included.ts'
import { withSiteLinks } from './site-links.ts'

const DESCRIBING = { timeout: 20_000, patience: 10_000 }

/**
 * What readers without HTML get of a page: with the reusable contents and API descriptions that it shows, and with links
 * that lead somewhere from wherever it is read.
 */
export async function textOfPage(
  ctx: OutsideContext,
  visited: VisitedSite,
  space: OpenSpace,
  page: PageRecord,
): Promise<string> {
  const view = viewOf(ctx, space)
  const from = { page: page.id, file: fileOfPage(page, space.read.byId.get(page.id)?.path ?? page.slug) }
  const read = (body: Hash | null) => markdownOf(ctx, { view, audience: visited.audience }, page, body)
  const whole = await withIncluded(read, { view, from }, await read(page.body))
  const text = await withSiteLinks(ctx, { visited, space, from }, whole)
  if (!mayShowApis(text)) return text
  const files = { view, from, read: (blob: string) => readApiDocument(ctx, blob) }
  const find = findApi(ctx, space.siteSpace.space.id, files)
  const languages = await languagesAround(ctx, visited, space)
  const describing = { threads: ctx.threads, find, task: describeApisNow, ...DESCRIBING }
  return textWithApis(describing, text, { languages }).catch((error) => {
    if (error instanceof LaneBusy) throw unavailable('Too many long pages are written; try again', 5, error)
    if (error instanceof TaskTimeout || error instanceof TaskLost)
      throw new Problem('too_large', 'This page shows too much of API descriptions to be one text')
    throw error
  })
}

/** Also at the address of a section or a variant: that of the page which is seen there first. */
export async function answerMarkdown(
  ctx: OutsideContext,
  visited: VisitedSite,
  parts: string[],
): Promise<SiteAnswer | undefined> {
  const asked = parts.join('/')
  if (!asked.endsWith('.md')) return
  const page = asked.slice(0, -'.md'.length).split('/').filter(Boolean)
  const { structure, site } = visited
  for (const { siteSpace, rest } of readingsOf(structure, site, page)) {
    const space = await openSiteSpace(ctx, visited, siteSpace)
    const placed = pageAt(space.read, rest.join('/'))
    if (placed?.page.type !== 'document') continue
    const text = pageText(placed.page, await textOfPage(ctx, visited, space, placed.page))
    return { kind: 'text', status: 200, type: 'markdown', text, isPrivate: isPrivate(site) }
  }
}
