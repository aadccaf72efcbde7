import { findPages, findReusable, putRoot, type RevisionView, readRevision } from '../nodes/revision.ts'
import { openDraft } from './draft.ts'

/** The revision with other texts on some pages and reusable contents. */
export async function withTexts(view: RevisionView, texts: Map<string, string>) {
  if (texts.size === 0) return { root: putRoot(view.nodes, view.root), view }
  const draft = openDraft(view)
  await findPages(view, texts.keys())
  for (const [id, text] of texts) {
    const page = await draft.page(id)
    const reusable = page ? undefined : await findReusable(view, id)
    if (page) await draft.changePage(page, { body: draft.nodes.putText(text) })
    if (reusable) draft.putReusable(id, { ...reusable, body: draft.nodes.putText(text) })
  }
  const root = await draft.finish()
  return { root, view: await readRevision(view.nodes, root) }
}
