import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kit/domain/roles.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import {
  Address,
  Id,
  OneOf,
  OneOfOrNull,
  Open,
  OrNull,
  Permissions,
  Timestamp,
  Told,
} from '../../../kit/http/operations/shapes.ts'

/** A role, or null for a guest. */
export const RoleOrGuest = OneOfOrNull(ROLES, {
  description:
    'Weakest first, each includes those before it; null is a guest, who sees only what they were given',
})

export const OrganizationTitle = Type.String({
  minLength: 2,
  maxLength: 255,
  description: 'The name of the organization',
})
const Hostname = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
  description: 'A short name for addresses; no two organizations have the same',
})
const EmailDomain = Type.String({ minLength: 3, maxLength: 253, pattern: '^[^\\s@]+[.][^\\s@.]+$' })
const EmailDomains = Type.Array(EmailDomain, {
  maxItems: 100,
  description: 'Whoever has an e-mail at one of these domains may join by themselves',
})
export type OrganizationFilter = Omit<Static<typeof OrganizationFilter>, 'page'>
export const OrganizationFilter = Type.Object({
  ...Paging.properties,
  search: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the name, in any case' })),
  sort: OneOf(['createdAt', 'title'], { default: 'createdAt', description: 'Oldest first, or by name' }),
})

export const OrganizationType = OneOf(['business', 'community'], {
  description: 'Who runs it; `business`, if left out',
})
const UseCase = OneOf(
  [
    'internalDocs',
    'docsSite',
    'audienceControlledSite',
    'productDocs',
    'teamKnowledgeBase',
    'designSystem',
    'openSourceDocs',
    'notes',
    'other',
  ],
  { description: 'What it is mainly used for; kept as a note, it changes nothing' },
)
const SitePointer = Type.Object({
  type: Told(Type.Literal('site'), 'What kind of content it is'),
  site: Told(Id, 'Id of the site'),
})

const Users = Type.Array(Id, { maxItems: 100, description: 'Ids of the people that the rule is about' })
const MergeRule = Type.Union([
  Type.Object({
    rule: OneOf(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'], {
      description:
        'All of `users` must approve, or one of them; or they may merge whatever the other rules say',
    }),
    users: Users,
  }),
  Type.Object({
    rule: OneOf(
      [
        'require_at_least_one_review',
        'require_all_reviews_approved',
        'require_agent_review',
        'require_up_to_date_change_request',
        'require_change_request_subject',
        'require_change_request_description',
      ],
      { description: 'What must be so before a change request can be merged' },
    ),
  }),
  Type.Object({
    rule: OneOf(['custom'], {
      description: 'A rule of your own; there is no language for them yet, so it is never met',
    }),
    expression: Type.String({ maxLength: 1024, description: 'What must be true' }),
  }),
])
/** What must be true before a change request can be merged. */
export const MergeRules = Type.Union(
  [
    Type.Object({
      type: OneOf(['rules'], { description: 'The rules that are listed' }),
      rules: Type.Array(MergeRule, { maxItems: 50, description: 'All of them must be met' }),
    }),
    Type.Object({ type: OneOf(['none'], { description: 'No rules: whoever may merge can merge' }) }),
  ],
  { title: 'MergeRules', description: 'What must be so before a change request can be merged' },
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
    mergeRules: Open({
      examples: [{ type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }],
    }),
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
    defaultRole: Told(RoleOrGuest, 'The role of those who join by themselves or are invited without one'),
    defaultContent: Told(OrNull(SitePointer), 'What members see first; null is nothing in particular'),
    logo: Told(OrNull(Address), 'Where the logo is; null removes it'),
    sso: Type.Boolean({
      description:
        'Whether the organization is there only for members who signed in with one of its identity providers',
    }),
    ai: Type.Boolean({
      description: 'Whether features that use AI are wanted; kept as a note, there are none yet',
    }),
    inviteLinks: Type.Boolean({ description: 'Whether invite links can be used' }),
    mergeRules: MergeRules,
  }),
)
