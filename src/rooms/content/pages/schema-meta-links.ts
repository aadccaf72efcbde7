import { type Static, Type } from 'typebox'
import { OneOf, Open, OrNull, Told, Variants } from '../../../kit/http/operations/shapes.ts'

const PartOfAddress = Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\w-]+$' })

const PageLink = Type.Object({
  kind: OneOf(['page'], { description: 'A page' }),
  page: Told(PartOfAddress, 'Id of the page, or the `ref` of a page that the same request inserted before'),
  space: Type.Optional(Told(PartOfAddress, 'Id of the space of the page; default: this space')),
})

const AddressLink = Type.Object({
  kind: OneOf(['url'], { description: 'An address elsewhere' }),
  url: Type.String({
    maxLength: 2048,
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s<>"]+$',
    description: 'An address with http or https',
  }),
})

export type MetaLink = Static<typeof MetaLink>
const MetaLink = Variants('kind', [PageLink, AddressLink], { description: 'A page, or an address' })

const MOST_ALTERNATES = 50

export type SentMetaLinks = Static<typeof SentMetaLinks>
export const SentMetaLinks = Type.Object(
  {
    canonical: Type.Optional(
      Told(
        OrNull(MetaLink),
        'The page that search engines should list instead of this one; null removes it. It is hidden from readers who cannot see that page',
      ),
    ),
    alternates: Type.Optional(
      Type.Array(MetaLink, {
        maxItems: MOST_ALTERNATES,
        description: 'The same page in other languages; an empty list removes them',
      }),
    ),
  },
  {
    description:
      'Links to other versions of this page, for search engines. Only for pages of type `document`',
  },
)

export type MetaLinks = Static<typeof MetaLinks>
export const MetaLinks = Type.Object(
  {
    canonical: Type.Optional(Open<MetaLink>()),
    alternates: Type.Optional(Type.Array(Open<MetaLink>())),
  },
  {
    title: 'RevisionPageMetaLinks',
    examples: [{ canonical: { kind: 'url', url: 'https://docs.example.org/installing' }, alternates: [] }],
  },
)
