// What is known of the translation into a language: what was translated, with what the source has replaced since.
import { diffMaps } from '../../../engines/content/nodes/map.ts'
import type { PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { carriedUnits, type KnownUnit } from '../../../engines/translation/states.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { openView } from '../../content/spaces/revisions/revisions.ts'
import { bodiesOf, type OpenSource, type SourcePage, unitsOfBodies, unitsOfPage } from './source.ts'
import type { LanguageRow, TranslationRow } from './store.ts'
import { listUnits, type NewUnit, type UnitRow } from './store-units.ts'

export type KnownRow = KnownUnit & Pick<UnitRow, 'pageId' | 'key' | 'origin' | 'madeBy' | 'isWritten'>
/** By page, and there by key. */
export type Memory = Map<string, Map<string, KnownRow>>

export const NOTHING_KNOWN: ReadonlyMap<string, KnownRow> = new Map()

export async function readMemory(ctx: OutsideContext, key: LanguageRow): Promise<Memory> {
  const memory: Memory = new Map()
  for (const row of await listUnits(ctx.db, key)) remember(memory, row)
  return memory
}

export function remember(memory: Memory, row: KnownRow) {
  const page = memory.get(row.pageId)
  if (page) page.set(row.key, row)
  else memory.set(row.pageId, new Map([[row.key, row]]))
}

/**
 * Brings the memory to where the source is now, and says what came to it: units that stand in the place of translated
 * ones. Costs what differs between the two revisions of the source.
 */
export async function catchUp(
  ctx: OutsideContext,
  { sourceSpaceId }: TranslationRow,
  language: LanguageRow,
  source: OpenSource,
  memory: Memory,
): Promise<NewUnit[]> {
  const { sourceRevisionId } = language
  if (!sourceSpaceId || !sourceRevisionId || sourceRevisionId === source.revisionId) return []
  const { nodes } = source.view
  const before = await openView(ctx, sourceSpaceId, sourceRevisionId, nodes)
  const pages = await diffMaps<PageRecord>(nodes, before.root.pages, source.view.root.pages)
  const reusables = await diffMaps<ReusableRecord>(nodes, before.root.reusables, source.view.root.reusables)
  const old = [...pages, ...reusables].flatMap(({ before }) => (before ? [before] : []))
  const texts = await unitsOfBodies(ctx, nodes, bodiesOf(old))
  const now = new Map(source.pages.map((page) => [page.id, page]))
  const carried: NewUnit[] = []
  for (const record of old) {
    const known = memory.get(record.id)
    const page = now.get(record.id)
    if (!known || !page) continue
    const units = isPage(record, page) ? unitsOfPage(record, texts) : (texts.get(record.body ?? '') ?? [])
    for (const [key, unit] of carriedUnits(units, page.units, known)) {
      const was = [...known.values()].find(
        ({ target, source }) => target === unit.target && source === unit.source,
      )
      const row = {
        ...unit,
        pageId: record.id,
        key,
        origin: was?.origin ?? 'import',
        madeBy: was?.madeBy ?? null,
      }
      carried.push(row)
      remember(memory, { ...row, isWritten: false })
    }
  }
  return carried
}

function isPage(_record: PageRecord | ReusableRecord, page: SourcePage): _record is PageRecord {
  return 'page' in page
}
