import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kit/domain/roles.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { User } from '../identity/schema.ts'
import { RoleOrGuest } from '../organizations/schema.ts'

export type Member = Static<typeof Member>
export const Member = Type.Object(
  {
    object: Type.Literal('member'),
    id: Type.String({ description: 'The same as the id of the user' }),
    role: RoleOrGuest,
    user: User,
    disabled: Type.Boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean(),
    spaces: Type.Integer(),
    teams: Type.Integer(),
  },
  { title: 'Member' },
)

export const Order = OneOf(['asc', 'desc'], { default: 'desc', description: 'Oldest or newest first' })

export type MemberFilter = Omit<Static<typeof MemberFilter>, 'page'>
export const MemberFilter = Type.Object({
  ...Paging.properties,
  order: Order,
  role: Type.Optional(OneOf([...ROLES, 'guest'], { description: 'Only members with this role' })),
  search: Type.Optional(
    Type.String({ maxLength: 512, description: 'Part of the name or the e-mail, in any case' }),
  ),
  sort: OneOf(['joinedAt', 'lastSeenAt'], {
    default: 'joinedAt',
    description: 'With `lastSeenAt` only members that were seen are listed',
  }),
})

export const MemberChanges = Type.Object({
  role: Type.Optional(Told(RoleOrGuest, 'The role to give; null makes them a guest')),
})

export const Ping = Type.Object({
  serviceVisitorClaims: Type.Optional(Type.String({ description: 'A JWT to attach to the user' })),
})
