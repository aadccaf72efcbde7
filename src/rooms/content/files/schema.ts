import { type Static, Type } from 'typebox'
import { OneOf } from '../../../kit/http/operations/shapes.ts'

export const MEGABYTE = 1024 * 1024

const UploadKind = OneOf(['customization_font', 'import_file'], {
  description: 'The purpose of the file: a font, a file to import, or a file for a page',
})

export type NewUpload = Static<typeof NewUpload>
export const NewUpload = Type.Object({
  file: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 256, description: 'Its name, with the ending' }),
      type: Type.String({
        maxLength: 255,
        pattern: '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+( *;[ -~]*)?$',
        description: 'The media type that you will send in Content-Type',
      }),
      size: Type.Integer({
        minimum: 1,
        maximum: 100 * MEGABYTE,
        description: 'The exact size in bytes; at most 100 MB, for fonts 2 MB',
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
    key: Type.String({ description: 'Refers to the upload in other requests, for a day' }),
  },
  { title: 'StorageUploadURL' },
)
