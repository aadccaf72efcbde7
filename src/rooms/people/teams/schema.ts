import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Permissions, Timestamp } from '../../../kit/http/operations/shapes.ts'
import { Member } from '../members/schema.ts'

const Title = Type.String({ minLength: 1, maxLength: 64, description: 'The name of the team' })
const TeamRole = OneOf(['owner', 'member'], {
  description: 'Owners may rename the team and choose its members',
})
const IdOrEmail = Type.String({ minLength: 1, maxLength: 254 })
const TitleFilter = Type.Optional(
  Type.String({ maxLength: 512, description: 'Part of the title, in any case' }),
)

export type Team = Static<typeof Team>
export const Team = Type.Object(
  {
    object: Type.Literal('team'),
    id: Type.String(),
    title: Type.String(),
    members: Type.Integer(),
    spaces: Type.Integer(),
    createdAt: Timestamp,
    permissions: Permissions(['admin', 'view']),
  },
  { title: 'Team' },
)

export type TeamMember = Static<typeof TeamMember>
export const TeamMember = Type.Object(
  {
    organization: Member,
    team: Type.Object({ role: TeamRole }),
    permissions: Permissions(['view']),
  },
  { title: 'TeamMember' },
)

export const TeamOfMember = Type.Object({ team: Team, member: Type.Object({ role: TeamRole }) })

export type TeamFilter = Omit<Static<typeof TeamFilter>, 'page'>
export const TeamFilter = Type.Object({
  ...Paging.properties,
  owner: Type.Optional(Type.String({ maxLength: 100, description: 'Only teams this member can manage' })),
  title: TitleFilter,
})
export const TeamsOfMemberFilter = Type.Object({ ...Paging.properties, title: TitleFilter })

export type NewTeam = Static<typeof NewTeam>
export const NewTeam = Type.Object({
  title: Title,
  members: Type.Optional(
    Type.Array(Id, { maxItems: 1000, description: 'Ids of members of the organization' }),
  ),
})
export const TeamChanges = Type.Object({ title: Title })

export type TeamMemberChanges = Static<typeof TeamMemberChanges>
export const TeamMemberChanges = Type.Object({
  add: Type.Optional(
    Type.Array(IdOrEmail, { maxItems: 1000, description: 'Who to add, by user id or e-mail' }),
  ),
  remove: Type.Optional(
    Type.Array(IdOrEmail, {
      maxItems: 1000,
      description: 'Who to take out; wins over `add` and `memberships`',
    }),
  ),
  memberships: Type.Optional(
    Type.Record(Type.String(), Type.Object({ role: TeamRole }), {
      description: 'Roles in the team, by user id',
      maxProperties: 1000,
    }),
  ),
})
export const TeamPlace = Type.Object({ role: Type.Optional(TeamRole) })
