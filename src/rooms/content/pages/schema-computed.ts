import { type Static, Type } from 'typebox'
import { File, Page, ReusableContent } from './schema.ts'

const SPEC = { spec: { ref: { kind: 'openapi', spec: 'petstore' } } }

const Seed = Type.String({
  maxLength: 1_000,
  description: 'The `computedSeed` of a page, or any text; the same seed gives the same ids',
})

/** Whoever sends what a page says of itself sends it with values that were found before. */
const Source = (props: object) =>
  Type.Unsafe<{ type: string; props: Record<string, unknown>; dependencies?: Record<string, unknown> }>({
    type: 'object',
    required: ['type', 'props'],
    description: 'Where the content comes from',
    properties: {
      type: {
        type: 'string',
        maxLength: 500,
        description: 'Its kind: `builtin:openapi`, or `integration:<name>:<source>` for pages from a script',
      },
      props,
      dependencies: {
        type: 'object',
        additionalProperties: true,
        description:
          'Its sources: `spec.ref` names a specification of the organization; a script defines its own names',
      },
    },
  })

export type RevisionToCompute = Static<typeof RevisionToCompute>
export const RevisionToCompute = Type.Object({
  source: Source({
    type: 'object',
    additionalProperties: true,
    description:
      'Parameters of the source: `models` adds a page for the schemas. A script receives all of them',
  }),
  seed: Seed,
})
export const EXAMPLE_OF_REVISION = {
  source: { type: 'builtin:openapi', props: { models: true }, dependencies: SPEC },
  seed: 'one',
}

export type DocumentToCompute = Static<typeof DocumentToCompute>
export const DocumentToCompute = Type.Object({
  source: Source({
    type: 'object',
    additionalProperties: true,
    description:
      'Identifies the page: `doc` is `models`, or `operations` or `info` with the `page`. A script receives all of it',
  }),
  seed: Seed,
})
export const EXAMPLE_OF_DOCUMENT = {
  source: { type: 'builtin:openapi', props: { doc: 'operations', page: 'tag pets' }, dependencies: SPEC },
  seed: 'one',
}

export const ComputedRevision = Type.Object(
  {
    pages: Type.Array(Page, { description: 'The pages, as a tree' }),
    files: Type.Array(File, { description: 'Files of the pages, at the URLs from the script' }),
    reusableContents: Type.Array(ReusableContent, { description: 'Texts that they include; none do' }),
  },
  { title: 'ComputedRevision' },
)
