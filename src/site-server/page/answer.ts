// What a site answers: from an address to the site, past its door, to a page or whatever else there is.

import type { WantedApi } from '../../engines/openapi/view/page-blocks.ts'
import { visitorAudience } from '../../engines/reading/audience.ts'
import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { emptyPage } from '../../engines/site/views/app-pages.ts'
import { notFoundPage, refusedPage } from '../../engines/site/views/other-pages.ts'
import type { OutsideContext, Visitor } from '../../kit/domain/context.ts'
import { isDatabaseGone } from '../../kit/storage/database/failures.ts'
import { readingsOf } from '../../rooms/sites/published/addresses.ts'
import { enter } from '../../rooms/sites/published/admission/enter.ts'
import type { Visit } from '../../rooms/sites/published/admission/visit.ts'
import { findMoved } from '../../rooms/sites/published/follow-redirects.ts'
import { findSiteAt } from '../../rooms/sites/published/resolve-url.ts'
import { EMPTY_STRUCTURE } from '../../rooms/sites/sites/structure/structure.ts'
import { answerAgent, isFromAgent } from '../formats/agents.ts'
import { answerFeed } from '../formats/feeds.ts'
import { answerMachine } from '../formats/machine-files.ts'
import { answerMarkdown } from '../formats/markdown.ts'
import { frameOf, type ReaderKit } from '../visit/site-frame.ts'
import { firstIn, pageAt } from '../visit/spaces-read.ts'
import { hrefOf, openSiteSpace, type VisitedSite } from '../visit/visited-site.ts'
import { answerMaintenance } from './maintenance.ts'
import { message } from './messages.ts'
import { answerPage } from './pages.ts'
import { answerTool } from './tools.ts'

const MARKDOWN = '.md'

/** Undefined where no site is. While the database is away, what is in memory is still there. */
export async function answerSite(
  ctx: OutsideContext,
  kit: ReaderKit,
  request: SiteRequest,
): Promise<SiteAnswer | undefined> {
  try {
    return await answerAt(ctx, kit, request)
  } catch (error) {
    if (isDatabaseGone(error)) return answerMaintenance(ctx, kit, request)
    throw error
  }
}

async function answerAt(
  ctx: OutsideContext,
  kit: ReaderKit,
  request: SiteRequest,
): Promise<SiteAnswer | undefined> {
  const found = await findSiteAt(ctx, request.url)
  if (!found) return
  const { site, way } = found
  const home = way.siteBasePath.replace(/\/$/, '')
  if (isFromAgent(request))
    return answerAgent(ctx, found, request, (visit) => {
      const visited = visitedSite(visit, home)
      return { ctx: asVisitor(ctx, visited), visited }
    })
  const entered = await enter(ctx, site, way, request, kit.exchangeCode)
  switch (entered.kind) {
    case 'redirect':
      return entered
    case 'refused': {
      const nobody = { ...NOTHING_SEEN, site, home }
      const open = await frameOf(ctx, kit, nobody)
      const status = site.visibility === 'visitor-auth' ? 401 : 403
      return message(open, refusedPage(open, { signIn: entered.signIn }), status)
    }
    case 'visit': {
      const visited = visitedSite(entered.visit, home)
      const answer = await answerVisitor(ctx, kit, visited, entered.rest, request)
      // Programs remember nothing: what they read is said by its address each time.
      const isForBrowser = answer.kind === 'page' || answer.kind === 'redirect'
      return (isForBrowser && entered.remember) || answer
    }
    default:
      return entered satisfies never
  }
}

const NOTHING_SEEN = {
  structure: EMPTY_STRUCTURE,
  claims: {},
  audience: visitorAudience({}),
}

function visitedSite({ site, structure, claims }: Visit, home: string): VisitedSite {
  return { site, structure, claims, audience: visitorAudience(claims, structure.siteSpaces), home }
}

function asVisitor<Context extends OutsideContext>(
  ctx: Context,
  { site, structure, claims }: VisitedSite,
): Context {
  const visitor: Visitor = {
    organizationId: site.organizationId,
    siteId: site.id,
    // A site may have hundreds, and most answers do not ask for them.
    get spaceIds() {
      return structure.siteSpaces.map(({ space }) => space.id)
    },
    claims,
  }
  return { ...ctx, actor: { kind: 'visitor', id: '', isAdministrator: false, visitor } }
}

const LONGEST_NAME = 500

function operationIn({ url }: SiteRequest): WantedApi | undefined {
  const named = (field: string) => {
    const name = url.searchParams.get(field) ?? ''
    return name !== '' && name.length <= LONGEST_NAME ? name : undefined
  }
  const operation = named('operation')
  return operation === undefined ? undefined : { operation, part: named('part') }
}

/** A page of a site that somebody may read, or whatever else is there. */
export async function answerVisitor(
  context: OutsideContext,
  kit: ReaderKit,
  visited: VisitedSite,
  rest: string[],
  request: SiteRequest,
): Promise<SiteAnswer> {
  const ctx = asVisitor(context, visited)
  const readings = readingsOf(visited.structure, visited.site, rest)
  const last = readings.at(-1)
  if (!last) return rest.length === 0 && visited.unpublished ? empty() : nothing()
  const space = await openSiteSpace(ctx, visited, last.siteSpace)
  const target = readings.find((reading) => pageAt(space.read, reading.rest.join('/'))) ?? last
  const path = target.rest.join('/')
  if (path.startsWith('~'))
    return (await answerTool(ctx, kit, { visited, space }, target.rest, request)) ?? nothing()
  const placed = pageAt(space.read, path)
  if (placed?.page.type === 'group') {
    const first = firstIn(placed)
    if (first) return { kind: 'redirect', to: hrefOf(space, first), isPermanent: false }
  }
  if (placed?.page.type === 'document')
    return (
      (await answerPage(ctx, kit, visited, {
        siteSpaceId: target.siteSpace.id,
        pageId: placed.page.id,
        only: operationIn(request),
      })) ?? nothing()
    )
  const markdown = await answerMarkdown(ctx, visited, rest)
  if (markdown) return markdown
  // Programs and old addresses have nothing to do with what is not published yet.
  if (visited.unpublished) return path === '' ? empty() : nothing(target.siteSpace.id)
  const text =
    (await answerMachine(ctx, visited, space, path)) ?? (await answerFeed(ctx, visited, space, path))
  if (text) return text
  return (await movedTo()) ?? nothing(target.siteSpace.id)

  /** Markdown moves along with its page. */
  async function movedTo(): Promise<SiteAnswer | undefined> {
    const source = `/${rest.map(encodeURIComponent).join('/')}`
    const moved = await findMoved(ctx, visited, source)
    if (moved?.url !== undefined) return { kind: 'redirect', to: moved.url, isPermanent: true }
    if (moved) return leadTo(moved.way)
    if (!source.endsWith(MARKDOWN)) return
    const page = await findMoved(ctx, visited, source.slice(0, -MARKDOWN.length))
    return page && page.way.length > 0 ? leadTo(page.way, MARKDOWN) : undefined
  }

  /** Below the address by which the reader came, where cookies know them. */
  function leadTo(way: string[], ending = ''): SiteAnswer {
    const path = [visited.home, ...way.map(encodeURIComponent)].join('/')
    return { kind: 'redirect', to: `${path || '/'}${ending}${request.url.search}`, isPermanent: true }
  }

  /** Nobody wrote anything yet. */
  async function empty(): Promise<SiteAnswer> {
    const open = await frameOf(ctx, kit, visited)
    return message(open, emptyPage(open, visited.unpublished?.preview), 200)
  }

  async function nothing(siteSpaceId?: string): Promise<SiteAnswer> {
    const open = await frameOf(ctx, kit, visited, siteSpaceId)
    const page = message(open, notFoundPage(open), 404)
    if (visited.unpublished || path.startsWith('~')) return page
    return { ...page, missing: { site: visited.site.id, path: `/${rest.join('/')}` } }
  }
}
