import { type Static, Type } from 'typebox'
import { SOURCES } from '../../../engines/conversion/sources.ts'
import { Address, OneOf } from '../../../kit/http/operations/shapes.ts'

export const ImportContentSource = OneOf(SOURCES, {
  title: 'ImportContentSource',
  description:
    'What is to be found there: a page of the web, a file, or an export of another service. `zip` is an archive of Markdown or of an exported site.',
})

export type ImportContent = Static<typeof ImportContent>
export const ImportContent = Type.Object({
  url: Type.Unsafe<string>({
    ...Address,
    description: 'Where to fetch it, at most 100 MB; or the address of an upload with the kind `import_file`',
  }),
  source: ImportContentSource,
})

export type ImportContentResult = Static<typeof ImportContentResult>
export const ImportContentResult = Type.Object(
  {
    revision: Type.String({ description: 'Id of the revision that the import made' }),
    importedResources: Type.Integer({ description: 'Pages and files that were imported' }),
    totalResources: Type.Integer({ description: 'The same with the files that could not be taken' }),
    problems: Type.Optional(
      Type.Array(Type.Object({ kind: Type.String(), message: Type.String() }), {
        description: 'What came in otherwise than it was; absent where nothing did',
      }),
    ),
  },
  { title: 'ImportContentResult' },
)
