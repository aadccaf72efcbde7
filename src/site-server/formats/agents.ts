// What agents may do with a site, over the Model Context Protocol: search it, list its pages and read them, as the
// visitor whose key or token they bring.

import { bodyBelow } from '../../engines/reading/pages/page-text.ts'
import { SHARE_COOKIE, type SiteAnswer, type SiteRequest, TOKEN_COOKIE } from '../../engines/site/answers.ts'
import {
  type AgentServer,
  type AgentTool,
  answerMessages,
  BadArguments,
} from '../../engines/site/machines/agent-protocol.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import type { Way } from '../../rooms/sites/published/addresses.ts'
import { partsOf, readingsOf } from '../../rooms/sites/published/addresses.ts'
import { TOKEN_PARAMETER } from '../../rooms/sites/published/admission/sign-in.ts'
import { unsignedClaims } from '../../rooms/sites/published/admission/unsigned-claims.ts'
import { type Visit, visit } from '../../rooms/sites/published/admission/visit.ts'
import type { SiteRow } from '../../rooms/sites/sites/store.ts'
import { VERSION } from '../../world/version.ts'
import { isFindable } from '../visit/listed-pages.ts'
import { searchPages } from '../visit/search-pages.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import { firstIn, type PlacedPage, pageAt } from '../visit/spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from '../visit/visited-site.ts'
import { textOfPage } from './markdown.ts'

/** As much of a page as is answered at once. */
const MOST_LETTERS = 60_000
const MOST_PAGES = 200
const LONGEST_QUERY = 512
const LONGEST_PLACE = 2_048

/** Where agents connect, below the home of a site: our address, and the one that agents were told elsewhere. */
const PLACES = [['~mcp'], ['~gitbook', 'mcp']]

export type AgentRequest = SiteRequest & { agent: NonNullable<SiteRequest['agent']> }

export function isFromAgent(request: SiteRequest): request is AgentRequest {
  return request.agent !== undefined
}

/** Undefined where agents find nothing. */
export async function answerAgent(
  ctx: OutsideContext,
  { site, way }: { site: SiteRow; way: Way },
  { url, cookies, agent }: AgentRequest,
  open: (visit: Visit) => { ctx: OutsideContext; visited: VisitedSite },
): Promise<SiteAnswer | undefined> {
  const above = placeAbove(way.rest)
  const isShared = site.visibility === 'share-link'
  if (!above || above.length > (isShared ? 1 : 0) || site.agentsContext === 'excluded') return
  const admitted = await visit(ctx, site, {
    shareKey: above[0] ?? cookies[SHARE_COOKIE],
    token: agent.token ?? url.searchParams.get(TOKEN_PARAMETER) ?? cookies[TOKEN_COOKIE],
    unsigned: unsignedClaims({ url, cookies }),
  })
  if ('reason' in admitted)
    return text(site.visibility === 'visitor-auth' ? 401 : 403, {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_001, message: admitted.reason },
    })
  const opened = open(admitted)
  const { status, body } = await answerMessages(
    serverFor(opened.ctx, opened.visited),
    agent.body,
    agent.version,
  )
  return text(status, body)
}

/** For people who open the address that agents connect to. */
export function aboutAgents(ctx: OutsideContext, { site, home }: VisitedSite): string {
  const address = wholeAddresses(ctx, site, home)(`${home}/~mcp`)
  return `Agents connect here to search and read "${oneLine(site.title)}", over the Model Context Protocol (Streamable HTTP).

Address: ${address}

In a file of settings, for most of them:

${JSON.stringify({ mcpServers: { [site.basename]: { type: 'http', url: address } } }, null, 2)}
`
}

function text(status: number, body: unknown): SiteAnswer {
  const text = body === undefined ? '' : JSON.stringify(body)
  return { kind: 'text', status, type: 'json', text, isPrivate: true }
}

/** What stands before the place where agents connect: nothing, or the key of a share link. */
function placeAbove(rest: readonly string[]) {
  const place = PLACES.find((parts) => parts.every((part, at) => rest.at(at - parts.length) === part))
  return place && rest.slice(0, -place.length)
}

function serverFor(ctx: OutsideContext, visited: VisitedSite): AgentServer {
  const { title } = visited.site
  return {
    title,
    version: VERSION,
    instructions: `The documentation "${title}". Search it, then read the pages that were found; nothing here can be changed.`,
    tools: [searchTool(ctx, visited), pageTool(ctx, visited), listTool(ctx, visited)],
  }
}

function searchTool(ctx: OutsideContext, visited: VisitedSite): AgentTool {
  return {
    name: 'searchDocumentation',
    title: 'Search the documentation',
    description: `Finds the pages and sections of "${visited.site.title}" that have these words, the best first. Read a page that was found with getPage.`,
    input: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          maxLength: LONGEST_QUERY,
          description: 'A few words, as for a search field',
        },
      },
      required: ['query'],
    },
    call: async (given) => {
      const query = stringIn(given, 'query', LONGEST_QUERY)
      const whole = wholeAddresses(ctx, visited.site, visited.home)
      const { pages } = await searchPages(ctx, visited, query)
      if (pages.length === 0) return { text: 'Nothing was found. Try fewer or other words, or listPages.' }
      const found = pages.map(({ title, href, sections }) =>
        [
          `## ${title}\n${whole(href)}`,
          ...sections.map(
            (section) => `- ${section.title} (${whole(section.href)}): ${oneLine(section.snippet)}`,
          ),
        ].join('\n'),
      )
      return { text: found.join('\n\n').slice(0, MOST_LETTERS) }
    },
  }
}

function pageTool(ctx: OutsideContext, visited: VisitedSite): AgentTool {
  return {
    name: 'getPage',
    title: 'Read a page',
    description: 'A page as Markdown, by its address as searchDocumentation and listPages tell it.',
    input: {
      type: 'object',
      properties: {
        page: {
          type: 'string',
          maxLength: LONGEST_PLACE,
          description: 'The address of the page, or its path on the site',
        },
        from: {
          type: 'integer',
          minimum: 0,
          description: 'The character to begin with: long pages are read in pieces',
        },
      },
      required: ['page'],
    },
    call: async (given) => {
      const from = numberIn(given, 'from')
      const found = await findPage(ctx, visited, stringIn(given, 'page', LONGEST_PLACE))
      if (!found) return { text: 'Page not found. listPages lists all pages.', isError: true }
      const { space, placed } = found
      const { page } = placed
      const body = bodyBelow(page.title, await textOfPage(ctx, visited, space, page))
      const address = wholeAddresses(ctx, visited.site, visited.home)(hrefOf(space, placed))
      const head = [
        `# ${oneLine(page.title)}`,
        page.description && `> ${oneLine(page.description)}`,
        `Source: ${address}`,
      ]
      const to = from + MOST_LETTERS
      const rest =
        body.length > to ? `\n\n(${body.length - to} more characters: read on with from ${to})` : ''
      return { text: `${head.filter(Boolean).join('\n\n')}\n\n${body.slice(from, to)}${rest}` }
    },
  }
}

function listTool(ctx: OutsideContext, visited: VisitedSite): AgentTool {
  return {
    name: 'listPages',
    title: 'List the pages',
    description: `The pages of the documentation in their order, with addresses and descriptions, ${MOST_PAGES} at a time.`,
    input: {
      type: 'object',
      properties: {
        from: {
          type: 'integer',
          minimum: 0,
          description: 'How many pages to pass over: long lists are read in pieces',
        },
      },
    },
    call: async (given) => {
      const from = numberIn(given, 'from')
      const whole = wholeAddresses(ctx, visited.site, visited.home)
      const pages: { space: OpenSpace; placed: PlacedPage }[] = []
      for (const siteSpace of visited.structure.siteSpaces) {
        const space = await openSiteSpace(ctx, visited, siteSpace)
        for (const placed of space.read.order) if (isFindable(space, placed)) pages.push({ space, placed })
      }
      const lines = pages.slice(from, from + MOST_PAGES).map(({ space, placed: { page }, placed }) => {
        const about = page.description ? `: ${oneLine(page.description)}` : ''
        return `- ${oneLine(page.title)} (${whole(hrefOf(space, placed))})${about}`
      })
      const left = pages.length - from - lines.length
      if (left > 0) lines.push(`(${left} more pages: read on with from ${from + MOST_PAGES})`)
      return { text: lines.join('\n') || 'There are no pages here.' }
    },
  }
}

/** As everybody knows the page, or as it is called on the site; what is not listed is not found. */
async function findPage(ctx: OutsideContext, visited: VisitedSite, place: string) {
  const { site, structure, home } = visited
  const base = wholeAddresses(ctx, site, home)(home)
  const path = place.startsWith(base) ? place.slice(base.length) : place
  if (/^\w+:/.test(path)) return
  const [clean = ''] = path.split(/[?#]/, 1)
  const parts = partsOf(clean.replace(/\.md$/, ''))
  const readings = readingsOf(structure, site, parts)
  const last = readings.at(-1)
  if (!last) return
  const space = await openSiteSpace(ctx, visited, last.siteSpace)
  const { rest } = readings.find((reading) => pageAt(space.read, reading.rest.join('/'))) ?? last
  const at = pageAt(space.read, rest.join('/'))
  const placed = at?.page.type === 'group' ? firstIn(at) : at
  if (placed?.page.type !== 'document' || !isFindable(space, placed)) return
  return { space, placed }
}

function stringIn(given: Readonly<Record<string, unknown>>, name: string, longest: number): string {
  const value = given[name]
  if (typeof value !== 'string' || value.length > longest)
    throw new BadArguments(`${name} must be a text of at most ${longest} characters`)
  return value
}

function numberIn(given: Readonly<Record<string, unknown>>, name: string): number {
  const value = given[name] ?? 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new BadArguments(`${name} must be a whole number, not below 0`)
  return value
}

function oneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
