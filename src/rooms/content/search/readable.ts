import { findPage, type RevisionView, readRevision } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { TextSection } from '../../../engines/markdown/sections.ts'
import type { Audience } from '../../../engines/reading/audience.ts'
import { mayInclude } from '../../../engines/reading/included-texts.ts'
import { isVisiblePage, withOpenNames } from '../../../engines/reading/pages/visible-pages.ts'
import type { Term } from '../../../engines/search/query.ts'
import { looksOther } from '../../../engines/search/rows.ts'
import { finderFor } from '../../../engines/search/snippet.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { indexedRevisions } from '../spaces/indexes/index-state.ts'
import { openNodes } from '../spaces/revisions/revisions.ts'
import type { Hit } from './hits.ts'
import type { RankedPage } from './rank-pages.ts'
import { isCutFor, openShownText, sectionsFor } from './searchable-text.ts'

/** Who asks, for what, and how many pages of a space they are shown. */
type Asking = { audience: Audience; terms: Term[]; mostPages: number }

/** Milliseconds after which a search answers with what it has: pages that differ between visitors are read one by one. */
const LONGEST = 1_500

/**
 * Of what was found, what an audience may read. The index knows all that is written: of a page that says different
 * things to different visitors, only sections count in which what was searched for is said to this one. The same goes for
 * a page that changed since it was indexed: what it said before may have been for others alone. To know takes reading
 * them, so nobody looks further than people are shown.
 */
export async function readableBy(
  ctx: ReadContext,
  asking: Asking,
  pages: RankedPage[],
): Promise<RankedPage[]> {
  const { audience, mostPages } = asking
  if (audience.kind === 'writer') return pages
  const nodes = openNodes(ctx)
  const readable: RankedPage[] = []
  const shown = new Map<string, number>()
  const until = ctx.clock.now().getTime() + LONGEST
  for (const found of pages) {
    const ofSpace = shown.get(found.space.id) ?? 0
    if (ofSpace >= mostPages) continue
    if (readable.length > 0 && ctx.clock.now().getTime() > until) break
    const view = await readRevision(nodes, found.space.root)
    if (!(await isVisiblePage(ctx.links, { view, audience }, found.page.id))) continue
    const named = { ...found, page: withOpenNames(found.page) }
    const hits = await hitsFor(ctx, view, asking, named)
    if (hits.length === 0) continue
    readable.push({ ...named, hits })
    shown.set(found.space.id, ofSpace + 1)
  }
  return readable
}

async function hitsFor(ctx: ReadContext, view: RevisionView, { audience, terms }: Asking, found: RankedPage) {
  const { page, hits } = found
  const shown = await openShownText(view, found)
  const isCurrent = await isAsIndexed(view, found, shown.text)
  const read = { spaceId: found.space.id, view, audience, page, shown }
  if (isCurrent && !(await isCutFor(ctx, read))) return hits
  const sections = [...(await sectionsFor(ctx, read)), topOf(page)]
  const hasTitle = isCurrent || finderFor(terms)(page.title) !== undefined
  return hitsIn(sections, terms, { page, hits: hasTitle ? hits : hits.map(withoutTitle) })
}

/**
 * Hits in what a page says to its reader, each section once. A heading may have another anchor there than in the index,
 * which counts those of all that is included: then any section counts that has all the words.
 */
function hitsIn(sections: TextSection[], terms: Term[], { page, hits }: Pick<RankedPage, 'page' | 'hits'>) {
  const find = finderFor(terms)
  const each = terms.map((term) => finderFor([term]))
  const says = (section: TextSection) => find(textOf(section)) !== undefined
  const saysAll = (section: TextSection) =>
    says(section) && each.every((find) => find(`${page.title}\n${textOf(section)}`) !== undefined)
  const elsewhere = sections.filter(saysAll)
  const taken = new Set<TextSection>()
  const isFree = (section: TextSection) => !taken.has(section)
  return hits.flatMap((hit) => {
    const there = sections.filter(({ id }) => id === hit.anchor).filter(isFree)
    const section = there.find((one) => hit.isInTitle || says(one)) ?? elsewhere.find(isFree)
    if (!section) return []
    taken.add(section)
    return [{ ...hit, anchor: section.id, title: section.title, body: section.body }]
  })
}

function textOf({ title, body }: TextSection) {
  return `${title}\n${body}`
}

function withoutTitle(hit: Hit): Hit {
  return { ...hit, isInTitle: false }
}

/** Whether the index has a page as it is now. Where it describes another revision, what is included may be another too. */
async function isAsIndexed({ nodes }: RevisionView, { space, page, hits }: RankedPage, text: string) {
  const [hit] = hits
  if (!hit || (hit.root === space.root && hit.pending.length === 0)) return true
  if (mayInclude(text)) return false
  // Computed contents that the index still names may be gone: then nobody knows what it has.
  const revisions = await indexedRevisions(nodes, hit).catch(() => undefined)
  if (!revisions) return false
  for (const indexed of revisions) {
    const known = await findPage(indexed, page.id)
    if (known && looksOther(known, page)) return false
  }
  return true
}

/** The top of a page may have no text, and still the title or the description that was searched for. */
function topOf({ description = '' }: PageRecord): TextSection {
  return { id: '', title: '', body: description }
}
