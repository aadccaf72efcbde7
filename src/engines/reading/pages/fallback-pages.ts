// A translated space for readers: pages that are not translated yet are in it as they are in the space it is made of.
import { type Draft, openDraft } from '../../content/draft/draft.ts'
import { type PageTree, wholeTree } from '../../content/nodes/page-tree.ts'
import { findPages, type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../content/records.ts'

/** The space that a translated one is made of, and its language. Pages have the same ids in both. */
export type FallbackSource = { spaceId: string; language: string; view: RevisionView }

const TRANSLATION = 'builtin:translation'

export async function withFallbackPages(
  translated: RevisionView,
  source: FallbackSource,
): Promise<{ root: Hash; view: RevisionView }> {
  const draft = openDraft(translated)
  await fillUp(draft, source, await wholeTree(source.view), null)
  const root = await draft.finish()
  return { root, view: await readRevision(translated.nodes, root) }
}

async function fillUp(draft: Draft, source: FallbackSource, trees: readonly PageTree[], into: string | null) {
  const known = await findPages(
    draft.base,
    trees.map(({ page }) => page.id),
  )
  let before: string | undefined
  for (const { page, below } of trees) {
    if (!known.has(page.id))
      await draft.insertPage(fallbackOf(page, source), { into, at: await placeBehind(before) })
    before = page.id
    await fillUp(draft, source, below, page.id)
  }

  async function placeBehind(id: string | undefined) {
    const siblings = await draft.list(into)
    return siblings.findIndex((sibling) => sibling.id === id) + 1
  }
}

function fallbackOf(page: PageRecord, { spaceId, language }: FallbackSource) {
  const { parent: _, children: __, ...fields } = page
  if (page.type !== 'document') return fields
  return { ...fields, computed: { type: TRANSLATION, props: { space: spaceId, language } } }
}

/** The language of a page that stands for its translation. */
export function fallbackLanguage({ computed }: PageRecord): string | undefined {
  if (computed?.type !== TRANSLATION) return
  const { language } = computed.props as { language?: unknown }
  return typeof language === 'string' ? language : undefined
}
