import { type Static, Type } from 'typebox'

export const ApiInformation = Type.Object(
  {
    version: Type.String({ description: 'Version of this API' }),
    build: Type.String({ description: 'Release of Quire that answers' }),
  },
  { title: 'ApiInformation' },
)

export type FailedJob = Static<typeof FailedJob>
export const FailedJob = Type.Object(
  {
    object: Type.Literal('failed-job'),
    id: Type.String(),
    name: Type.String({ description: 'What kind of work it is' }),
    payload: Type.Record(Type.String(), Type.Unknown(), { description: 'What the work is about' }),
    attempts: Type.Integer({ description: 'How often it was tried' }),
    error: Type.String({ description: 'What went wrong the last time' }),
    createdAt: Type.String({ format: 'date-time' }),
    failedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'FailedJob' },
)
