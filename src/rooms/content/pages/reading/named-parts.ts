import { fileOfPage, fileOfReusable } from '../../../../engines/content/links/paths.ts'
import { resolveAllTargets } from '../../../../engines/content/links/resolve.ts'
import { allEntries } from '../../../../engines/content/nodes/map.ts'
import { flatTrees, type PageTree } from '../../../../engines/content/nodes/page-tree.ts'
import type { ReusableRecord } from '../../../../engines/content/records.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SeenContent } from '../access.ts'
import { changedSinceIndex, linkRowsOf, namedOn } from '../link-index/linkers.ts'
import type { NamedPart } from '../link-index/store.ts'
import { seenText } from './reader-texts.ts'
import { targetsIn } from './withheld.ts'

/** `size`: how many are told apart. */
export type Named = { has(id: string): boolean; size: number }
const EVERYTHING: Named = { has: () => true, size: 0 }

type Asked = Pick<SeenContent, 'space' | 'view' | 'audience'>

/**
 * Files and reusable contents that an audience gets to know: writers all, visitors those that are named in what they may
 * see of the pages that they may see.
 */
export async function namedOnPages(
  ctx: ReadContext,
  content: Asked,
  visible: readonly PageTree[],
): Promise<Named> {
  if (content.audience.kind === 'writer') return EVERYTHING
  const pages = flatTrees(visible)
  const named = new Set<string>()
  const doubtful = new Set<string>()
  for (const { targetId, isConditional, pageId } of await partsNamedOn(ctx, content, pages))
    if (isConditional) doubtful.add(pageId)
    else named.add(targetId)
  const adaptive = pages.filter(({ page }) => doubtful.has(page.id))
  for (const id of await namedFor(ctx, content, adaptive)) named.add(id)
  for (const { page } of pages)
    for (const ref of [page.cover?.ref, page.cover?.refDark]) if (ref?.kind === 'file') named.add(ref.file)
  await addNamedInReusables(ctx, content, pages, named)
  return named
}

/**
 * Reusable contents name files, and other reusable contents; their links are in no index. Their conditions may ask for
 * variables of the page that shows them, and any of these may be that page.
 */
async function addNamedInReusables(
  ctx: ReadContext,
  { view, audience }: Asked,
  pages: readonly PageTree[],
  named: Set<string>,
) {
  const variables = new Map(pages.map(({ page }) => [JSON.stringify(page.variables ?? {}), page]))
  let unread = await allEntries<ReusableRecord>(view.nodes, view.root.reusables)
  for (;;) {
    const shown = unread.filter(({ id }) => named.has(id))
    if (shown.length === 0) return
    unread = unread.filter(({ id }) => !named.has(id))
    await view.nodes.fetch(shown.map(({ body }) => body))
    const places = shown.map((reusable) => {
      const whole = { text: view.nodes.text(reusable.body), body: reusable.body }
      const targets = [...variables.values()].flatMap((page) => {
        const { text, body } = seenText(ctx, { view, audience }, { ...whole, page })
        return targetsIn(ctx, text, body)
      })
      return { from: { file: fileOfReusable(reusable) }, targets: new Set(targets) }
    })
    for (const id of await idsMeant(view, places)) named.add(id)
  }
}

/** By anybody, whatever the conditions say. */
async function partsNamedOn(ctx: ReadContext, { space, view }: Asked, pages: readonly PageTree[]) {
  const { changed } = await changedSinceIndex(ctx, space.id, view)
  const ids = pages.map(({ page }) => page.id)
  const unchanged = ids.filter((id) => !changed.has(id))
  const parts: NamedPart[] = await namedOn(ctx, space.id, unchanged)
  const fresh = await linkRowsOf(
    ctx,
    view,
    ids.filter((id) => changed.has(id)),
  )
  for (const row of fresh) {
    if (row.kind === 'file' || row.kind === 'reusable') parts.push(row)
    if (row.kind === 'more') parts.push({ ...row, isConditional: true })
  }
  return parts
}

/** What pages with conditional blocks name for this visitor. */
async function namedFor(ctx: ReadContext, { view, audience }: Asked, pages: readonly PageTree[]) {
  await view.nodes.fetch(pages.map(({ page }) => page.body))
  const places = pages.flatMap(({ page, path }) => {
    if (page.body === null) return []
    const whole = { text: view.nodes.text(page.body), body: page.body }
    const { text, body } = seenText(ctx, { view, audience }, { ...whole, page })
    return [{ from: { page: page.id, file: fileOfPage(page, path) }, targets: targetsIn(ctx, text, body) }]
  })
  return idsMeant(view, places)
}

/** Of files and reusable contents. */
async function idsMeant(view: SeenContent['view'], places: Parameters<typeof resolveAllTargets>[1]) {
  const ids: string[] = []
  for (const meanings of await resolveAllTargets(view, places))
    for (const meant of meanings.values()) {
      if (meant.kind === 'file') ids.push(meant.file)
      if (meant.kind === 'reusable') ids.push(meant.reusable)
    }
  return ids
}
