// The people of the sample organization. They are called after what they do, and have no tokens.
import type { Role } from '../kit/domain/roles.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import type { UserRow } from '../rooms/people/identity/store.ts'
import { createUser, findUserNamed } from '../rooms/people/identity/users.ts'
import { inviteUsers } from '../rooms/people/invites/invites.ts'
import { foundOrganization } from '../rooms/people/members/found-organization.ts'
import { organization as organizationSubject } from '../rooms/people/organizations/access.ts'
import { changeTeamMembers, createTeam } from '../rooms/people/teams/teams.ts'
import type { Services } from '../services.ts'
import { type Performer, performerFor } from './performer.ts'

const ROLES = {
  writer: 'create',
  reviewer: 'review',
  editor: 'edit',
  translator: 'edit',
  support: 'comment',
  reader: 'read',
} as const satisfies Record<string, Role>

type Part = keyof typeof ROLES
const PARTS = Object.keys(ROLES) as Part[]

type Person = { id: string; email: string; displayName: string; role: Role }
export type Cast = Record<Part | 'admin', Performer>
export type Company = {
  organization: { id: string; title: string }
  team: { id: string; title: string }
  people: Person[]
  cast: Cast
}

export async function foundCompany(services: Services, founder: UserRow, title: string): Promise<Company> {
  const admin = performerFor(services, founder)
  const organization = await admin.does((ctx) =>
    foundOrganization(ctx, admin.id, { title, type: 'business', useCase: 'teamKnowledgeBase' }),
  )
  const organizationId = organization.id
  const users = await services.asSystem(async (ctx) => {
    const found: [Part, UserRow][] = []
    for (const part of PARTS) {
      const email = `lighthouse-${part}@example.org`
      found.push([
        part,
        (await findUserNamed(ctx, email)) ?? (await createUser(ctx, { email, ...named(part) })),
      ])
    }
    return found
  })
  const emails = users.map(([part, { email }]) => ({ email, role: ROLES[part] }))
  const team = await admin.does(async (ctx) => {
    const seen = await requireAbility(ctx, organizationSubject, { organizationId }, 'admin')
    await inviteUsers(ctx, seen, { emails })
    const { writer, reviewer, editor, translator } = byPart(users, ({ id }) => id)
    const team = await createTeam(ctx, seen, {
      title: 'Documentation',
      members: [writer, reviewer, editor, translator],
    })
    await changeTeamMembers(ctx, team, { memberships: { [writer]: { role: 'owner' } } })
    return team
  })
  return {
    organization: { id: organizationId, title },
    team: { id: team.id, title: team.title },
    people: users.map(([part, { id, email, displayName }]) => ({
      id,
      email,
      displayName,
      role: ROLES[part],
    })),
    cast: { admin, ...byPart(users, (user) => performerFor(services, user)) },
  }
}

function named(part: Part) {
  return { displayName: part[0]?.toUpperCase() + part.slice(1) }
}

function byPart<T>(users: [Part, UserRow][], of: (user: UserRow) => T) {
  return Object.fromEntries(users.map(([part, user]) => [part, of(user)])) as Record<Part, T>
}
