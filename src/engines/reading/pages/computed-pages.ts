// Pages that follow from something else than texts of writers. In a revision one page stands for all of them; for readers
// they take its place, and are pages as all others.
import { hash } from 'node:crypto'
import { type Draft, openDraft } from '../../content/draft/draft.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { allEntries } from '../../content/nodes/map.ts'
import { type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { ContentRef, FileRecord, Hash, PageRecord } from '../../content/records.ts'

/** A page that is computed, with those below it. */
export type ComputedPage = {
  /** What tells it from the others of its source, whatever else about them changes. */
  key: string
  title: string
  slug: string
  description?: string
  icon?: string
  emoji?: string
  /** What is no document: a group, or a link to its target, where a page is named by its key. */
  kind?: 'group' | 'link'
  target?: ContentRef
  /** Markdown. */
  text: string
  /** Where it comes from, as the API says it. */
  source: Record<string, unknown>
  below: ComputedPage[]
}

/** A file that computed pages show, under a name that no other file of the space has. */
export type ComputedFile = Omit<FileRecord, 'git'>

/** What takes the place of a page. */
export type ComputedContent = { pages: ComputedPage[]; files: ComputedFile[] }

export async function computedPagesIn({ nodes, root }: RevisionView): Promise<PageRecord[]> {
  if (!root.mayCompute) return []
  const pages = await allEntries<PageRecord>(nodes, root.pages)
  return pages.filter(({ type }) => type === 'computed')
}

/** A revision in which computed pages are where now one page stands for them. Those of a source that is not there are none. */
export async function withComputedPages(
  view: RevisionView,
  computed: PageRecord[],
  contentOf: (page: PageRecord) => Promise<ComputedContent>,
): Promise<{ root: Hash; view: RevisionView }> {
  const draft = openDraft(view)
  for (const page of computed) {
    const siblings = await draft.list(page.parent)
    const at = siblings.findIndex(({ id }) => id === page.id)
    await draft.removePage(page)
    const { pages, files } = await contentOf(page)
    for (const file of files) draft.putFile(file)
    await insertPages(draft, page, pages, { into: page.parent, at: Math.max(at, 0) })
  }
  const root = await draft.finish()
  return { root, view: await readRevision(view.nodes, root) }
}

/** A revision of nothing but these pages. */
export async function computedRevision(
  empty: RevisionView,
  origin: Origin,
  pages: ComputedPage[],
): Promise<RevisionView> {
  const draft = openDraft(empty)
  await insertPages(draft, origin, pages, { into: null, at: 0 })
  return readRevision(empty.nodes, await draft.finish())
}

/** What pages have of the one that stands for them. */
type Origin = Pick<PageRecord, 'id' | 'createdAt' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'condition'>

async function insertPages(draft: Draft, origin: Origin, pages: ComputedPage[], { into, at }: Place) {
  for (const [index, page] of pages.entries()) {
    await yieldToEventLoop()
    const { key, title, slug, description, icon, emoji, kind, target, text, source, below } = page
    const { createdAt, hidden, noIndex, noRobotsIndex, condition } = origin
    const from = { createdAt, hidden, noIndex, noRobotsIndex, condition }
    const id = idOf(origin.id, key)
    const said = { title, slug, description, icon, emoji, target: placed(target, origin.id) }
    // Groups are at the top alone.
    const written =
      kind && (kind === 'link' || into === null)
        ? { type: kind, body: null }
        : { type: 'document' as const, body: draft.nodes.putText(text), computed: source }
    await draft.insertPage({ ...from, ...said, id, ...written }, { into, at: at + index })
    await insertPages(draft, origin, below, { into: id, at: 0 })
  }
}

function placed(target: ContentRef | undefined, origin: string): ContentRef | undefined {
  return target?.kind === 'page' ? { ...target, page: idOf(origin, target.page) } : target
}

type Place = { into: string | null; at: number }

/** Of letters and digits, as ids are; the same for the same page or file, also in the next version of its source. */
export function idOf(origin: string, key: string) {
  return `c${hash('sha256', `${origin} ${key}`, 'hex').slice(0, 25)}`
}
