// Below which pages others may stand.
import type { PageRecord, PageType } from '../../../../engines/content/records.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import { requireLevels } from './edit-depth.ts'
import { type EditWork, pageFor } from './edit-work.ts'

type NewPlace = { type: PageType; into?: string | null }

/** The page below which a new one is to stand; null is the top. */
export async function newPlace(work: EditWork, { into = null, type }: NewPlace, field: string) {
  if (into === null) return null
  if (type === 'group')
    throw invalid(`${field}.into: groups are allowed only at the top level`, { field: `${field}.into` })
  return (await parentAt(work, into, field)).id
}

/** Refuses a place at which a page cannot be moved. */
export async function requirePlace(work: EditWork, page: PageRecord, into: string | null, field: string) {
  if (into === null) return
  if (page.type === 'group')
    throw invalid(`${field}.into: groups are allowed only at the top level`, { field: `${field}.into` })
  const parent = await parentAt(work, into, field)
  for (let above: PageRecord | undefined = parent; above; ) {
    if (above.id === page.id)
      throw invalid(`${field}.into: a page cannot be moved below itself`, { field: `${field}.into` })
    above = above.parent === null ? undefined : await work.draft.page(above.parent)
  }
  // Pages that stand too deep since before there was a limit may change places where they are.
  if (parent.id !== page.parent) await requireLevels(work.draft, parent.id, { page, field: `${field}.into` })
}

async function parentAt(work: EditWork, named: string, field: string) {
  const parent = await pageFor(work, named, `${field}.into`)
  if (parent.type === 'document' || parent.type === 'group') return parent
  throw invalid(`${field}.into: a ${parent.type} cannot have pages below it`, { field: `${field}.into` })
}
