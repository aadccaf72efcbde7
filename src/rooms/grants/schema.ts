import { type Static, Type } from 'typebox'
import { ROLES } from '../../domain/roles.ts'
import { Paging } from '../../http/operation.ts'
import { Id, OneOf } from '../../http/shapes.ts'
import { User } from '../identity/schema.ts'
import { RoleOrGuest } from '../organizations/schema.ts'
import { Team } from '../teams/schema.ts'

const Level = OneOf(ROLES)
const Names = Type.Array(Id, { minItems: 1, maxItems: 1000 })

export type NewGrants = Static<typeof NewGrants>
export const NewGrants = Type.Object({
  users: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: 'Ids or e-mails of members' }),
  ),
  teams: Type.Optional(Names),
  role: { ...RoleOrGuest, description: 'The level to give; null takes it away' },
})

export const GrantChange = Type.Object({ role: RoleOrGuest })

export type UserGrant = Static<typeof UserGrant>
export const UserGrant = Type.Object({ permission: Level, user: User }, { title: 'UserContentPermission' })

export type TeamGrant = Static<typeof TeamGrant>
export const TeamGrant = Type.Object({ permission: Level, team: Team }, { title: 'TeamContentPermission' })

export const AggregateFilter = Type.Object({ ...Paging.properties, role: Type.Optional(Level) })
