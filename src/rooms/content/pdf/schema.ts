import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/http/operations/shapes.ts'

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

export type PdfAddress = Static<typeof PdfAddress>
export const PdfAddress = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'URL of the PDF; needs no token and is valid for an hour or two',
    }),
    status: OneOf(['pending', 'ready', 'too_large', 'failed'], {
      description: 'Whether it is there by now. What failed is tried again five minutes later',
    }),
  },
  { title: 'PDF' },
)
