import { type Static, Type } from 'typebox'
import { Id, OneOf, OrNull, Permissions, Told } from '../../../kit/http/operations/shapes.ts'
import { WebAddress } from './schema-parts.ts'

const MOST_FACES = 20

const Family = Type.String({
  minLength: 1,
  maxLength: 50,
  // It is written into style sheets.
  pattern: '^[^"\'<>{};\\\\\\u0000-\\u001f]+$',
  description: 'The name of the font, without quotes, brackets and semicolons',
})
const Weight = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'How heavy the letters are: 400 is regular, 700 is bold',
})
const StorageKey = Type.String({
  minLength: 1,
  maxLength: 512,
  description:
    'The `key` of an upload of the kind `customization_font`: a woff2 or woff file of at most 2 MB',
})

const fields = {
  id: Told(Id, 'Id of the font'),
  custom: Type.Boolean({ description: 'Whether it is a font of the organization' }),
  fontFamily: Family,
  fontFaces: Type.Array(
    Type.Object({
      weight: Weight,
      sources: Type.Array(
        Type.Object({
          url: WebAddress('the file'),
          format: Type.Optional(OneOf(['woff2', 'woff'], { description: 'The format of the file' })),
        }),
        { minItems: 1, maxItems: 4, description: 'The same letters as files, the best first' },
      ),
    }),
    { minItems: 1, maxItems: MOST_FACES, description: 'Its files, one for each weight' },
  ),
}

export type FontDefinition = Static<typeof FontDefinition>
export const FontDefinition = Type.Object(fields, { title: 'CustomizationFontDefinitionInput' })

export type CustomFont = Static<typeof CustomFont>
export const CustomFont = Type.Object(
  { ...fields, permissions: Permissions(['edit']) },
  {
    title: 'CustomizationFontDefinition',
    examples: [
      {
        id: '01kx6m4r5x1z7c3f9h5k2n8q4s',
        custom: true,
        fontFamily: 'Example Sans',
        fontFaces: [
          {
            weight: 400,
            sources: [
              {
                url: 'https://docs.example.org/fonts/01kx6m4r5x1z7c3f9h5k2n8q4s/Zk3vQm2TzXw9Rf4Lc7Yb1.woff2',
                format: 'woff2',
              },
            ],
          },
        ],
        permissions: { edit: true },
      },
    ],
  },
)

export type NewFont = Static<typeof NewFont>
export const NewFont = Type.Object({
  fontFamily: Family,
  fontFaces: Type.Array(Type.Object({ weight: Weight, storageKey: StorageKey }), {
    minItems: 1,
    maxItems: MOST_FACES,
    description: 'A file for each weight',
  }),
})

export type FontChanges = Static<typeof FontChanges>
export const FontChanges = Type.Partial(
  Type.Object({
    fontFamily: Family,
    fontFaces: Type.Array(
      Type.Object({
        weight: Weight,
        storageKey: Told(
          OrNull(StorageKey),
          'The `key` of an upload of the kind `customization_font`; null keeps the file that this weight has',
        ),
      }),
      { minItems: 1, maxItems: MOST_FACES, description: 'All weights that it has from now on' },
    ),
  }),
)
