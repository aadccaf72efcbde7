// The reader's map of the data, in the order of the migrations. SQL is snake_case; the plugin in db.ts makes
// rows camelCase.
import type { ColumnType, Generated } from 'kysely'
import type { RevisionSummary } from '../../../engines/content/diff/summary.ts'
import type { Role, RoleOrGuest } from '../../domain/roles.ts'
import type { Json } from '../json-column.ts'
import type { ChangeRequestTables } from './change-requests.ts'
import type { CommentTables } from './comments.ts'
import type { GitSyncInfo, GitTables } from './git.ts'
import type { IntegrationTables } from './integrations.ts'
import type { JobTables } from './jobs.ts'
import type { NotificationTables } from './notifications.ts'
import type { OpenApiTables } from './openapi.ts'
import type { PeopleTables } from './people.ts'
import type { SiteTables } from './sites.ts'
import type { TranslationTables } from './translations.ts'
import type { WebhookTables } from './webhooks.ts'
import type { WorkTables } from './work.ts'

export type Tables = ContentTables &
  PeopleTables &
  ChangeRequestTables &
  CommentTables &
  GitTables &
  JobTables &
  SiteTables &
  OpenApiTables &
  TranslationTables &
  IntegrationTables &
  WebhookTables &
  NotificationTables &
  WorkTables

type ContentTables = {
  instanceSettings: { name: string; value: Buffer }
  writtenTexts: { key: string; written: Buffer; usedAt: Date }
  events: EventsTable
  idempotencyKeys: IdempotencyKeysTable
  collections: CollectionsTable
  spaces: SpacesTable
  grants: GrantsTable
  nodes: { hash: string; bytes: Buffer; refs: string[]; keptAt: Date }
  revisions: RevisionsTable
  computedContents: ComputedContentsTable
  spaceSources: { spaceId: string; path: string; revisionId: string; updatedAt: Date }
  computedSources: ComputedSourcesTable
  linkIndexes: { spaceId: string; root: string | null; pending: Generated<string[]> }
  pageLinks: PageLinksTable
  uploads: UploadsTable
  pdfs: PdfsTable
  fileSums: { spaceId: string; root: string | null; map: string | null; files: number; bytes: number }
  searchIndexes: {
    organizationId: string
    spaceId: string
    root: string | null
    number: Generated<number>
    pending: Generated<string[]>
  }
  searchSections: SearchSectionsTable
  searchWords: SearchWordsTable
  searchWordChanges: { spaceId: string; words: ColumnType<unknown, string> }
  searchParts: { spaceId: string; pageId: string; kind: string; partId: string }
  searchSpecs: { spaceId: string; pageId: string; spec: string; version: string | null }
  blobMarks: { hash: string; markedAt: Date }
  formerPlaceIndexes: { spaceId: string; revisionId: string | null }
  formerPlaces: FormerPlacesTable
  historyIndexes: { spaceId: string; revisionId: string | null; length: Generated<number> }
  historySteps: { spaceId: string; place: number; revisionId: string }
  historyPages: { spaceId: string; pageId: string; place: number }
}

type FormerPlacesTable = {
  spaceId: string
  parentId: string
  slug: string
  pageId: string
  revisionId: string
}

type EventsTable = {
  id: string
  organizationId: string | null
  actorId: string | null
  /** The integration whose script did it; `actorId` answers for that. */
  integration: Generated<string | null>
  type: string
  payload: Json<unknown>
  createdAt: Date
  requestId: string | null
  /** The trace of the request, where it is kept. */
  traceparent: Generated<string | null>
  /** The main resource; events of one resource are delivered in order. */
  resource: string | null
  /** The order of writing. */
  position: Generated<number>
  /** Its place among those that are committed; none until it is sequenced. */
  sequence: Generated<number | null>
}

type IdempotencyKeysTable = {
  tokenId: string
  key: string
  fingerprint: Buffer
  status: number | null
  headers: Json<Record<string, string>> | null
  answer: Buffer | null
  createdAt: Date
}

/** What members get on a collection or space by default; `inherit` leaves it to what is above. */
export type DefaultLevel = RoleOrGuest | 'inherit'

type CollectionsTable = {
  id: string
  organizationId: string
  parentId: string | null
  ancestors: Generated<string[]>
  position: string
  title: string
  description: string | null
  defaultLevel: DefaultLevel
  createdAt: Date
}

export type Visibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'

type SpacesTable = {
  id: string
  organizationId: string
  parentId: string | null
  ancestors: Generated<string[]>
  position: string
  title: string
  emoji: string
  icon: string | null
  visibility: Generated<Visibility>
  editMode: Generated<'live' | 'locked'>
  defaultLevel: DefaultLevel
  mergeRules: ColumnType<object, string | undefined, string>
  language: string | null
  revisionId: string
  gitSync: ColumnType<GitSyncInfo | null, string | null | undefined, string | null>
  lastChangeRequest: Generated<number>
  comments: Generated<number>
  changeRequests: Generated<number>
  changeRequestsOpen: Generated<number>
  changeRequestsDraft: Generated<number>
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

type GrantsTable = {
  organizationId: string
  spaceId: string | null
  collectionId: string | null
  userId: string | null
  teamId: string | null
  level: Role
  createdAt: Date
}

export type RevisionType = 'edits' | 'merge' | 'rollback' | 'update' | 'computed'

/** The commit a revision came from, or went to. */
export type GitCommit = {
  oid: string
  message: string
  createdByService: boolean
  url?: string
  ref?: string
}

type ComputedContentsTable = {
  spaceId: string
  kind: 'pages' | 'fallbacks'
  source: string
  describedBy: string
  root: string
  specs: string[]
  createdAt: Date
}

type ComputedSourcesTable = {
  spaceId: string
  key: string
  integration: string
  describedBy: string
  dependsOn: string[]
  pages: ColumnType<unknown[], string, string>
  files: ColumnType<unknown[], string, string>
  version: string
  problem: string | null
  computedAt: Date
}

type RevisionsTable = {
  id: string
  spaceId: string
  root: string | null
  type: RevisionType
  parents: string[]
  changeRequestId: string | null
  createdBy: string | null
  createdAt: Date
  git: Json<GitCommit> | null
  summary: ColumnType<RevisionSummary | null, string | null | undefined, string>
}

/** `more`: the page has links that the index does not hold. */
export type LinkKind = 'page' | 'file' | 'reusable' | 'outside' | 'nothing' | 'more'

type PageLinksTable = {
  spaceId: string
  pageId: string
  at: number
  use: string
  target: string
  kind: LinkKind
  targetId: string
  fragment: string | null
  isConditional: boolean
}

export type UploadKind = 'customization_font' | 'import_file'

type PdfsTable = {
  spaceId: string
  key: string
  blob: string | null
  failure: string | null
  failedAt: Date | null
  askedAt: Date
}

type UploadsTable = {
  key: string
  organizationId: string
  name: string
  contentType: string
  size: number
  kind: UploadKind
  blob: string | null
  createdBy: string | null
  createdAt: Date
}

type SearchWordsTable = {
  organizationId: string
  spaceId: string
  word: string
  sections: number
  headings: number
  below: number
  titles: number
  spellings: string[]
}

type SearchSectionsTable = {
  spaceId: string
  pageId: string
  at: number
  anchor: string
  title: string
  body: string
  length: number
  /** A tsvector. */
  terms: string
}
