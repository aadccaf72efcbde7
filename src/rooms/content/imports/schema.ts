import { type Static, Type } from 'typebox'
import { SOURCES } from '../../../engines/conversion/sources.ts'
import { Address, OneOf, Told } from '../../../kit/http/operations/shapes.ts'

const ImportContentSource = OneOf(SOURCES, {
  title: 'ImportContentSource',
  description:
    'The kind of source: a web page, a file, or an export of another service. `zip` is an archive of Markdown or of an exported site.',
})

export type ImportContent = Static<typeof ImportContent>
export const ImportContent = Type.Object({
  url: Told(Address, 'URL of the source, at most 100 MB; or of an upload of the kind `import_file`'),
  source: ImportContentSource,
})

export type ImportContentResult = Static<typeof ImportContentResult>
export const ImportContentResult = Type.Object(
  {
    revision: Type.String({ description: 'Id of the revision that the import made' }),
    importedResources: Type.Integer({ description: 'Pages and files that were imported' }),
    totalResources: Type.Integer({ description: 'The same for the files that could not be imported' }),
    problems: Type.Optional(
      Type.Array(Type.Object({ kind: Type.String(), message: Type.String() }), {
        description: 'Content that was changed by the import; absent if none',
      }),
    ),
  },
  { title: 'ImportContentResult' },
)
