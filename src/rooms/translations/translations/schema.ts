import { type Static, Type } from 'typebox'
import { Address, Id, OneOf, Permissions, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { LANGUAGES } from '../../content/spaces/schema.ts'

export const Language = OneOf(LANGUAGES, { description: 'Code of a language', examples: ['de'] })

const Title = Type.String({ minLength: 1, maxLength: 100, description: 'The name of the translation' })
const Languages = Type.Array(Language, {
  maxItems: LANGUAGES.length,
  uniqueItems: true,
  description: 'The languages that it is translated into, in their order',
})

const Source = Type.Object(
  {
    space: Told(Id, 'Id of the space that is translated'),
    language: Told(Language, 'The language that the space is written in'),
  },
  { description: 'What is translated' },
)

const Instructions = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Instructions for the provider',
    examples: [{ tone: 'friendly' }],
  },
)

const STATUSES = ['pending', 'running', 'completed'] as const
export type RunStatus = (typeof STATUSES)[number]

const Stats = Type.Object(
  {
    runs: Type.Integer({ description: 'How often a provider was run' }),
    totalWords: Type.Integer({ description: 'Words that providers translated' }),
    totalPages: Type.Integer({ description: 'Pages that they translated something of' }),
    totalDuration: Type.Integer({ description: 'Milliseconds of all runs' }),
    latestRunDuration: Type.Integer({ description: 'Milliseconds of the last run' }),
    latestPages: Type.Integer({ description: 'Pages of the last run' }),
    latestWords: Type.Integer({ description: 'Words of the last run' }),
  },
  { description: 'What runs of providers did' },
)
export type Stats = Static<typeof Stats>

export type TranslationSettings = Static<typeof TranslationSettings>
export const TranslationSettings = Type.Object(
  {
    object: Type.Literal('translation-settings'),
    id: Type.String({ examples: ['01kx6m6t4v8y2b5d9g3j7m1p4s'] }),
    title: Type.String(),
    languages: Type.Array(Type.String(), { examples: [['de', 'fr']] }),
    source: Type.Optional(Source),
    language: Type.Optional(
      Type.String({ description: 'The first of `languages`, for clients that know one', examples: ['de'] }),
    ),
    spaces: Type.Record(Type.String(), Type.String(), {
      description: 'The translated spaces, by language',
      examples: [{ de: '01kx6m1f3kzq7p5v9s2d8w4h6n' }],
    }),
    instructions: Instructions,
    status: OneOf(STATUSES, {
      description:
        'Of the last run of a provider: `pending` before the first one and until it begins, `running`, `completed`',
    }),
    progress: Type.Optional(
      Type.Object(
        { units: Type.Integer(), done: Type.Integer() },
        { description: 'Of the last run: how many units it has to translate, and how many it has' },
      ),
    ),
    failure: Type.Optional(
      Type.String({
        description: 'Why the last run failed',
        examples: ['The provider answered 500'],
      }),
    ),
    result: Type.Optional(
      Type.Object(
        { space: Type.String(), revision: Type.String() },
        { description: 'The translated space of the first language, and its revision' },
      ),
    ),
    stats: Stats,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Permissions(['view', 'edit']),
    urls: Type.Object({ location: Address }),
  },
  { title: 'TranslationSettings' },
)

export type NewTranslation = Static<typeof NewTranslation>
export const NewTranslation = Type.Object({
  title: Type.Optional(Told(Title, 'The name of the translation; needed where no source is named')),
  source: Type.Optional(Source),
  language: Type.Optional(Told(Language, 'A language to translate into')),
  instructions: Type.Optional(Instructions),
})

export type TranslationText = Static<typeof TranslationText>
export const TranslationText = Type.Object({
  title: Type.Optional(Told(Title, 'Another name; needed where no instructions are sent')),
  instructions: Type.Optional(Instructions),
})

export type TranslationChanges = Static<typeof TranslationChanges>
export const TranslationChanges = Type.Object({
  title: Type.Optional(Title),
  languages: Type.Optional(
    Told(
      Languages,
      'The target languages, in order. A new language gets a space beside the source. An omitted language is no longer translated; its space and its units stay',
    ),
  ),
  source: Type.Optional(Source),
  spaces: Type.Optional(
    Type.Record(Type.String({ maxLength: 10 }), Id, {
      maxProperties: LANGUAGES.length,
      description: 'Empty spaces to write new languages into, by language, instead of new ones',
    }),
  ),
})
