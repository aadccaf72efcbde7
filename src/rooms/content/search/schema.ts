import { type Static, type TSchema, Type } from 'typebox'
import { ListOf, Paging } from '../../../kit/http/operations/operation.ts'
import { Id } from '../../../kit/http/operations/shapes.ts'

export const SearchQuery = Type.Object({
  query: Type.String({
    maxLength: 512,
    description: 'Finds pages with all words; the last word can be incomplete',
  }),
  ...Paging.properties,
})

const Urls = Type.Object({ app: Type.String({ format: 'uri' }) })

export type SearchSectionResult = Static<typeof SearchSectionResult>
const SearchSectionResult = Type.Object(
  {
    id: Type.String({ description: 'Its anchor; for the text before the first heading, the id of the page' }),
    title: Type.String(),
    path: Type.String({ description: 'The path of the page with the anchor' }),
    body: Type.String({ description: 'Plain text around the first match' }),
    urls: Urls,
  },
  { title: 'SearchSectionResult' },
)

export type SearchPageResult = Static<typeof SearchPageResult>
export const SearchPageResult = Type.Object(
  {
    id: Id,
    title: Type.String(),
    path: Type.String(),
    sections: Type.Optional(Type.Array(SearchSectionResult)),
    urls: Urls,
  },
  { title: 'SearchPageResult' },
)

export type SearchSpaceResult = Static<typeof SearchSpaceResult>
export const SearchSpaceResult = Type.Object(
  { id: Id, title: Type.String(), pages: Type.Array(SearchPageResult) },
  { title: 'SearchSpaceResult' },
)

/** A list of what was found. */
export function FoundList<Shape extends TSchema>(items: Shape) {
  return Type.Object({
    ...ListOf(items).properties,
    outdated: Type.Optional(
      Type.Boolean({
        description: 'True if very recent changes are not indexed yet; else absent',
      }),
    ),
  })
}
