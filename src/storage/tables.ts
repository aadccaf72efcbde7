// The reader's map of the data, in the order of the migrations. SQL is snake_case; the plugin in db.ts makes
// rows camelCase.
import type { ColumnType, Generated } from 'kysely'
import type { RevisionSummary } from '../content/diff/summary.ts'
import type { Role, RoleOrGuest } from '../domain/roles.ts'
import type { GitReport } from '../sync/types.ts'
import type { IntegrationTables } from './tables-integrations.ts'
import type { OpenApiTables } from './tables-openapi.ts'
import type { SiteTables } from './tables-sites.ts'
import type { TranslationTables } from './tables-translations.ts'
import type { WebhookTables } from './tables-webhooks.ts'

/** JSON that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>

export type Tables = ContentTables &
  SiteTables &
  OpenApiTables &
  TranslationTables &
  IntegrationTables &
  WebhookTables

type ContentTables = {
  instanceSettings: { name: string; value: Buffer }
  users: UsersTable
  apiTokens: ApiTokensTable
  sessions: { hash: Buffer; tokenId: string; createdAt: Date; expiresAt: Date }
  organizations: OrganizationsTable
  members: MembersTable
  teams: TeamsTable
  teamMembers: TeamMembersTable
  inviteLinks: InviteLinksTable
  events: EventsTable
  idempotencyKeys: IdempotencyKeysTable
  collections: CollectionsTable
  spaces: SpacesTable
  grants: GrantsTable
  nodes: { hash: string; bytes: Buffer; refs: string[]; keptAt: Date }
  revisions: RevisionsTable
  computedContents: ComputedContentsTable
  computedSources: ComputedSourcesTable
  linkIndexes: { spaceId: string; root: string | null; pending: Generated<string[]> }
  pageLinks: PageLinksTable
  changeRequests: ChangeRequestsTable
  changeRequestConflicts: ChangeRequestConflictsTable
  changeRequestContributors: ChangeRequestContributorsTable
  changeRequestReviewers: ChangeRequestReviewersTable
  changeRequestReviews: ChangeRequestReviewsTable
  comments: CommentsTable
  commentReplies: CommentRepliesTable
  commentReactions: CommentReactionsTable
  uploads: UploadsTable
  pdfs: PdfsTable
  searchIndexes: {
    spaceId: string
    root: string | null
    number: Generated<number>
    pending: Generated<string[]>
  }
  searchSections: SearchSectionsTable
  searchWords: SearchWordsTable
  searchSpecs: { spaceId: string; pageId: string; spec: string; version: string | null }
  gitSyncs: GitSyncsTable
  gitOperations: GitOperationsTable
  blobMarks: { hash: string; markedAt: Date }
  leases: { name: string; holder: string; expiresAt: Date }
  claimedJobs: { id: string; name: string; process: number; claimedAt: Date }
  formerPlaceIndexes: { spaceId: string; revisionId: string | null }
  formerPlaces: FormerPlacesTable
  /** Kept by pg-boss, see queue.ts; only what failed is looked at from elsewhere. */
  'pgboss.job': QueuedJobsTable
}

type FormerPlacesTable = {
  spaceId: string
  parentId: string
  slug: string
  pageId: string
  revisionId: string
}

type UsersTable = {
  id: string
  email: string
  displayName: string
  photoUrl: string | null
  isAdministrator: Generated<boolean>
  createdAt: Date
}

type ApiTokensTable = {
  id: string
  userId: string
  label: string
  hash: Buffer
  isConfigured: Generated<boolean>
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

type OrganizationsTable = {
  id: string
  title: string
  emailDomains: Generated<string[]>
  hostname: string | null
  type: Generated<OrganizationType>
  useCase: OrganizationUseCase | null
  communityType: CommunityType | null
  defaultRole: RoleOrGuest
  defaultContent: Json<{ type: 'site'; site: string }> | null
  logo: string | null
  sso: Generated<boolean>
  ai: Generated<boolean>
  inviteLinks: Generated<boolean>
  mergeRules: ColumnType<object, string | undefined, string>
  createdAt: Date
}

export type OrganizationType = 'business' | 'community'
export type CommunityType = 'nonProfit' | 'openSource' | 'education'
export type OrganizationUseCase =
  | 'internalDocs'
  | 'docsSite'
  | 'audienceControlledSite'
  | 'productDocs'
  | 'teamKnowledgeBase'
  | 'designSystem'
  | 'openSourceDocs'
  | 'notes'
  | 'other'

type MembersTable = {
  organizationId: string
  userId: string
  role: RoleOrGuest
  disabled: Generated<boolean>
  sso: Generated<boolean>
  joinedAt: Date
  lastSeenAt: Date | null
}

type TeamsTable = { id: string; organizationId: string; title: string; createdAt: Date }

export type TeamRole = 'owner' | 'member'

type TeamMembersTable = {
  organizationId: string
  teamId: string
  userId: string
  role: TeamRole
  joinedAt: Date
}

type InviteLinksTable = {
  id: string
  organizationId: string
  role: RoleOrGuest
  spaceId: string | null
  collectionId: string | null
  createdBy: string | null
  createdAt: Date
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
  /** What it is mostly about; events of one resource are told in their order. */
  resource: string | null
  /** The order of writing. */
  position: Generated<number>
  /** Its place among those that are committed; none until it is settled. */
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

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

type ChangeRequestsTable = {
  id: string
  organizationId: string
  spaceId: string
  number: number
  status: ChangeRequestStatus
  subject: string
  description: Json<object> | null
  createdBy: string | null
  createdAt: Date
  updatedAt: Date
  revisionId: string
  revisionInitial: string
  revisionAncestor: string
  revisionMerged: string | null
  comments: Generated<number>
}

type ChangeRequestConflictsTable = {
  spaceId: string
  changeRequestId: string
  kind: 'page' | 'order' | 'file' | 'reusable-content' | 'variable'
  subjectId: string
  field: string
  base: Json<unknown> | null
  ours: Json<unknown> | null
  theirs: Json<unknown> | null
  createdAt: Date
}

type ChangeRequestContributorsTable = {
  spaceId: string
  changeRequestId: string
  userId: string
  action: 'edit' | 'comment'
  count: number
  updatedAt: Date
}

type ChangeRequestReviewersTable = {
  spaceId: string
  changeRequestId: string
  userId: string
  revisionId: string
  requestedBy: string | null
  createdAt: Date
}

export type ReviewStatus = 'changes-requested' | 'approved'

type ChangeRequestReviewsTable = {
  id: string
  spaceId: string
  changeRequestId: string
  reviewerId: string
  requestedBy: string | null
  revisionId: string
  status: ReviewStatus
  createdAt: Date
  updatedAt: Date
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

/** A page as it was called when somebody commented on it. */
export type CommentedPage = {
  title: string
  path: string
  emoji?: string
  icon?: string
  createdAt: string
  updatedAt: string
}

type CommentsTable = {
  spaceId: string
  id: string
  changeRequestId: string | null
  reviewId: string | null
  revisionId: string
  pageId: string | null
  page: Json<CommentedPage> | null
  pageBody: string | null
  nodeId: string | null
  nodePreview: string | null
  tableCell: Json<{ record: string; definition: string }> | null
  body: string
  postedBy: string | null
  postedAt: Date
  editedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

type CommentRepliesTable = {
  spaceId: string
  commentId: string
  id: string
  body: string
  postedBy: string | null
  postedAt: Date
  editedAt: Date | null
}

type CommentReactionsTable = {
  spaceId: string
  commentId: string
  replyId: string | null
  id: string
  userId: string
  emoji: string
  code: string
  reactedAt: Date
}

type SearchWordsTable = {
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

type GitSyncsTable = {
  spaceId: string
  revisionId: string
  commitId: string
  url: Generated<string>
  ref: Generated<string>
  directory: string
  /** The directory with the root that the configuration names: empty, or ends in a slash. */
  prefix: string
  orderedAt: Date
  updatedAt: Date
}

/** A commit of ours on its way, and what both sides hold once it is there. */
export type GitPush = {
  commitId: string
  /** What the space held when it was made. */
  headId: string
  /** The same with what came from the branch, and with the places of files. */
  settledId: string
  /** What an import would read. */
  agreedId: string
  /** As of the repository. */
  prefix: string
  report: GitReport
}

type GitOperationsTable = {
  id: string
  spaceId: string
  direction: 'import' | 'export'
  state: 'running' | 'success' | 'failure'
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize'
  request: Json<GitRequest>
  secret: string | null
  tasks: Generated<number>
  tasksDone: Generated<number>
  attempts: Generated<number>
  error: string | null
  report: ColumnType<GitReport | null, string | null, string | null>
  pushing: ColumnType<GitPush | null, string | null | undefined, string | null>
  revisionId: string | null
  commitId: string | null
  requestedBy: string | null
  requestedAt: Date
  orderedAt: Date
  startedAt: Date | null
  updatedAt: Date
  completedAt: Date | null
}

/** Where the repository of a space is, as its readers are told. */
export type GitSyncInfo = {
  repoName?: string
  installationProvider?: 'github' | 'gitlab' | 'github-legacy'
  integration?: string
  url?: string
  updatedAt?: string
}

/** An import or export as it was asked for. */
export type GitRequest = {
  url: string
  ref: string
  directory: string
  cache: string
  treeUrl?: string
  commitUrl?: string
  provider?: 'github' | 'gitlab'
  repositoryUrl?: string
  force: boolean
  standalone: boolean
  message?: string
}

type QueuedJobsTable = {
  id: string
  name: string
  data: Record<string, unknown> | null
  output: { message?: string; value?: { message?: string } } | null
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  retryCount: number
  retryLimit: number
  startAfter: Date
  createdOn: Date
  completedOn: Date | null
}
