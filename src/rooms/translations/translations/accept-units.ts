// Translations that come in: checked one by one, so that what is wrong with one costs no other.

import { findKnown } from '../../../engines/translation/states.ts'
import { unitProblem } from '../../../engines/translation/unit-problem.ts'
import { tidy, type Unit, type UnitKind } from '../../../engines/translation/units.ts'
import type { RefusedUnit } from '../../../engines/translation/xliff-read.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import type { UnitOrigin } from '../../../kit/storage/tables/translations.ts'
import { type Memory, NOTHING_KNOWN } from './memory.ts'
import type { OpenSource } from './source.ts'
import { addUnits, type LanguageKey, type NewUnit, putUnits } from './store-units.ts'

export type IncomingUnit = { page: string; key: string; target: string }
export type CheckedUnits = { units: NewUnit[]; unchanged: number; refused: RefusedUnit[] }

/** What a page may have there. */
const LONGEST: Partial<Record<UnitKind, number>> = { title: 255, description: 2000 }

export function unitName({ page, key }: { page: string; key: string }) {
  return `${page}/${key}`
}

export function checkUnits(
  source: OpenSource,
  memory: Memory,
  incoming: readonly IncomingUnit[],
  by: { origin: UnitOrigin; madeBy: string | null },
): CheckedUnits {
  const pages = new Map(
    source.pages.map(({ id, units }) => [id, new Map(units.map((unit) => [unit.key, unit]))]),
  )
  const checked: CheckedUnits = { units: [], unchanged: 0, refused: [] }
  const seen = new Set<string>()
  for (const { page, key, target } of incoming) {
    const name = unitName({ page, key })
    const unit = pages.get(page)?.get(key)
    const reason = seen.has(name) ? 'The unit was sent twice: the first one counts' : problemOf(unit, target)
    seen.add(name)
    if (reason !== undefined || !unit) {
      checked.refused.push({ unit: name, reason: reason ?? GONE })
      continue
    }
    const text = tidy(unit.text, target)
    const known = findKnown(memory.get(page) ?? NOTHING_KNOWN, key)
    if (known && !known.isOutdated && known.target === text) checked.unchanged += 1
    else checked.units.push({ pageId: page, key, source: unit.text, target: text, isOutdated: false, ...by })
  }
  return checked
}

const GONE = 'The source no longer has this unit: export the units again'

function problemOf(unit: Unit | undefined, target: string) {
  if (!unit) return GONE
  return unitProblem(unit.text, target, { maxLength: LONGEST[unit.kind] })
}

/** Somebody says so: it counts, whatever was there. */
export async function acceptUnits(
  ctx: WriteContext,
  key: LanguageKey,
  organizationId: string,
  units: NewUnit[],
) {
  await putUnits(ctx.db, key, units, ctx.clock.now())
  await announce(ctx, key, organizationId, units.length)
  return units.length
}

/** From a provider: it is used where nobody has written a translation meanwhile. */
export async function addTranslated(
  ctx: WriteContext,
  key: LanguageKey,
  organizationId: string,
  units: NewUnit[],
) {
  const count = await addUnits(ctx.db, key, units, ctx.clock.now())
  await announce(ctx, key, organizationId, count)
  return count
}

async function announce(
  ctx: WriteContext,
  { translationId, language }: LanguageKey,
  organizationId: string,
  units: number,
) {
  if (units === 0) return
  await ctx.emit('translation.units_changed', { organizationId, translationId, language, units })
}
