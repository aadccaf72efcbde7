import type { Links } from '../../../kit/domain/links.ts'
import { printed } from '../../../kit/domain/subjects.ts'
import { type SeenTranslation, translationAbilities } from './access.ts'
import type { RunStatus, Stats, TranslationSettings } from './schema.ts'
import type { ListedLanguage, TranslationRow } from './store.ts'

const NO_STATS: Stats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
}

export function statsOf({ stats }: Pick<TranslationRow, 'stats'>): Stats {
  return { ...NO_STATS, ...stats }
}

export function presentTranslation(row: SeenTranslation, links: Links): TranslationSettings {
  const { id, title, languages, organizationId, source, sourceLanguage, runState } = row
  const [first] = languages
  return {
    object: 'translation-settings',
    id,
    title,
    languages: languages.map(({ language }) => language),
    ...(source && sourceLanguage && { source: { space: source.id, language: sourceLanguage } }),
    ...(first && { language: first.language }),
    spaces: Object.fromEntries(
      languages.flatMap(({ language, targetId }) => (targetId ? [[language, targetId]] : [])),
    ),
    instructions: { ...row.instructions },
    status: statusOf(row),
    ...(runState && { progress: { units: row.runUnits, done: row.runDone } }),
    ...(row.runFailure !== null && { failure: row.runFailure }),
    ...resultOf(first),
    stats: statsOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    permissions: printed(translationAbilities(row), ['view', 'edit']),
    urls: { location: `${links.api}/orgs/${organizationId}/translations/${id}` },
  }
}

/** Clients know of no failure: one that failed has ended. */
function statusOf({ runState }: TranslationRow): RunStatus {
  return runState === null ? 'pending' : runState === 'failed' ? 'completed' : runState
}

function resultOf(first: ListedLanguage | undefined) {
  if (!first?.targetId || !first.targetRevisionId) return {}
  return { result: { space: first.targetId, revision: first.targetRevisionId } }
}
