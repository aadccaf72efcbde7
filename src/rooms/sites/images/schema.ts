import { type Static, Type } from 'typebox'

export const NewImage = Type.Object({
  image: Type.String({
    minLength: 1,
    maxLength: 2_900_000,
    description: 'A PNG, JPEG, GIF, WebP or SVG of at most 2 MB in base64, also as a `data:` URL',
  }),
})

export type Image = Static<typeof Image>
export const Image = Type.Object(
  {
    object: Type.Literal('image'),
    url: Type.String({
      format: 'uri',
      description: 'Its address, which does not change',
      examples: ['https://docs.example.org/images/01kx6m1f3kzq7p5v9s2d8w4h6n/3fa8.png'],
    }),
    contentType: Type.String({ examples: ['image/png'] }),
  },
  { title: 'Image' },
)
