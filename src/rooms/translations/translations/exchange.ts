// Units as they leave, and translations as they come.
import { requireShort } from '../../../engines/content/long-work.ts'
import { readXliffFile } from '../../../engines/translation/tasks.ts'
import type { RefusedUnit } from '../../../engines/translation/xliff-read.ts'
import { type UnitState, writeXliff, type XliffFile } from '../../../engines/translation/xliff-write.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { UnitOrigin } from '../../../kit/storage/tables/translations.ts'
import { checkUnits, type IncomingUnit } from './accept-units.ts'
import {
  currentMemory,
  type FoundUnits,
  listedUnits,
  type OpenTranslation,
  openCurrentSource,
  requireLanguage,
  type UnitsQuery,
} from './list-units.ts'
import type { SentUnits } from './schema-units.ts'

const STATES: readonly UnitState[] = ['missing', 'outdated', 'translated']

/** From the words of a query. */
export function readStates(words: string): ReadonlySet<UnitState> {
  const asked = words.split(',')
  return new Set(STATES.filter((state) => asked.includes(state)))
}

export async function findUnits(
  ctx: OutsideContext,
  translation: OpenTranslation,
  language: string | undefined,
  query: UnitsQuery,
) {
  const asked = requireLanguage(translation, language)
  const source = await openCurrentSource(ctx, translation)
  const memory = await currentMemory(ctx, translation, asked, source)
  return { language: asked.language, found: listedUnits(source, memory, query) }
}

export function xliffOf(
  { sourceLanguage }: OpenTranslation,
  language: string,
  { rows }: Pick<FoundUnits, 'rows'>,
): string {
  const pages: XliffFile['pages'] = []
  for (const { page, unit } of rows) {
    const last = pages.at(-1)
    if (last?.page.id === page.id) last.units.push(unit)
    else pages.push({ page, units: [unit] })
  }
  return writeXliff({ sourceLanguage: sourceLanguage ?? 'und', language, pages })
}

/** A file takes seconds at most; one that takes longer was made to. */
const TIMEOUT = 60_000

/** Checks what came against the source as it is now. */
export async function readSentUnits(
  ctx: OutsideContext,
  translation: OpenTranslation,
  sent: SentUnits,
  origin: UnitOrigin = sent.xliff === undefined ? 'person' : 'import',
) {
  if ((sent.units === undefined) === (sent.xliff === undefined))
    throw invalid('The body must have either body.units or body.xliff', { field: 'body.units' })
  const read = sent.xliff === undefined ? fromList(sent) : await fromFile(ctx, sent, sent.xliff)
  const language = requireLanguage(translation, read.language, 'body.language')
  const source = await openCurrentSource(ctx, translation)
  const memory = await currentMemory(ctx, translation, language, source)
  const checked = checkUnits(source, memory, read.units, { origin, madeBy: ctx.actor.id || null })
  return { language, ...checked, refused: [...read.refused, ...checked.refused] }
}

type Incoming = { language?: string; units: IncomingUnit[]; refused: RefusedUnit[] }

function fromList({ language, units = [] }: SentUnits): Incoming {
  const incoming: Incoming = { language, units: [], refused: [] }
  for (const { unit, target } of units) {
    const [page, key, ...rest] = unit.split('/')
    if (page && key && rest.length === 0) incoming.units.push({ page, key, target })
    else incoming.refused.push({ unit, reason: 'This is not the name of a unit: send it unchanged' })
  }
  return incoming
}

async function fromFile(ctx: OutsideContext, { language }: SentUnits, xliff: string): Promise<Incoming> {
  // What is in it is read apart, but thousands of units are looked at here.
  requireShort(xliff.length)
  const read = await ctx.threads.run(readXliffFile, xliff, { timeout: TIMEOUT })
  if ('problem' in read) throw invalid(`body.xliff cannot be read. ${read.problem}`, { field: 'body.xliff' })
  const told = read.language?.toLowerCase()
  if (language !== undefined && told !== undefined && told !== language)
    throw invalid(`body.xliff is in ${told}, not in ${language}`, { field: 'body.language' })
  return { language: language ?? told, units: read.units, refused: read.refused }
}
