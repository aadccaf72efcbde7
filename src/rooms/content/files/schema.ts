import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/http/operations/shapes.ts'

export const MEGABYTE = 1024 * 1024

export const UploadKind = OneOf(['customization_font', 'import_file'], {
  description: 'What the file is for: a font, or something to import or to put into a page',
})

export type NewUpload = Static<typeof NewUpload>
export const NewUpload = Type.Object({
  file: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 256, description: 'Its name, with the ending' }),
      type: Type.String({
        maxLength: 255,
        pattern: '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+( *;[ -~]*)?$',
        description: 'The media type, as it will be sent in Content-Type',
      }),
      size: Type.Integer({
        minimum: 1,
        maximum: 100 * MEGABYTE,
        description: 'In bytes, exactly; at most 100 MB, a font 2 MB',
      }),
    },
    { description: 'The file that will be sent' },
  ),
  kind: UploadKind,
})

export const StorageUploadURL = Type.Object(
  {
    object: Type.Literal('storage-signed-url'),
    url: Type.String({ description: 'Where to PUT the bytes, within an hour' }),
    key: Type.String({ description: 'Names the upload where a file is asked for, within a day' }),
  },
  { title: 'StorageUploadURL' },
)
