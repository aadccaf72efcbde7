import { findPages, findReusable, putRoot, type Reading, readRevision } from '../nodes/revision.ts'
import { openDraft } from './draft.ts'

/** The revision with other texts on some pages and reusable contents. */
export async function withTexts(reading: Reading, texts: Map<string, string>) {
  if (texts.size === 0) return { root: putRoot(reading.pool, reading.root), reading }
  const draft = openDraft(reading)
  await findPages(reading, texts.keys())
  for (const [id, text] of texts) {
    const page = await draft.page(id)
    const reusable = page ? undefined : await findReusable(reading, id)
    if (page) await draft.changePage(page, { body: draft.pool.putText(text) })
    if (reusable) draft.putReusable(id, { ...reusable, body: draft.pool.putText(text) })
  }
  const root = await draft.finish()
  return { root, reading: await readRevision(reading.pool, root) }
}
