// What there is to translate, and how far it is.

import {
  askedUnits,
  countStates,
  findKnown,
  stateOf,
  type UnitCounts,
} from '../../../engines/translation/states.ts'
import type { Unit } from '../../../engines/translation/units.ts'
import type { ListedUnit, UnitPage, UnitState } from '../../../engines/translation/xliff-write.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import type { CursorPosition, PageOfRows } from '../../../kit/storage/page.ts'
import { spaceNow } from '../../content/spaces/heads.ts'
import { catchUp, type Memory, NOTHING_KNOWN, readMemory } from './memory.ts'
import { type OpenSource, openSource } from './source.ts'
import type { LanguageRow, TranslationRow } from './store.ts'

export type OpenTranslation = TranslationRow & { languages: LanguageRow[] }

/** The source as it is now; one that went to another organization is nobody's business here. */
export async function openCurrentSource(
  ctx: OutsideContext,
  { sourceSpaceId, organizationId }: TranslationRow,
) {
  const space = sourceSpaceId === null ? undefined : await spaceNow(ctx, sourceSpaceId)
  if (!space || space.deletedAt || space.organizationId !== organizationId)
    throw conflict('This translation has no source: set its source space', { field: 'source' })
  return openSource(ctx, { spaceId: space.id, revisionId: space.revisionId })
}

export function requireLanguage(
  { languages }: OpenTranslation,
  wanted: string | undefined,
  field = 'query.language',
) {
  const found = wanted === undefined ? languages[0] : languages.find(({ language }) => language === wanted)
  if (found) return found
  if (languages.length === 0) throw conflict('This translation has no languages: add one')
  const known = languages.map(({ language }) => language).join(', ')
  throw invalid(`${field} must be one of its languages: ${known}`, { field })
}

export async function currentMemory(
  ctx: OutsideContext,
  translation: TranslationRow,
  language: LanguageRow,
  source: OpenSource,
) {
  const memory = await readMemory(ctx, language)
  await catchUp(ctx, translation, language, source, memory)
  return memory
}

export type UnitsQuery = {
  states: ReadonlySet<UnitState>
  pageId?: string
  limit: number
  after?: CursorPosition
}
export type FoundUnits = PageOfRows<{ page: UnitPage; unit: ListedUnit }>

/**
 * In the order of the pages, and of the units in each. An answer goes on behind the last unit of the one before, whatever
 * was translated meanwhile: by a number, as many would be left out as are no longer asked for.
 */
export function listedUnits(source: OpenSource, memory: Memory, query: UnitsQuery): FoundUnits {
  const elsewhere = translatedElsewhere(memory)
  const rows: FoundUnits['rows'] = []
  if (query.pageId !== undefined && !source.pages.some(({ id }) => id === query.pageId))
    throw notFound('page')
  for (const { id, title, path, units } of pagesFrom(source, query.after)) {
    if (query.pageId !== undefined && id !== query.pageId) continue
    const known = memory.get(id) ?? NOTHING_KNOWN
    for (const { key, kind, text, placeholders } of unitsAfter(id, askedUnits(units, known), query.after)) {
      const state = stateOf(key, known)
      if (!query.states.has(state)) continue
      const last = rows.at(-1)?.unit
      if (last && rows.length === query.limit) return { rows, next: [last.page, last.key] }
      const found = findKnown(known, key)
      const suggestion = found?.isOutdated
        ? found.target
        : state === 'missing'
          ? elsewhere.get(key)
          : undefined
      rows.push({
        page: { id, title, path },
        unit: {
          page: id,
          key,
          kind,
          state,
          source: text,
          placeholders,
          ...(state === 'translated' && { target: found?.target }),
          ...(suggestion !== undefined && { suggestion }),
          ...(found?.isOutdated && { previousSource: found.source }),
        },
      })
    }
  }
  return { rows }
}

/** Of a page that is gone meanwhile nobody knows where it stood: then all are told again. */
function pagesFrom({ pages }: OpenSource, [pageId]: CursorPosition = []) {
  const at = pages.findIndex(({ id }) => id === pageId)
  return at < 0 ? pages : pages.slice(at)
}

/** All of a page whose unit is gone. */
function unitsAfter(id: string, units: Unit[], [pageId, after]: CursorPosition = []) {
  return id === pageId ? units.slice(units.findIndex(({ key }) => key === after) + 1) : units
}

/** The same words on another page may mean the same; somebody has to say so. */
function translatedElsewhere(memory: Memory) {
  const targets = new Map<string, string>()
  for (const page of memory.values())
    for (const [key, { target, isOutdated }] of page) if (!isOutdated) targets.set(key, target)
  return targets
}

export type PageStatus = UnitPage & { counts: UnitCounts }

export function pageStatuses(source: OpenSource, memory: Memory): PageStatus[] {
  return source.pages
    .filter(({ units }) => units.length > 0)
    .map(({ id, title, path, units }) => ({
      id,
      title,
      path,
      counts: countStates(units, memory.get(id) ?? NOTHING_KNOWN),
    }))
}

export function sumOf(pages: readonly PageStatus[]): UnitCounts {
  const sum: UnitCounts = { missing: 0, outdated: 0, translated: 0 }
  for (const { counts } of pages)
    for (const state of ['missing', 'outdated', 'translated'] as const) sum[state] += counts[state]
  return sum
}
