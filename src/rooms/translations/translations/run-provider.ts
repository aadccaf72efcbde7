// A run of the provider: what is missing or outdated is sent to it, some units at a time. What came back is kept at once,
// so that a run that was interrupted goes on where it was.

import type { ListedUnit } from '../../../engines/translation/xliff-write.ts'
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { unfit } from '../../../kit/domain/problems.ts'
import { wordsOfBoth } from '../glossary/glossary.ts'
import type { GlossaryRow } from '../glossary/store.ts'
import { addTranslated, checkUnits, unitName } from './accept-units.ts'
import type { SeenTranslation } from './access.ts'
import { currentMemory, listedUnits, openCurrentSource } from './list-units.ts'
import type { Memory } from './memory.ts'
import { statsOf } from './present.ts'
import { askProvider, ProviderFailure } from './provider.ts'
import type { OpenSource } from './source.ts'
import {
  findAnyTranslation,
  type ListedLanguage,
  listLanguages,
  listRunsWithoutJob,
  type TranslationRow,
  updateTranslation,
} from './store.ts'

/** The door of the run; `jobs.ts` does it. One that died goes on where it was: its job is sent all the same. */
export async function askForRun(ctx: WriteContext, translation: SeenTranslation) {
  const { id, organizationId, source, sourceLanguage, languages, runState } = translation
  if (!ctx.translationProvider)
    throw unfit(
      'No translation provider is set up: set QUIRE_TRANSLATION_PROVIDER_URL, or import translations',
    )
  if (!source || sourceLanguage === null || languages.length === 0)
    throw unfit('This translation has no source or no languages: set them first')
  if (runState === 'running') return
  await updateTranslation(ctx.db, id, {
    runState: 'pending',
    runFailure: null,
    runStartedAt: null,
    runDone: 0,
    runUnits: 0,
  })
  await ctx.emit('translation.run_started', { organizationId, translationId: id })
}

type Run = {
  ctx: OutsideContext
  inTransaction: InTransaction
  translation: TranslationRow
  source: OpenSource
  /** What came back and can not be used. */
  refused: { unit: string; reason: string }[]
  pages: Set<string>
  words: number
  done: number
}

export async function runProvider(ctx: OutsideContext, translationId: string, inTransaction: InTransaction) {
  const translation = await findAnyTranslation(ctx.db, translationId)
  if (!translation?.runState || translation.runState === 'completed') return
  const startedAt = translation.runStartedAt ?? ctx.clock.now()
  try {
    const source = await openCurrentSource(ctx, translation)
    const tally = { refused: [], pages: new Set<string>(), words: 0, done: translation.runDone }
    const run: Run = { ctx, inTransaction, translation, source, ...tally }
    const due = await dueUnits(run)
    const units = due.reduce((sum, each) => sum + each.units.length, tally.done)
    await inTransaction(({ db }) =>
      updateTranslation(db, translationId, { runState: 'running', runStartedAt: startedAt, runUnits: units }),
    )
    for (const each of due) await translateLanguage(run, each)
    await finish(run, startedAt)
  } catch (error) {
    await fail(inTransaction, translation, error)
    // What may pass is tried again by the queue, a bounded number of times.
    if (!(error instanceof ProviderFailure) || error.mayPass) throw error
  }
}

type Due = { language: ListedLanguage; memory: Memory; units: ListedUnit[]; glossary: GlossaryRow[] }

async function dueUnits({ ctx, translation, source }: Run): Promise<Due[]> {
  const due: Due[] = []
  const states = new Set(['missing', 'outdated'] as const)
  for (const language of await listLanguages(ctx.db, [translation.id])) {
    const memory = await currentMemory(ctx, translation, language, source)
    const { rows } = listedUnits(source, memory, { states, limit: Number.POSITIVE_INFINITY })
    const languages = [translation.sourceLanguage ?? '', language.language] as const
    const glossary = await wordsOfBoth(ctx, translation.organizationId, languages)
    due.push({ language, memory, units: rows.map(({ unit }) => unit), glossary })
  }
  return due
}

async function translateLanguage(run: Run, { language, memory, units, glossary }: Due) {
  const { ctx, translation, source, inTransaction } = run
  const sourceLanguage = translation.sourceLanguage ?? ''
  for (const batch of batchesOf(units)) {
    const answers = await askProvider(ctx, {
      source: sourceLanguage,
      target: language.language,
      instructions: translation.instructions,
      glossary: wordsFor(glossary, batch, sourceLanguage, language.language),
      units: batch,
    })
    const incoming = batch.flatMap(({ page, key }) => {
      const target = answers.get(unitName({ page, key }))
      return target === undefined ? [] : [{ page, key, target }]
    })
    const checked = checkUnits(source, memory, incoming, { origin: 'provider', madeBy: null })
    for (const { page, key } of batch)
      if (!answers.has(unitName({ page, key })))
        run.refused.push({ unit: unitName({ page, key }), reason: 'It was not answered' })
    run.refused.push(...checked.refused)
    run.done += batch.length
    await inTransaction(async (tx) => {
      await addTranslated(tx, language, translation.organizationId, checked.units)
      await updateTranslation(tx.db, translation.id, { runDone: run.done })
    })
    for (const { pageId, source: text } of checked.units) {
      run.pages.add(pageId)
      run.words += text.split(/\s+/).length
    }
  }
}

const UNITS = 50
const CHARACTERS = 20_000

function* batchesOf(units: readonly ListedUnit[]) {
  let batch: ListedUnit[] = []
  let length = 0
  for (const unit of units) {
    if (batch.length === UNITS || (batch.length > 0 && length + unit.source.length > CHARACTERS)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(unit)
    length += unit.source.length
  }
  if (batch.length > 0) yield batch
}

/** Of the glossary what these units say. */
function wordsFor(glossary: readonly GlossaryRow[], units: readonly ListedUnit[], from: string, to: string) {
  const text = units.map(({ source }) => source.toLowerCase()).join('\n')
  return glossary.flatMap(({ translations }) => {
    const [source, target] = [translations[from], translations[to]]
    return source && target && text.includes(source.toLowerCase()) ? [{ source, target }] : []
  })
}

async function finish({ inTransaction, translation, refused, pages, words }: Run, startedAt: Date) {
  const { id, organizationId } = translation
  const before = statsOf(translation)
  await inTransaction(async (tx) => {
    const duration = tx.clock.now().getTime() - startedAt.getTime()
    const stats = {
      runs: before.runs + 1,
      totalWords: before.totalWords + words,
      totalPages: before.totalPages + pages.size,
      totalDuration: before.totalDuration + duration,
      latestRunDuration: duration,
      latestPages: pages.size,
      latestWords: words,
    }
    await updateTranslation(tx.db, id, {
      runState: 'completed',
      runFailure: toldOf(refused),
      stats: JSON.stringify(stats),
    })
    await tx.emit('translation.run_completed', { organizationId, translationId: id, state: 'success' })
  })
}

function toldOf(refused: Run['refused']) {
  const [first] = refused
  if (!first) return null
  const count = refused.length === 1 ? 'One unit' : `${refused.length} units`
  return `${count} came back unusable. ${first.unit}: ${first.reason}`
}

async function fail(inTransaction: InTransaction, translation: TranslationRow, error: unknown) {
  const reason = error instanceof ProviderFailure ? error.message : 'The run was interrupted'
  await inTransaction((tx) => endRun(tx, translation, reason))
}

const GIVEN_UP = 'The run was interrupted too often: start it again, and it continues'

/** A run whose process died is done by its job; this is for those that have none any more. Says which are to go on. */
export async function endGivenUpRuns(ctx: WriteContext, jobName: string): Promise<string[]> {
  const runs = await listRunsWithoutJob(ctx.db, jobName)
  for (const run of runs) if (run.isGivenUp) await endRun(ctx, run, GIVEN_UP)
  return runs.filter(({ isGivenUp }) => !isGivenUp).map(({ id }) => id)
}

async function endRun(
  ctx: WriteContext,
  { id, organizationId }: Pick<TranslationRow, 'id' | 'organizationId'>,
  reason: string,
) {
  await updateTranslation(ctx.db, id, { runState: 'failed', runFailure: reason })
  await ctx.emit('translation.run_completed', { organizationId, translationId: id, state: 'failure' })
}
