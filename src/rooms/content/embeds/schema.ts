import { type Static, Type } from 'typebox'
import { Address, OneOf, Told } from '../../../kit/http/operations/shapes.ts'

export type Embed = Static<typeof Embed>
export const Embed = Type.Object(
  {
    type: OneOf(['link', 'rich', 'integration'], {
      description:
        'A link to show as one, something to show in place, or what a block of an integration is drawn for',
    }),
    title: Type.String({ examples: ['Installing'] }),
    site: Type.String({ description: 'Where it is from', examples: ['YouTube'] }),
    icon: Type.Optional(
      Type.String({
        description: 'Address of the icon of the site',
        examples: ['https://www.youtube.com/favicon.ico'],
      }),
    ),
    html: Type.Optional(
      Type.String({
        description: 'Of `rich`: a frame that shows it',
        examples: ['<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>'],
      }),
    ),
    integration: Type.Optional(
      Type.String({ description: 'Of `integration`: its name', examples: ['word-count'] }),
    ),
    block: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'Of `integration`: the block, which is told the address by the action `@link.unfurl`',
        examples: [{ id: 'chart', title: 'Chart' }],
      }),
    ),
  },
  { title: 'Embed' },
)

export const EmbedQuery = Type.Object({
  url: Told(Address, 'The address to embed; it begins with https:// or http://'),
})
