// What the translations alone come to: the source, with all that is translated in its place, and without pages of which
// nothing is. Pages keep their ids, their slugs and their files, so that every link leads where it led.

import { type Draft, openDraft } from '../../../engines/content/draft/draft.ts'
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import type { PageTree } from '../../../engines/content/nodes/page-tree.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { findKnown } from '../../../engines/translation/states.ts'
import { type TextToTranslate, translateTexts } from '../../../engines/translation/tasks.ts'
import { translateString } from '../../../engines/translation/units.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { type KnownRow, type Memory, NOTHING_KNOWN } from './memory.ts'
import type { OpenSource, SourcePage } from './source.ts'

/** What was built before, from an earlier source: pages for which nothing has changed since are not made again. */
export type Earlier = { built: RevisionView; source: RevisionView }

type Known = ReadonlyMap<string, KnownRow>

export async function buildTranslated(
  ctx: OutsideContext,
  source: OpenSource,
  memory: Memory,
  earlier?: Earlier,
): Promise<Hash> {
  const draft = openDraft(source.view)
  // What is known of a repository is about that of the source.
  draft.takeKept(undefined)
  const translated = new Set(source.pages.filter((page) => isBegun(page, memory)).map(({ id }) => id))
  const included = new Set<string>()
  for (const tree of source.trees) include(tree, translated, included)
  await leaveOut(draft, source.trees, included)
  const pages = source.pages.filter(({ id }) => translated.has(id))
  const bodies = await bodiesOf(ctx, { ...source, pages }, memory, earlier)
  for (const page of source.pages) {
    if (!translated.has(page.id)) continue
    const body = bodies.get(page.id)
    if ('reusable' in page) {
      if (body !== undefined) draft.putReusable(page.id, { ...page.reusable, body })
    } else if (included.has(page.id)) await put(draft, page.page, memory.get(page.id) ?? NOTHING_KNOWN, body)
    await yieldToEventLoop()
  }
  return draft.finish()
}

function isBegun({ id, units }: SourcePage, memory: Memory) {
  const known = memory.get(id)
  return known !== undefined && units.some(({ key }) => findKnown(known, key))
}

/** A page above a translated one is there too: else that would have no place. */
function include(tree: PageTree, translated: ReadonlySet<string>, included: Set<string>): boolean {
  const below = tree.below.map((each) => include(each, translated, included))
  const isIncluded = translated.has(tree.page.id) || below.includes(true)
  if (isIncluded) included.add(tree.page.id)
  return isIncluded
}

async function leaveOut(draft: Draft, trees: readonly PageTree[], included: ReadonlySet<string>) {
  for (const { page, below } of trees)
    if (included.has(page.id)) await leaveOut(draft, below, included)
    else await draft.removePage(page)
}

async function put(draft: Draft, page: PageRecord, known: Known, body: Hash | undefined) {
  const translate = (key: string) => findKnown(known, key)?.target
  const current = await draft.page(page.id)
  if (!current) return
  await draft.changePage(current, {
    title: translateString(page.title, translate),
    ...(page.description !== undefined && { description: translateString(page.description, translate) }),
    // What the original is a copy of, its translation is not.
    ...(page.canonical?.kind === 'url' && { canonical: undefined }),
    ...(body !== undefined && { body }),
  })
}

/** As many as take a second or so. */
const AT_ONCE = 10

/** The translated texts by page, put among the nodes. */
async function bodiesOf(
  ctx: OutsideContext,
  { view: { nodes }, pages }: Pick<OpenSource, 'view' | 'pages'>,
  memory: Memory,
  earlier: Earlier | undefined,
) {
  const bodies = new Map<string, Hash>()
  const before = earlier && (await bodiesBefore(earlier))
  const due: { id: string; body: Hash; known: Known }[] = []
  for (const page of pages) {
    const { body }: { body: Hash | null } = 'page' in page ? page.page : page.reusable
    const known = memory.get(page.id) ?? NOTHING_KNOWN
    const old = before?.get(page.id)
    if (body === null) continue
    const isAsBefore = old?.source === body && [...known.values()].every(({ isWritten }) => isWritten)
    if (old && isAsBefore) bodies.set(page.id, old.built)
    else due.push({ id: page.id, body, known })
  }
  await nodes.fetch(due.map(({ body }) => body))
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE)
    const sent = some.map(
      ({ body, known }): TextToTranslate => ({ text: nodes.text(body), targets: targetsOf(known) }),
    )
    const texts = await ctx.threads.run(translateTexts, sent)
    for (const [index, { id }] of some.entries()) bodies.set(id, nodes.putText(texts[index] ?? ''))
  }
  return bodies
}

function targetsOf(known: Known): Record<string, string> {
  return Object.fromEntries([...known].map(([key, { target }]) => [key, target]))
}

async function bodiesBefore({ built, source }: Earlier) {
  const sources = new Map((await textsIn(source)).map(({ id, body }) => [id, body]))
  const before = new Map<string, { built: Hash; source: Hash | null }>()
  for (const { id, body } of await textsIn(built))
    if (body !== null) before.set(id, { built: body, source: sources.get(id) ?? null })
  return before
}

async function textsIn({ nodes, root }: RevisionView): Promise<{ id: string; body: Hash | null }[]> {
  const pages = await allEntries<PageRecord>(nodes, root.pages)
  return [...pages, ...(await allEntries<ReusableRecord>(nodes, root.reusables))]
}
