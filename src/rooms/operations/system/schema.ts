import { type Static, Type } from 'typebox'
import { OneOf, Timestamp } from '../../../kit/http/operations/shapes.ts'

export const ApiInformation = Type.Object(
  {
    version: Type.String({ description: 'Version of this API' }),
    build: Type.String({ description: 'Release of Quire that answers' }),
  },
  { title: 'ApiInformation' },
)

const CheckShape = Type.Object({
  name: Type.String({ description: 'What was checked', examples: ['disk space'] }),
  state: OneOf(['fine', 'failed', 'skipped'], { description: 'What came of it', examples: ['fine'] }),
  finding: Type.String({ examples: ['42.0 GB free'] }),
  advice: Type.Optional(
    Type.String({
      description: 'What to do about it',
      examples: ['Free at least 1 GB on the disk of /var/lib/quire.'],
    }),
  ),
})
export type Examination = Static<typeof Examination>
export const Examination = Type.Object(
  {
    object: Type.Literal('examination'),
    checkedAt: Timestamp,
    checks: Type.Array(CheckShape),
  },
  { title: 'Examination' },
)

const Sum = {
  files: Type.Integer({ description: 'How many files', examples: [120] }),
  bytes: Type.Integer({ description: 'How large they are together', examples: [31457280] }),
}
export type StorageUse = Static<typeof StorageUse>
export const StorageUse = Type.Object(
  {
    object: Type.Literal('storage-use'),
    database: Type.Integer({ description: 'Size of the database in bytes', examples: [73400320] }),
    tables: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['nodes'] }),
        bytes: Type.Integer({ description: 'With its indexes', examples: [20971520] }),
      }),
      { description: 'The largest tables, the largest first' },
    ),
    files: Type.Object(
      {
        ...Sum,
        organizations: Type.Array(
          Type.Object({
            id: Type.Optional(Type.String()),
            title: Type.Optional(
              Type.String({ description: 'Absent for all those you do not belong to, together' }),
            ),
            ...Sum,
          }),
          { description: 'At most 20, the largest first' },
        ),
      },
      { description: 'Files of all spaces as they are now; what is only in their history is not counted' },
    ),
    disks: Type.Array(
      Type.Object({
        folder: Type.String({
          description: 'What is written there: `data`, `database`, `files` or `backups`',
          examples: ['data'],
        }),
        free: Type.Integer({ description: 'Free bytes on its disk', examples: [42000000000] }),
      }),
    ),
  },
  { title: 'StorageUse' },
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
