import { openDraft } from '../../content/draft/draft.ts'
import { findEntries } from '../../content/nodes/map.ts'
import { findPages, findReusable, type RevisionView } from '../../content/nodes/revision.ts'
import type { ContentRef, FileRecord, Hash, PageRecord } from '../../content/records.ts'
import { keptTexts } from '../kept-texts.ts'
import { isToldBy } from '../read/kept-source.ts'
import type { Exported, SyncTools, TreeRead, Written } from '../types.ts'
import { keptAfter } from './kept-after.ts'

type Patch = { merged: RevisionView; exported: Exported; read: Pick<TreeRead, 'repository' | 'content'> }

/** The content with the names that its files have in the repository. */
export async function settledContent(
  tools: Pick<SyncTools, 'blobs'>,
  { merged, exported, read }: Patch,
): Promise<Hash> {
  const { pages, assets, reusables } = exported
  const told = new Set<string>()
  const { nodes, root } = merged
  const draft = openDraft(merged)
  const git = ({ oid, path, head }: Written) => ({
    oid,
    path,
    ...(head !== undefined && { head: nodes.putText(head) }),
  })
  const records = await findPages(merged, pages.keys())
  for (const [id, { path }] of pages) {
    const before = records.get(id)?.git?.path
    if (before !== undefined && before !== path) draft.putPath(before, null)
  }
  for (const [id, written] of pages) {
    const page = records.get(id)
    if (!page) continue
    const metaLinks = spelledNow(page, written)
    if (isToldBy({ ...written, title: page.title }, written.oid)) told.add(written.path)
    // Its head says where it stands, and we never write that.
    const position = page.git?.position
    const settled = { ...git(written), ...(position !== undefined && { position }) }
    draft.putPage(id, { ...page, git: settled, body: nodes.putText(written.body), ...metaLinks })
    draft.putPath(written.path, { id: written.path, page: id })
  }
  const files = await findEntries<FileRecord>(nodes, root.files, assets.keys())
  for (const [id, written] of assets) {
    const file = files.get(id)
    if (!file) continue
    draft.putFileRecord(id, { ...file, git: git(written) })
    told.add(written.path)
  }
  for (const [id, written] of reusables) {
    const reusable = await findReusable(merged, id)
    if (!reusable) continue
    draft.putReusable(id, { ...reusable, git: git(written) })
    await nodes.fetch([reusable.body])
    const text = { head: written.head, title: reusable.title, body: nodes.text(reusable.body) }
    if (isToldBy(text, written.oid)) told.add(written.path)
  }
  const tree = await keptAfter({ tools, nodes }, read, exported, told)
  draft.putKept({ ...keptTexts(nodes, read.repository, exported), tree })
  return draft.finish()
}

/** What leads above the space is told from where the file is now. What was removed is in no file any more. */
function spelledNow(
  { canonical, alternates = [] }: PageRecord,
  written: Written,
): Pick<PageRecord, 'canonical' | 'alternates'> {
  const spelled = (ref: ContentRef, url: string | null | undefined): ContentRef =>
    ref.kind === 'url' && typeof url === 'string' ? { kind: 'url', url } : ref
  // Those that lead to nothing are in no file: then the two lists cannot be told side by side.
  const isWhole = alternates.length === written.alternates?.length
  const list = isWhole ? alternates.map((ref, at) => spelled(ref, written.alternates?.[at])) : alternates
  return {
    canonical: canonical ? spelled(canonical, written.canonical) : undefined,
    alternates: list.length > 0 ? list : undefined,
  }
}
