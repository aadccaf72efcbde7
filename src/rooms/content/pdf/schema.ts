import { type Static, Type } from 'typebox'

export type PdfQuery = Static<typeof PdfQuery>
export const PdfQuery = Type.Object({
  page: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Id of a page: only that page and the pages below it',
    }),
  ),
  only: Type.Optional(Type.Boolean({ description: 'Only the given page, without the pages below it' })),
})

export const PdfAddress = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'URL of the PDF; needs no token and is valid for an hour or two',
    }),
  },
  { title: 'PDF' },
)
