import { type Static, Type } from 'typebox'
import { ListOf, Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Told } from '../../../kit/http/operations/shapes.ts'
import { Language } from './schema.ts'

const STATES = ['missing', 'outdated', 'translated'] as const

const AskedLanguage = Type.Optional(Told(Language, 'One of its languages; default: the first'))

const Counts = {
  missing: Type.Integer({ description: 'Units without a translation' }),
  outdated: Type.Integer({ description: 'Units whose source has changed since they were translated' }),
  translated: Type.Integer({ description: 'Units whose translation is up to date' }),
  percentage: Type.Integer({ description: 'Of all units, how many are up to date', examples: [87] }),
}

const PageStatus = Type.Object({
  page: Type.String({ description: 'Id of the page, or of the reusable content' }),
  title: Type.String(),
  path: Type.String({ description: 'Empty for reusable content' }),
  status: OneOf(['missing', 'outdated', 'up-to-date'], {
    description: '`outdated` where something of it is, `up-to-date` where nothing is missing',
  }),
  ...Counts,
})

export type TranslationStatus = Static<typeof TranslationStatus>
export const TranslationStatus = Type.Object({
  languages: Type.Array(
    Type.Object({
      language: Type.String({ examples: ['de'] }),
      space: Type.Optional(Type.String()),
      ...Counts,
    }),
    { description: 'How far each language is' },
  ),
  language: Type.String({ description: 'The language of the pages', examples: ['de'] }),
  ...ListOf(PageStatus).properties,
})

export const StatusQuery = Type.Object({ ...Paging.properties, language: AskedLanguage })

export const UnitsQuery = Type.Object({
  ...Paging.properties,
  language: AskedLanguage,
  state: Type.String({
    default: 'missing,outdated',
    pattern: '^(missing|outdated|translated)(,(missing|outdated|translated))*$',
    description: 'Which units, with commas between: `missing`, `outdated`, `translated`',
  }),
  format: OneOf(['json', 'xliff'], {
    default: 'json',
    description: '`json` lists units, `xliff` answers the same as the text of an XLIFF 2.1 file',
  }),
  pageId: Type.Optional(Told(Id, 'Only units of this page or reusable content')),
})

const Placeholder = Type.Object({
  id: Type.String({ description: 'The number in the braces', examples: ['1'] }),
  kind: OneOf(['single', 'pair'], { description: '`{1}` alone, or `{1}` and `{/1}` around text' }),
  shown: Type.String({ description: 'Its content', examples: ['npm install'] }),
})

export const TranslationUnit = Type.Object(
  {
    unit: Type.String({
      description: 'Names the unit when its translation is sent',
      examples: ['01kx6m2p7hv4n8c1k5z3q9y6ta/pGx0bB1k9QmZc3Ta'],
    }),
    page: Type.String(),
    path: Type.String(),
    kind: Type.String({ description: 'Its kind: title, description, heading, text or label' }),
    state: OneOf(STATES),
    source: Type.String({
      description:
        'The source text. `{1}` is a placeholder that must not change, `{2}…{/2}` surrounds text: a translation has each of them once, with pairs nested',
      examples: ['Run {1} in {2}the folder{/2}.'],
    }),
    placeholders: Type.Array(Placeholder),
    target: Type.Optional(
      Type.String({
        description: 'Its translation, if up to date',
        examples: ['{1} in {2}dem Ordner{/2} ausführen.'],
      }),
    ),
    suggestion: Type.Optional(
      Type.String({
        description: 'A translation of its earlier text, or of the same text on another page',
        examples: ['{1} im {2}Ordner{/2} ausführen.'],
      }),
    ),
    previousSource: Type.Optional(
      Type.String({
        description: 'For an outdated unit: its earlier text',
        examples: ['Run {1} in {2}a folder{/2}.'],
      }),
    ),
  },
  { title: 'TranslationUnit' },
)
export type TranslationUnit = Static<typeof TranslationUnit>

export type TranslationUnits = Static<typeof TranslationUnits>
export const TranslationUnits = Type.Object({
  language: Type.String({ examples: ['de'] }),
  sourceLanguage: Type.Optional(Type.String({ examples: ['en'] })),
  ...ListOf(TranslationUnit).properties,
  xliff: Type.Optional(
    Type.String({
      description: 'The units of this answer as a file, where `format` is `xliff`; `items` is empty then',
      examples: ['<xliff version="2.1" …'],
    }),
  ),
})

export type SentUnits = Static<typeof SentUnits>
export const SentUnits = Type.Object({
  language: Type.Optional(Told(Language, 'The language of the translations; optional if the file names it')),
  units: Type.Optional(
    Type.Array(
      Type.Object({
        unit: Type.String({ maxLength: 200, description: 'The `unit` that was answered' }),
        target: Type.String({ maxLength: 100_000, description: 'Its translation' }),
      }),
      { maxItems: 50_000, description: 'Translations of units' },
    ),
  ),
  xliff: Type.Optional(Type.String({ description: 'The text of an XLIFF 2 file, instead of `units`' })),
})

export type AcceptedUnits = Static<typeof AcceptedUnits>
export const AcceptedUnits = Type.Object({
  accepted: Type.Integer({ description: 'Translations that are new' }),
  unchanged: Type.Integer({ description: 'Translations that were known' }),
  refused: Type.Array(
    Type.Object({
      unit: Type.String({ examples: ['01kx6m2p7hv4n8c1k5z3q9y6ta/pGx0bB1k9QmZc3Ta'] }),
      reason: Type.String({
        description: 'The problem, and how to fix it',
        examples: ['{1} is missing'],
      }),
    }),
    { description: 'Translations that were not taken' },
  ),
})
