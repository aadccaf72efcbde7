import { type Static, Type } from 'typebox'
import { Address, OneOf, Told } from '../../http/shapes.ts'

export type Embed = Static<typeof Embed>
export const Embed = Type.Object(
  {
    type: OneOf(['link', 'rich'], { description: 'A link to show as one, or something to show in place' }),
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
  },
  { title: 'Embed' },
)

export const EmbedQuery = Type.Object({
  url: Told(Address, 'The address to embed; it begins with https:// or http://'),
})
