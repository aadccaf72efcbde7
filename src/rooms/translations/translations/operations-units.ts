import type { UnitCounts } from '../../../engines/translation/states.ts'
import { listOf, operation } from '../../../kit/http/operations/operation.ts'
import { toPage } from '../../../kit/storage/page.ts'
import { acceptUnits, unitName } from './accept-units.ts'
import { translation } from './access.ts'
import { findUnits, readSentUnits, readStates, xliffOf } from './exchange.ts'
import {
  currentMemory,
  type FoundUnits,
  openCurrentSource,
  type PageStatus,
  pageStatuses,
  requireLanguage,
  sumOf,
} from './list-units.ts'
import {
  AcceptedUnits,
  SentUnits,
  StatusQuery,
  TranslationStatus,
  type TranslationUnit,
  TranslationUnits,
  UnitsQuery,
} from './schema-units.ts'

const NO_SOURCE = 'The translation has no source, or no languages'
const UPLOAD = 32 * 1024 * 1024

export const operations = [
  operation({
    id: 'getTranslationStatus',
    route: 'GET /v1/orgs/{organizationId}/translations/{translationId}/status',
    summary: 'See how far a translation is',
    description: 'The totals of each language, and the pages of one language, in order.',
    on: translation,
    needs: 'view',
    query: StatusQuery,
    returns: TranslationStatus,
    refuses: { 409: NO_SOURCE },
    run: async ({ ctx, subject: translation, query }) => {
      const asked = requireLanguage(translation, query.language)
      const source = await openCurrentSource(ctx, translation)
      const languages = []
      let pages: PageStatus[] = []
      for (const language of translation.languages) {
        const statuses = pageStatuses(source, await currentMemory(ctx, translation, language, source))
        if (language === asked) pages = statuses
        const space = language.targetId ?? undefined
        languages.push({ language: language.language, space, ...presentCounts(sumOf(statuses)) })
      }
      const from = Number(query.after?.[0] ?? 0)
      const rows = pages.slice(from, from + query.limit + 1)
      const page = toPage(rows, query.limit, () => [from + query.limit])
      return { languages, language: asked.language, ...listOf(page, presentPage) }
    },
  }),
  operation({
    id: 'listTranslationUnits',
    route: 'GET /v1/orgs/{organizationId}/translations/{translationId}/units',
    summary: 'List the units to translate',
    description:
      'By default missing and outdated units, in the order of the pages. A unit is a text that is translated as a whole: a paragraph, a heading, a cell, a title.',
    on: translation,
    needs: 'view',
    query: UnitsQuery,
    returns: TranslationUnits,
    refuses: { 409: NO_SOURCE },
    run: async ({ ctx, subject: translation, query }) => {
      const { limit, after, pageId } = query
      const states = readStates(query.state)
      const { language, found } = await findUnits(ctx, translation, query.language, {
        states,
        limit,
        after,
        pageId,
      })
      const list = listOf(found, presentUnit)
      const about = { language, sourceLanguage: translation.sourceLanguage ?? undefined }
      if (query.format === 'json') return { ...about, ...list }
      return { ...about, ...list, items: [], xliff: xliffOf(translation, language, found) }
    },
  }),
  operation({
    id: 'updateTranslationUnits',
    route: 'PUT /v1/orgs/{organizationId}/translations/{translationId}/units',
    summary: 'Send translations',
    description:
      'As a list of units, or as the text of an XLIFF 2 file. Each unit is checked on its own: a rejected unit is reported and does not affect the others. The translated space is updated in the background.',
    on: translation,
    needs: 'edit',
    body: SentUnits,
    example: {
      language: 'de',
      units: [
        {
          unit: '01kx6m2p7hv4n8c1k5z3q9y6ta/pGx0bB1k9QmZc3Ta',
          target: '{1} in {2}dem Ordner{/2} ausführen.',
        },
      ],
    },
    returns: AcceptedUnits,
    refuses: { 409: NO_SOURCE },
    bodyLimit: UPLOAD,
    before: ({ ctx, subject: translation, body }) => readSentUnits(ctx, translation, body),
    run: async ({ ctx, subject: translation, brought }) => {
      const { language, units, unchanged, refused } = brought
      const accepted = await acceptUnits(ctx, language, translation.organizationId, units)
      return { accepted, unchanged, refused }
    },
  }),
]

function presentUnit({ page: { path }, unit }: FoundUnits['rows'][number]): TranslationUnit {
  const { placeholders, ...rest } = unit
  return {
    unit: unitName(unit),
    path,
    ...rest,
    placeholders: placeholders.map((placeholder, index) => ({ id: String(index + 1), ...placeholder })),
  }
}

function presentPage({ id, title, path, counts }: PageStatus) {
  return { page: id, title, path, status: statusOf(counts), ...presentCounts(counts) }
}

function statusOf({ missing, outdated }: UnitCounts) {
  if (outdated > 0) return 'outdated' as const
  return missing > 0 ? ('missing' as const) : ('up-to-date' as const)
}

/** Rounded down: all of it is only what is all of it. */
function presentCounts(counts: UnitCounts) {
  const all = counts.missing + counts.outdated + counts.translated
  return { ...counts, percentage: all === 0 ? 100 : Math.floor((100 * counts.translated) / all) }
}
