import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kit/domain/roles.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Told } from '../../../kit/http/operations/shapes.ts'
import { User } from '../identity/schema.ts'
import { RoleOrGuest } from '../organizations/schema.ts'
import { Team } from '../teams/schema.ts'

const Level = OneOf(ROLES, { description: 'What they may do; each level includes those before it' })
const Names = Type.Array(Id, { minItems: 1, maxItems: 1000, description: 'Ids of teams' })

export type NewGrants = Static<typeof NewGrants>
export const NewGrants = Type.Object({
  users: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: 'Ids or e-mails of members' }),
  ),
  teams: Type.Optional(Names),
  role: Told(RoleOrGuest, 'The level to give; null takes it away'),
})

export const GrantChange = Type.Object({ role: Told(RoleOrGuest, 'The level to give; null takes it away') })

export type UserGrant = Static<typeof UserGrant>
export const UserGrant = Type.Object({ permission: Level, user: User }, { title: 'UserContentPermission' })

export type TeamGrant = Static<typeof TeamGrant>
export const TeamGrant = Type.Object({ permission: Level, team: Team }, { title: 'TeamContentPermission' })

export const AggregateFilter = Type.Object({
  ...Paging.properties,
  role: Type.Optional(Told(Level, 'Only those with this level')),
})
