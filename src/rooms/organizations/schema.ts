import { type Static, Type } from 'typebox'
import { ROLES } from '../../domain/roles.ts'
import { Address, Id, OneOf, OneOfOrNull, OrNull, Permissions, Timestamp } from '../../http/shapes.ts'

/** A role, or null for a guest. */
export const RoleOrGuest = OneOfOrNull(ROLES)

export const OrganizationTitle = Type.String({ minLength: 2, maxLength: 255 })
const Hostname = Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' })
export const EmailDomain = Type.String({ minLength: 3, maxLength: 253, pattern: '^[^\\s@]+[.][^\\s@.]+$' })
export const EmailDomains = Type.Array(EmailDomain, { maxItems: 100 })
export const OrganizationType = OneOf(['business', 'community'])
export const UseCase = OneOf([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
])
const SitePointer = Type.Object({ type: Type.Literal('site'), site: Id })

const Users = Type.Array(Id, { maxItems: 100 })
const MergeRule = Type.Union([
  Type.Object({
    rule: OneOf(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']),
    users: Users,
  }),
  Type.Object({
    rule: OneOf([
      'require_at_least_one_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
    ]),
  }),
  Type.Object({ rule: OneOf(['custom']), expression: Type.String({ maxLength: 1024 }) }),
])
/** What must be true before a change request can be merged. */
export const MergeRules = Type.Union(
  [
    Type.Object({ type: OneOf(['rules']), rules: Type.Array(MergeRule, { maxItems: 50 }) }),
    Type.Object({ type: OneOf(['none']) }),
  ],
  { title: 'MergeRules' },
)

export const ORGANIZATION_ABILITIES = [
  'view',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'ingestConversations',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
  'listInstallations',
  'installIntegration',
] as const

export type Organization = Static<typeof Organization>
export const Organization = Type.Object(
  {
    object: Type.Literal('organization'),
    id: Type.String(),
    title: Type.String(),
    createdAt: Timestamp,
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Type.String()),
    type: OrganizationType,
    useCase: Type.Optional(UseCase),
    communityType: Type.Optional(OneOf(['nonProfit', 'openSource', 'education'])),
    defaultRole: RoleOrGuest,
    defaultContent: Type.Optional(SitePointer),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    plan: Type.String(),
    // As it was validated on the way in; a union by schema would be checked again on the way out.
    mergeRules: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    urls: Type.Object({ location: Type.String(), app: Type.String(), logo: Type.Optional(Type.String()) }),
    trial: Type.Object({ status: Type.String() }),
    internal_isOnNewTrial: Type.Boolean({ deprecated: true, description: 'Always true' }),
    permissions: Permissions(ORGANIZATION_ABILITIES),
  },
  { title: 'Organization' },
)

export type NewOrganization = Static<typeof NewOrganization>
export const NewOrganization = Type.Object({
  title: OrganizationTitle,
  emailDomains: Type.Optional(EmailDomains),
  type: Type.Optional(OrganizationType),
  useCase: Type.Optional(UseCase),
})

export type OrganizationChanges = Static<typeof OrganizationChanges>
export const OrganizationChanges = Type.Partial(
  Type.Object({
    title: OrganizationTitle,
    emailDomains: EmailDomains,
    hostname: Hostname,
    defaultRole: RoleOrGuest,
    defaultContent: OrNull(SitePointer),
    logo: OrNull(Address),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
    mergeRules: MergeRules,
  }),
)
