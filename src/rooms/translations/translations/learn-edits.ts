// What people edited in a translated space since we wrote it: where it can be told as the translation of a unit, it is
// one, and files that translators get say it too.
import { diffMaps } from '../../../engines/content/nodes/map.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { findHandEdits } from '../../../engines/translation/tasks.ts'
import { unitProblem } from '../../../engines/translation/unit-problem.ts'
import { unitOfString } from '../../../engines/translation/units.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import type { NewUnit } from './store-units.ts'

export type EditedRevisions = {
  /** The source as it was when the space was written. */
  source: RevisionView
  written: RevisionView
  edited: RevisionView
}

export async function learnEdits(ctx: OutsideContext, sides: EditedRevisions): Promise<NewUnit[]> {
  const pages = await differing<PageRecord>(sides, 'pages')
  const reusables = await differing<ReusableRecord>(sides, 'reusables')
  const units: NewUnit[] = []
  for (const { source, written, edited } of pages)
    for (const field of ['title', 'description'] as const) {
      const unit = editedField(field, source[field], written[field], edited[field])
      if (unit) units.push(learned(source.id, unit))
    }
  const texts = [...pages, ...reusables].filter(
    ({ source, written, edited }) =>
      source.body && written.body && edited.body && written.body !== edited.body,
  )
  const { nodes } = sides.source
  await nodes.fetch(texts.flatMap(({ source, written, edited }) => [source.body, written.body, edited.body]))
  const text = (body: string | null) => nodes.text(body ?? '')
  for (const { source, written, edited } of texts) {
    const sent = { source: text(source.body), written: text(written.body), edited: text(edited.body) }
    const [edits = []] = await ctx.threads.run(findHandEdits, [sent])
    for (const edit of edits) units.push(learned(source.id, edit))
  }
  return units
}

async function differing<T extends { id: string }>(sides: EditedRevisions, map: 'pages' | 'reusables') {
  const { source, written, edited } = sides
  const changed = await diffMaps<T>(source.nodes, written.root[map], edited.root[map])
  const sources = await diffMaps<T>(source.nodes, null, source.root[map])
  const known = new Map(sources.map(({ id, after }) => [id, after]))
  return changed.flatMap(({ id, before, after }) => {
    const record = known.get(id)
    return record && before && after ? [{ source: record, written: before, edited: after }] : []
  })
}

function editedField(
  kind: 'title' | 'description',
  source: string | undefined,
  written: string | undefined,
  edited: string | undefined,
) {
  const unit = source === undefined ? undefined : unitOfString(kind, source)
  const now = edited === undefined || edited === written ? undefined : unitOfString(kind, edited)
  if (!unit || !now || unitProblem(unit.text, now.text)) return undefined
  return { key: unit.key, source: unit.text, target: now.text }
}

function learned(pageId: string, unit: { key: string; source: string; target: string }): NewUnit {
  return { ...unit, pageId, isOutdated: false, origin: 'edit', madeBy: null }
}
