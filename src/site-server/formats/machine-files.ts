// What programs read of a site: sitemaps, robots.txt, llms.txt. Only what everybody may know is in them: no hidden page,
// and none that depends on who reads.
import { yieldToEventLoop } from '../../engines/content/event-loop.ts'
import { pageText } from '../../engines/reading/pages/page-text.ts'
import type { SiteAnswer, TextType } from '../../engines/site/answers.ts'
import { llmsText, robotsText, sitemapIndex, sitemapText } from '../../engines/site/machines/machine-texts.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { publishedAddress } from '../../rooms/sites/sites/present.ts'
import { openAlternates } from '../visit/alternates.ts'
import { listed, openSpaces } from '../visit/listed-pages.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import type { PlacedPage } from '../visit/spaces-read.ts'
import { hrefOf, isPrivate, type OpenSpace, type VisitedSite } from '../visit/visited-site.ts'
import { textOfPage } from './markdown.ts'
import { markdownAddress } from './site-links.ts'

/** As much as a program takes in at once. */
const MOST_LETTERS = 5_000_000
const MOST_IN_SITEMAP = 50_000

type Machine = { visited: VisitedSite; space: OpenSpace; whole(href: string): string }

export async function answerMachine(
  ctx: OutsideContext,
  visited: VisitedSite,
  space: OpenSpace,
  path: string,
): Promise<SiteAnswer | undefined> {
  const { site, home } = visited
  const base = publishedAddress(site, ctx.links)
  const whole = wholeAddresses(ctx, site, home)
  const machine = { visited, space, whole }
  const isForAgents = site.agentsContext === 'included'
  const answer = (type: TextType, text: string): SiteAnswer => ({
    kind: 'text',
    status: 200,
    type,
    text,
    isPrivate: isPrivate(site),
    isIndexed: site.visibility === 'public',
  })
  switch (path) {
    case 'robots.txt':
      return answer('plain', robotsText(site.visibility === 'public' ? `${base}sitemap.xml` : undefined))
    case 'sitemap.xml':
      return answer(
        'xml',
        sitemapIndex((await openSpaces(ctx, visited)).map(({ base }) => whole(`${base}/sitemap-pages.xml`))),
      )
    case 'sitemap-pages.xml': {
      const alternates = await openAlternates(ctx, visited, space, { isForEverybody: true })
      return answer(
        'xml',
        sitemapText(
          listed(space)
            .slice(0, MOST_IN_SITEMAP)
            .map((placed) => ({ ...entryOf(machine, placed), alternates: alternates(placed) })),
        ),
      )
    }
    case 'llms.txt':
      return isForAgents ? answer('plain', await tableOfContents(ctx, machine)) : undefined
    case 'llms-full.txt':
      return isForAgents ? answer('plain', await everything(ctx, machine)) : undefined
    default:
      return
  }
}

function entryOf({ space, whole }: Machine, placed: PlacedPage) {
  return { address: whole(hrefOf(space, placed)), changedAt: placed.page.updatedAt }
}

async function tableOfContents(ctx: OutsideContext, { visited, whole }: Machine) {
  const spaces = await openSpaces(ctx, visited)
  return llmsText(
    visited.site.title,
    spaces.map((space) => ({
      title: space.siteSpace.space.title,
      pages: listed(space).map((placed) => ({
        title: placed.page.title,
        address: whole(markdownAddress(space, placed)),
        description: placed.page.description,
      })),
    })),
  )
}

async function everything(ctx: OutsideContext, { visited, whole }: Machine) {
  const texts: string[] = []
  let letters = 0
  for (const space of await openSpaces(ctx, visited)) {
    for (const placed of listed(space)) {
      if (letters > MOST_LETTERS)
        return [...texts, `Cut off here: ${whole(`${visited.home}/llms.txt`)} lists all pages.\n`].join('\n')
      const address = whole(hrefOf(space, placed))
      const body = await textOfPage(ctx, visited, space, placed.page)
      const text = pageText(placed.page, body, [`Source: ${address}`])
      texts.push(text)
      letters += text.length
      await yieldToEventLoop()
    }
  }
  return texts.join('\n')
}
