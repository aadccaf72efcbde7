import { type Static, Type } from 'typebox'
import { Id, Told } from '../../../kit/http/operations/shapes.ts'
import { Collection } from '../../content/collections/schema.ts'
import { Space } from '../../content/spaces/schema.ts'
import { Email } from '../identity/schema.ts'
import { Organization, RoleOrGuest } from '../organizations/schema.ts'

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object({
  emails: Type.Array(Type.Union([Email, Type.Object({ email: Email, role: RoleOrGuest })]), {
    minItems: 1,
    maxItems: 500,
    description: 'Who to invite; an e-mail alone, or with a role of its own',
  }),
  role: Type.Optional(Told(RoleOrGuest, 'For e-mails without one; the default role, if left out')),
  sso: Type.Optional(
    Type.Boolean({ description: 'Invite as SSO members: only e-mails of the organization’s domains' }),
  ),
})

export const InvitationResult = Type.Object({
  users: Type.Array(Type.String(), { description: 'Ids of all who are members by this call' }),
  invited: Type.Integer({ description: 'How many of them had no account before' }),
  failedSSOEmails: Type.Optional(Type.Array(Type.String())),
  unverifiedEmails: Type.Optional(
    Type.Array(Type.String({ examples: ['maria@example.org'] }), {
      description:
        'Addresses of accounts whose owners never showed that the address is theirs: they were not added',
    }),
  ),
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
    urls: Type.Object({
      app: Type.String({
        description: 'The page that lets people join; send it to them',
        examples: ['https://docs.example.org/o/~join/5kd/9f3'],
      }),
    }),
  },
  { title: 'InviteLink' },
)

const LinkRole = Told(RoleOrGuest, 'Of a link to the organization: the role it gives')
const LinkLevel = Told(RoleOrGuest, 'Of a link to a space or collection: the level it gives there')

export type NewInviteLink = Static<typeof NewInviteLink>
export const NewInviteLink = Type.Object(
  {
    role: Type.Optional(LinkRole),
    level: Type.Optional(LinkLevel),
    space: Type.Optional(Told(Id, 'Id of the space that the link opens')),
    collection: Type.Optional(Told(Id, 'Id of the collection that the link opens')),
  },
  { description: 'Either `role`, or `level` with `space` or `collection`' },
)

export type InviteLinkChanges = Static<typeof InviteLinkChanges>
export const InviteLinkChanges = Type.Object({
  role: Type.Optional(LinkRole),
  level: Type.Optional(LinkLevel),
})

export const Joined = Type.Object({ organization: Type.String(), role: RoleOrGuest })

export type OrganizationsOfDomain = Static<typeof OrganizationsOfDomain>
export const OrganizationsOfDomain = Type.Object({ organizations: Type.Array(Organization) })
