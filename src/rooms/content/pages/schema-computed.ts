import { type Static, Type } from 'typebox'
import { File, Page, ReusableContent } from './schema.ts'

const SPEC = { spec: { ref: { kind: 'openapi', spec: 'petstore' } } }

const Seed = Type.String({
  maxLength: 1_000,
  description: 'The `computedSeed` of a page, or any text; the same one gives the same ids',
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
        description:
          'Its kind: `builtin:openapi`, or `integration:<name>:<source>` for what a script computes',
      },
      props,
      dependencies: {
        type: 'object',
        additionalProperties: true,
        description:
          'What it is made of: `spec.ref` names a specification of the organization; those of a script have names of its own',
      },
    },
  })

export type RevisionToCompute = Static<typeof RevisionToCompute>
export const RevisionToCompute = Type.Object({
  source: Source({
    type: 'object',
    additionalProperties: true,
    description:
      'Which pages there are: `models` says whether the schemas have one. A script is given all of it',
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
      'Which page it is: `doc` is `models`, or `operations` or `info` with the `page`. A script is given all of it',
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
    files: Type.Array(File, { description: 'Files that they show, where the script says they are' }),
    reusableContents: Type.Array(ReusableContent, { description: 'Texts that they include; none do' }),
  },
  { title: 'ComputedRevision' },
)
