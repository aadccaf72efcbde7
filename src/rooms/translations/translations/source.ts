// The source of a translation: its pages in their order, and the units of each.
import { LRUCache } from 'lru-cache'
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../../engines/content/nodes/nodes.ts'
import { flatTrees, type PageTree, wholeTree } from '../../../engines/content/nodes/page-tree.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { readUnits } from '../../../engines/translation/tasks.ts'
import { type Unit, unitOfString } from '../../../engines/translation/units.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { openNodes, openView } from '../../content/spaces/revisions/revisions.ts'
import { findTexts, keepTexts } from './store-units.ts'

export type SourcePage = {
  /** Of a page, or of reusable content. */
  id: string
  title: string
  path: string
  units: Unit[]
} & ({ page: PageRecord } | { reusable: ReusableRecord })

export type OpenSource = {
  revisionId: string
  view: RevisionView
  pages: SourcePage[]
  trees: readonly PageTree[]
}

export async function openSource(
  ctx: OutsideContext,
  { spaceId, revisionId }: { spaceId: string; revisionId: string },
  nodes = openNodes(ctx),
): Promise<OpenSource> {
  const view = await openView(ctx, spaceId, revisionId, nodes)
  const trees = await wholeTree(view)
  const reusables = await allEntries<ReusableRecord>(nodes, view.root.reusables)
  const placed = flatTrees(trees)
  const records = [...placed.map(({ page }) => page), ...reusables]
  const texts = await unitsOfBodies(ctx, nodes, bodiesOf(records))
  return {
    revisionId,
    view,
    trees,
    pages: [
      ...placed.map(({ page, path }) => ({
        id: page.id,
        title: page.title,
        path,
        page,
        units: unitsOfPage(page, texts),
      })),
      ...reusables.map((reusable) => ({
        id: reusable.id,
        title: reusable.title,
        path: '',
        reusable,
        units: texts.get(reusable.body) ?? [],
      })),
    ],
  }
}

export function bodiesOf(records: readonly { body: Hash | null }[]) {
  return records.flatMap(({ body }) => (body === null ? [] : [body]))
}

/** The title and the description are units like those of the text; one that says the same as another is that one. */
export function unitsOfPage({ title, description, body }: PageRecord, texts: ReadonlyMap<Hash, Unit[]>) {
  const units = [
    unitOfString('title', title),
    description === undefined ? undefined : unitOfString('description', description),
    ...(texts.get(body ?? '') ?? []),
  ]
  const seen = new Set<string>()
  return units.filter((unit) => unit !== undefined).filter(({ key }) => !seen.has(key) && seen.add(key))
}

const AT_ONCE = 25

/** Units by the hash of their text, which never changes: an export asks for the same pages again and again. */
const recent = new LRUCache<Hash, Unit[]>({
  maxSize: 100_000,
  sizeCalculation: (units) => units.length + 1,
})

/** Each text is taken apart once, whoever asks. */
export async function unitsOfBodies(ctx: OutsideContext, nodes: NodeSession, bodies: readonly Hash[]) {
  const wanted = [...new Set(bodies)]
  const known = new Map<Hash, Unit[]>()
  for (const body of wanted) {
    const units = recent.get(body)
    if (units) known.set(body, units)
  }
  const unread = wanted.filter((body) => !known.has(body))
  if (unread.length > 0) for (const [body, units] of await findTexts(ctx.db, unread)) keep(known, body, units)
  const missing = wanted.filter((body) => !known.has(body))
  await nodes.fetch(missing)
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const some = missing.slice(at, at + AT_ONCE)
    const read = await ctx.threads.run(
      readUnits,
      some.map((body) => nodes.text(body)),
    )
    const fresh = new Map(some.map((body, index) => [body, read[index] ?? []]))
    await keepTexts(ctx.db, fresh, ctx.clock.now())
    for (const [body, units] of fresh) keep(known, body, units)
    await yieldToEventLoop()
  }
  return known
}

function keep(known: Map<Hash, Unit[]>, body: Hash, units: Unit[]) {
  known.set(body, units)
  recent.set(body, units)
}
