// What belongs to the pages of a site and is no page: addresses whose first part begins with `~`.

import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { branchOf, TOP } from '../../engines/site/views/navigation.ts'
import { listingPage, searchPage } from '../../engines/site/views/other-pages.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { aboutAgents } from '../formats/agents.ts'
import { answerCard } from '../formats/cards.ts'
import { openFile } from '../visit/documents/files.ts'
import { shownPage } from '../visit/documents/shown.ts'
import { LONGEST, searchPages } from '../visit/search-pages.ts'
import { frameOf, navigationOf, type ReaderKit } from '../visit/site-frame.ts'
import { wayTo } from '../visit/spaces-read.ts'
import { isPrivate, type OpenSpace, type VisitedSite } from '../visit/visited-site.ts'
import { answerBlock } from './block-actions.ts'
import { answerChanges } from './changes.ts'
import { message } from './messages.ts'

export async function answerTool(
  ctx: OutsideContext,
  kit: ReaderKit,
  { visited, space }: { visited: VisitedSite; space: OpenSpace },
  [tool, ...rest]: string[],
  { url: { searchParams }, sent }: SiteRequest,
): Promise<SiteAnswer | undefined> {
  const text = (type: 'json' | 'html' | 'plain', text: string) =>
    ({ kind: 'text', status: 200, type, text, isPrivate: isPrivate(visited.site) }) as const
  switch (tool) {
    case '~files':
      return openFile(ctx, visited, rest)
    case '~blocks':
      return answerBlock(ctx, kit, { visited, space, sent }, rest)
    case '~card':
      return answerCard(ctx, kit, visited, rest)
    case '~mcp':
      return text('plain', aboutAgents(ctx, visited))
    case '~gitbook':
      return rest[0] === 'mcp' ? text('plain', aboutAgents(ctx, visited)) : undefined
    case '~search.json':
      return text('json', JSON.stringify(await searchPages(ctx, visited, searchParams.get('q') ?? '')))
    case '~search': {
      const query = searchParams.get('q') ?? ''
      const open = await frameOf(ctx, kit, visited)
      const answer = await searchPages(ctx, visited, query)
      return {
        ...message(open, searchPage(open, { query, answer }), 200),
        shown: visited.unpublished
          ? undefined
          : { ...shownPage(visited, space), query: query.trim().slice(0, LONGEST) },
      }
    }
    case '~spaces': {
      const open = await frameOf(ctx, kit, visited, space.siteSpace.id)
      return message(open, listingPage(open), 200)
    }
    case '~changes': {
      const [asked = ''] = rest
      return answerChanges(ctx, kit, { visited, space }, asked, searchParams.get('before') ?? undefined)
    }
    case '~navigation': {
      const [id = ''] = rest
      const placed = space.read.byId.get(id)
      const open = await frameOf(ctx, kit, visited, space.siteSpace.id)
      const number = (name: string) => {
        const value = Number(searchParams.get(name) ?? Number.NaN)
        return Number.isSafeInteger(value) ? value : undefined
      }
      const navigation = await navigationOf(ctx, kit, { open, unpublished: visited.unpublished }, space)
      const way = id === TOP ? [] : placed && wayTo(space.read, placed).map(({ page }) => page.id)
      const branch = way && branchOf(navigation, way, number('from'), number('to'))
      return branch && text('html', branch.text)
    }
    default:
      return
  }
}
