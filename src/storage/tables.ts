// The reader's map of the data, in the order of the migrations. SQL is snake_case; the plugin in db.ts makes
// rows camelCase.
import type { ColumnType, Generated } from 'kysely'
import type { Role, RoleOrGuest } from '../domain/roles.ts'

/** JSON that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>

export type Tables = {
  instanceSettings: { name: string; value: Buffer }
  users: UsersTable
  apiTokens: ApiTokensTable
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
  type: string
  payload: Json<unknown>
  createdAt: Date
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
  visibility: Generated<Visibility>
  editMode: Generated<'live' | 'locked'>
  defaultLevel: DefaultLevel
  mergeRules: ColumnType<object, string | undefined, string>
  language: string | null
  revisionId: string
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
