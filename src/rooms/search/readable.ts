import { type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { ReadContext } from '../../domain/context.ts'
import { sectionsIn } from '../../markdown/sections.ts'
import type { Audience } from '../../reading/audience.ts'
import { evaluateDocument, isAdaptive, mayBeAdaptive } from '../../reading/evaluate-document.ts'
import { isVisiblePage } from '../../reading/visible-pages.ts'
import type { Finder } from '../../search/snippet.ts'
import { parseBody } from '../content/documents.ts'
import { openNodes } from '../revisions/revisions.ts'
import type { RankedPage } from './ranking.ts'

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
  { page, hits }: RankedPage,
) {
  if (page.body === null) return hits
  await view.nodes.fetch([page.body])
  const text = view.nodes.text(page.body)
  if (!mayBeAdaptive(text)) return hits
  const document = parseBody(ctx, text, page.body, { hasOurs: true })
  if (!isAdaptive(document)) return hits
  const space = view.root.variables
  const said = sectionsIn(evaluateDocument(document, { audience, fillsIn: true, space, page }))
  return hits.flatMap((hit) => {
    const section = said.find(({ id }) => id === hit.anchor)
    // The top of a page may have no text, and still the title that was searched for.
    const { title, body } = section ?? (hit.anchor === '' ? { title: '', body: '' } : {})
    if (title === undefined || body === undefined) return []
    return hit.isInTitle || find(`${title}\n${body}`) !== undefined ? [{ ...hit, title, body }] : []
  })
}
