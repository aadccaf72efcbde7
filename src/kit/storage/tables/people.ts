// Users and their tokens, organizations, members and teams.
import type { ColumnType, Generated } from 'kysely'
import type { RoleOrGuest } from '../../domain/roles.ts'
import type { Json } from '../json-column.ts'

export type PeopleTables = {
  users: UsersTable
  apiTokens: ApiTokensTable
  refusedTokens: RefusedTokensTable
  emailChanges: EmailChangesTable
  passwords: { userId: string; hash: string; changedAt: Date }
  totpSecrets: TotpSecretsTable
  recoveryCodes: { userId: string; hash: Buffer; usedAt: Date | null }
  passkeys: PasskeysTable
  identities: IdentitiesTable
  sessions: SessionsTable
  oneTimeLinks: OneTimeLinksTable
  signInAttempts: { key: string; failures: number; lastAt: Date }
  organizations: OrganizationsTable
  members: MembersTable
  teams: TeamsTable
  teamMembers: TeamMembersTable
  inviteLinks: InviteLinksTable
  scimTokens: ScimTokensTable
  scimUsers: ScimUsersTable
  scimGroups: ScimGroupsTable
  ssoProviders: SsoProvidersTable
  ssoMembers: { organizationId: string; userId: string; providerId: string; signedInAt: Date }
  ssoSessions: { sessionId: string; organizationId: string; providerId: string; expiresAt: Date }
  ssoTokens: { tokenId: string; organizationId: string }
  samlAssertions: { providerId: string; hash: Buffer; expiresAt: Date }
}

type UsersTable = {
  id: string
  email: string
  displayName: string
  photoUrl: string | null
  isAdministrator: Generated<boolean>
  createdAt: Date
  /** When they showed that mail to the address reaches them. */
  emailVerifiedAt: Generated<Date | null>
  suspendedAt: Generated<Date | null>
  lastSignedInAt: Generated<Date | null>
  /** The method: `password`, `oidc`, … */
  lastSignedInBy: Generated<string | null>
  language: Generated<string | null>
  theme: Generated<string | null>
  hasSingleKeys: Generated<boolean>
}

type TotpSecretsTable = {
  userId: string
  /** Sealed by the vault. */
  secret: string
  createdAt: Date
  confirmedAt: Date | null
  /** Of the last code that was accepted. */
  lastStep: Generated<number>
}

type PasskeysTable = {
  id: Buffer
  userId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  label: string
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

type IdentitiesTable = {
  id: string
  userId: string
  issuer: string
  subject: string
  email: string
  createdAt: Date
  lastUsedAt: Date
}

type SessionsTable = {
  id: string
  hash: Buffer
  userId: string
  /** The API token that was pasted, where that was the method. */
  tokenId: string | null
  methods: string[]
  authenticatedAt: Date
  createdAt: Date
  lastSeenAt: Date
  userAgent: string
  address: string
  /** It began at a provider of an organization, and is good for that alone. */
  isLimited: Generated<boolean>
  /** Of the provider that it began with, where that is one of the installation. */
  issuer: Generated<string | null>
}

type OneTimeLinksTable = {
  hash: Buffer
  purpose: string
  userId: string | null
  details: Json<Record<string, unknown>>
  createdAt: Date
  expiresAt: Date
}

type EmailChangesTable = {
  userId: string
  email: string
  /** By the new address, and by the present one. */
  confirmedAt: Date | null
  approvedAt: Date | null
  createdAt: Date
}

type ApiTokensTable = {
  id: string
  userId: string
  label: string
  hash: Buffer
  isConfigured: Generated<boolean>
  scopes: Generated<string[] | null>
  /** Made in a browser that was limited so. */
  isLimited: Generated<boolean>
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

type RefusedTokensTable = { tokenId: string; organizationId: string; refusedAt: Date }

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
  requiresSecondFactor: Generated<boolean>
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

type ScimTokensTable = {
  id: string
  organizationId: string
  label: string
  hash: Buffer
  createdBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

/** Who a directory says belongs to an organization. */
type ScimUsersTable = {
  organizationId: string
  userId: string
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
  displayName: string | null
  /** They have an account of their own, and must accept first. */
  isPending: boolean
  /** The directory made their account. */
  isManaged: boolean
  /** Teams that they come into when they accept. */
  waitingTeams: Generated<string[]>
  createdAt: Date
  updatedAt: Date
}

type ScimGroupsTable = {
  organizationId: string
  teamId: string
  externalId: string | null
  createdAt: Date
  updatedAt: Date
}

/** Of an organization, by SAML or by OpenID Connect. */
type SsoProvidersTable = {
  id: string
  organizationId: string
  kind: 'saml' | 'oidc'
  label: string
  /** Entity id, or issuer; empty while it is not known. */
  issuer: string
  ssoUrl: Generated<string>
  certificate: Generated<string>
  clientId: Generated<string>
  /** Sealed by the vault. */
  clientSecret: Generated<string | null>
  defaultTeamId: string | null
  defaultRole: RoleOrGuest
  createdAt: Date
}
