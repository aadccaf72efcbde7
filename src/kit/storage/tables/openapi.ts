import type { ColumnType, Generated } from 'kysely'

export type OpenApiTables = {
  openapiSpecs: OpenApiSpecsTable
  openapiSpecVersions: OpenApiSpecVersionsTable
  openapiSpecChanges: { versionId: string; since: string | null; changes: string }
}

export type SpecVisibility = 'private' | 'public'
export type ProcessingState = 'pending' | 'progress' | 'complete'
export type ProcessErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'
export type ProcessError = { message: string; code?: string }

type OpenApiSpecsTable = {
  id: string
  organizationId: string
  slug: string
  /** One of the two. */
  sourceUrl: string | null
  sourceText: string | null
  sourceNumber: Generated<number>
  visibility: Generated<SpecVisibility>
  processingState: Generated<ProcessingState>
  lastVersionId: string | null
  lastProcessedAt: Date | null
  errorCode: ProcessErrorCode | null
  /** Read as a value and written as text. */
  errors: ColumnType<ProcessError[], string | undefined, string>
  etag: string | null
  createdAt: Date
  updatedAt: Date
}

type OpenApiSpecVersionsTable = {
  id: string
  specId: string
  createdAt: Date
  sourceUrl: string | null
  filesystem: string
  document: string
}
