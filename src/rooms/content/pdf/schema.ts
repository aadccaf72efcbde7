import { type Static, Type } from 'typebox'

export type PdfQuery = Static<typeof PdfQuery>
export const PdfQuery = Type.Object({
  page: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Id of a page: that page and all below it, instead of everything',
    }),
  ),
  only: Type.Optional(Type.Boolean({ description: 'Just the given page, without those below it' })),
})

export const PdfAddress = Type.Object(
  { url: Type.String({ format: 'uri', description: 'Opens the PDF without a token, for an hour or two' }) },
  { title: 'PDF' },
)
