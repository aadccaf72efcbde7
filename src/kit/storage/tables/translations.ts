import type { ColumnType, Generated } from 'kysely'

export type TranslationTables = {
  translations: TranslationsTable
  translationLanguages: TranslationLanguagesTable
  translationUnits: TranslationUnitsTable
  translationTexts: { body: string; units: ColumnType<unknown[], string, string>; readAt: Date }
  glossaryEntries: GlossaryEntriesTable
}

export type RunState = 'pending' | 'running' | 'completed' | 'failed'

type TranslationsTable = {
  id: string
  organizationId: string
  title: string
  sourceSpaceId: string | null
  sourceLanguage: string | null
  instructions: ColumnType<object, string | undefined, string>
  runState: RunState | null
  runStartedAt: Date | null
  runFailure: string | null
  runUnits: Generated<number>
  runDone: Generated<number>
  stats: ColumnType<object, string | undefined, string>
  createdAt: Date
  updatedAt: Date
}

type TranslationLanguagesTable = {
  translationId: string
  language: string
  place: number | null
  spaceId: string | null
  sourceRevisionId: string | null
  builtRevisionId: string | null
  headRevisionId: string | null
}

/** Who translated: somebody over the API, a file, a provider, or an edit of the translated space. */
export type UnitOrigin = 'person' | 'import' | 'provider' | 'edit'

type TranslationUnitsTable = {
  translationId: string
  language: string
  pageId: string
  key: string
  source: string
  target: string
  isOutdated: boolean
  origin: UnitOrigin
  madeBy: string | null
  madeAt: Date
  isWritten: Generated<boolean>
}

type GlossaryEntriesTable = {
  id: string
  organizationId: string
  translations: ColumnType<Record<string, string>, string, string>
  createdAt: Date
  updatedAt: Date
}
