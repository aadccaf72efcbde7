import { Type } from 'typebox'

export const ApiInformation = Type.Object(
  {
    version: Type.String({ description: 'Version of this API' }),
    build: Type.String({ description: 'Release of Quire that answers' }),
  },
  { title: 'ApiInformation' },
)
