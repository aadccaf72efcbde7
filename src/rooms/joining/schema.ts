import { type Static, Type } from 'typebox'
import { Id } from '../../http/shapes.ts'
import { Collection } from '../collections/schema.ts'
import { Email } from '../identity/schema.ts'
import { Organization, RoleOrGuest } from '../organizations/schema.ts'
import { Space } from '../spaces/schema.ts'

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object({
  emails: Type.Array(Type.Union([Email, Type.Object({ email: Email, role: RoleOrGuest })]), {
    minItems: 1,
    maxItems: 500,
  }),
  role: Type.Optional({ ...RoleOrGuest, description: 'For e-mails without one; else the default role' }),
  sso: Type.Optional(
    Type.Boolean({ description: 'Invite as SSO members: only e-mails of the organization’s domains' }),
  ),
})

export const InvitationResult = Type.Object({
  users: Type.Array(Type.String(), { description: 'Ids of all who are members by this call' }),
  invited: Type.Integer({ description: 'How many of them had no account before' }),
  failedSSOEmails: Type.Optional(Type.Array(Type.String())),
})

/** To an organization it has a `role`; to a collection or space a `level` on it. */
export type InviteLink = Static<typeof InviteLink>
export const InviteLink = Type.Object(
  {
    object: Type.Literal('invite'),
    id: Type.String({ description: 'Also the secret: whoever knows it may join' }),
    role: Type.Optional(RoleOrGuest),
    level: Type.Optional(RoleOrGuest),
    space: Type.Optional(Space),
    collection: Type.Optional(Collection),
    redundant: Type.Boolean({ description: 'An older link gives the same to the same people' }),
  },
  { title: 'InviteLink' },
)

export type NewInviteLink = Static<typeof NewInviteLink>
export const NewInviteLink = Type.Object(
  {
    role: Type.Optional(RoleOrGuest),
    level: Type.Optional(RoleOrGuest),
    space: Type.Optional(Id),
    collection: Type.Optional(Id),
  },
  { description: 'Either `role`, or `level` with `space` or `collection`' },
)

export type InviteLinkChanges = Static<typeof InviteLinkChanges>
export const InviteLinkChanges = Type.Object({
  role: Type.Optional(RoleOrGuest),
  level: Type.Optional(RoleOrGuest),
})

export const Joined = Type.Object({ organization: Type.String(), role: RoleOrGuest })

export const OrganizationsOfDomain = Type.Object({ organizations: Type.Array(Organization) })
