import { type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { Section } from '../../markdown/sections.ts'
import type { Audience } from '../../reading/audience.ts'
import { isVisiblePage } from '../../reading/visible-pages.ts'
import type { Finder } from '../../search/snippet.ts'
import { openNodes } from '../revisions/revisions.ts'
import type { RankedPage } from './ranking.ts'
import { isAdaptiveText, openShownText, sectionsFor } from './reading.ts'

/** Who asks, and what finds what they search for in a text. */
type Asking = { audience: Audience; find: Finder }

/**
 * Of what was found, what an audience may read. The index knows all that is written: of a page that says different
 * things to different visitors, only sections count in which what was searched for is said to this one.
 */
export async function readableBy(
  ctx: ReadContext,
  asking: Asking,
  pages: RankedPage[],
): Promise<RankedPage[]> {
  const { audience } = asking
  if (audience.kind === 'writer') return pages
  const nodes = openNodes(ctx)
  const readable: RankedPage[] = []
  for (const found of pages) {
    const view = await readRevision(nodes, found.space.root)
    if (!(await isVisiblePage(view, audience, found.page.id))) continue
    const hits = await hitsFor(ctx, view, asking, found)
    if (hits.length > 0) readable.push({ ...found, hits })
  }
  return readable
}

async function hitsFor(
  ctx: ReadContext,
  view: RevisionView,
  { audience, find }: Asking,
  { page, path, hits }: RankedPage,
) {
  if (page.body === null) return hits
  const shown = await openShownText(view, { page, path })
  if (!isAdaptiveText(ctx, shown)) return hits
  const said = sectionsFor(ctx, audience, view, { page, shown })
  return hits.flatMap((hit) => {
    const sections = said.filter(({ id }) => id === hit.anchor)
    const section = (hit.anchor === '' ? sections.concat(topOf(page)) : sections).find(
      ({ title, body }) => hit.isInTitle || find(`${title}\n${body}`) !== undefined,
    )
    return section ? [{ ...hit, title: section.title, body: section.body }] : []
  })
}

/** The top of a page may have no text, and still the title or the description that was searched for. */
function topOf({ description = '' }: PageRecord): Section {
  return { id: '', title: '', body: description }
}
