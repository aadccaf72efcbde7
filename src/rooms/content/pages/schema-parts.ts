import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/http/operations/shapes.ts'
import { JsonDocument } from './schema.ts'

const LONGEST = 1_000_000

export type PagePart = Static<typeof PagePart>
export const PagePart = Type.Object(
  {
    markdown: Type.Optional(
      Type.String({ maxLength: LONGEST, description: 'Markdown, with links relative to the page' }),
    ),
    document: Type.Optional(JsonDocument),
    html: Type.Optional(
      Type.String({ maxLength: LONGEST, description: 'HTML, as other programs put it on the clipboard' }),
    ),
    render: Type.Optional(
      Type.Boolean({ description: 'Whether to answer `rendered` as well', default: false }),
    ),
  },
  { description: 'Has one of `markdown`, `document` and `html`' },
)

export const ConvertedPart = Type.Object(
  {
    markdown: Type.String({ description: 'The part as Markdown', examples: ['Run the **installer**.'] }),
    document: JsonDocument,
    rendered: Type.Optional(
      Type.String({
        description:
          'The part as readers see it, as HTML in which nothing runs. Integrations and API descriptions are named only; left out of more than 100,000 characters',
        examples: ['<p>Run the <strong>installer</strong>.</p>'],
      }),
    ),
  },
  { title: 'ConvertedPagePart' },
)

export type VariableUse = Static<typeof VariableUse>
export const VariableUse = Type.Object(
  {
    kind: OneOf(['page', 'reusable-content']),
    id: Type.String({ description: 'Id of the page or reusable content that names the variable' }),
    title: Type.String({ examples: ['Installing'] }),
  },
  { title: 'VariableUse' },
)
