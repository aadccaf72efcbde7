import { type Static, Type } from 'typebox'
import { Address, OneOf, Open, Told } from '../../../kit/http/operations/shapes.ts'

export type Embed = Static<typeof Embed>
export const Embed = Type.Object(
  {
    type: OneOf(['link', 'rich', 'integration'], {
      description: 'A plain link, an embedded frame, or a block of an integration',
    }),
    title: Type.String({ examples: ['Installing'] }),
    site: Type.String({ description: 'The name of its site', examples: ['YouTube'] }),
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
      Open({
        description: 'For `integration`: the block, which receives the URL by the action `@link.unfurl`',
        examples: [{ id: 'chart', title: 'Chart' }],
      }),
    ),
  },
  { title: 'Embed' },
)

export const EmbedQuery = Type.Object({
  url: Told(Address, 'The URL to embed; it begins with https:// or http://'),
})
