// Every operation, asked by everyone. The answers are a committed table (access.golden.txt): a change of who may do
// what shows in review as a changed line, and an operation without a scenario fails.
import { describe, expect, it } from 'vitest'
import { rooms } from '../src/rooms.ts'
import { buildTestHouse, furnish, makeAdministrator, type Person } from './house.ts'

const operations = rooms.flatMap((room) => room.operations)
const house = buildTestHouse()

async function openSetting() {
  const built = await house
  const setting = await furnish(built)
  const { as, admin, organization, newMember } = setting
  const administrator = await makeAdministrator(built.house)
  const target = await newMember('target', 'read')
  const team = await as(admin).put(
    `${organization.url}/teams`,
    { title: 'Writers', members: [target.id] },
    201,
  )
  const invite = await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
  const collection = await as(admin).post(`${organization.url}/collections`, { title: 'Handbooks' }, 201)
  const space = await as(admin).post(
    `${organization.url}/spaces`,
    { title: 'Guide', parent: collection.id },
    201,
  )
  const trashed = await as(admin).post(`${organization.url}/spaces`, { title: 'Old' }, 201)
  await as(admin).delete(`/v1/spaces/${trashed.id}`, 205)
  const { id: tokenId } = await as(administrator).post(
    `/v1/users/${target.id}/tokens`,
    { label: 'spare' },
    201,
  )
  return {
    ...setting,
    administrator,
    target,
    tokenId,
    org: organization.url,
    team: `${organization.url}/teams/${team.id}`,
    teamId: team.id,
    collection: `/v1/collections/${collection.id}`,
    space: `/v1/spaces/${space.id}`,
    trashed: `/v1/spaces/${trashed.id}`,
    invite: invite.id,
  }
}
type Setting = Awaited<ReturnType<typeof openSetting>>

type Scenario = (setting: Setting) => [url: string, body?: object]

/** One believable request for every operation, about things of the organization that the callers belong to. */
const scenarios: Record<string, Scenario> = {
  getApiInformation: () => ['/v1/'],

  getAuthenticatedUser: () => ['/v1/user'],
  createUser: () => ['/v1/users', { email: `new-${Math.random()}@example.org` }],
  getUserById: ({ target }) => [`/v1/users/${target.id}`],
  updateUserById: ({ target }) => [`/v1/users/${target.id}`, { displayName: 'Renamed' }],
  listTokens: () => ['/v1/user/tokens'],
  createToken: () => ['/v1/user/tokens', { label: 'mine' }],
  deleteToken: ({ tokenId }) => [`/v1/user/tokens/${tokenId}`],
  listTokensOfUser: ({ target }) => [`/v1/users/${target.id}/tokens`],
  createTokenForUser: ({ target }) => [`/v1/users/${target.id}/tokens`, { label: 'theirs' }],
  deleteTokenOfUser: ({ target, tokenId }) => [`/v1/users/${target.id}/tokens/${tokenId}`],

  listOrganizationsForAuthenticatedUser: () => ['/v1/orgs'],
  getOrganizationById: ({ org }) => [org],
  updateOrganizationById: ({ org }) => [org, { title: 'Renamed' }],

  listMembersInOrganizationById: ({ org }) => [`${org}/members`],
  getMemberInOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`],
  updateMemberInOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`, { role: 'edit' }],
  removeMemberFromOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`],
  updateOrganizationMemberLastSeenAt: ({ org }) => [`${org}/ping`],
  setUserAsSSOMemberForOrganization: ({ org, target }) => [`${org}/members/${target.id}/sso`],

  listTeamsInOrganizationById: ({ org }) => [`${org}/teams`],
  createOrganizationTeam: ({ org }) => [`${org}/teams`, { title: 'Readers' }],
  getTeamInOrganizationById: ({ team }) => [team],
  updateTeamInOrganizationById: ({ team }) => [team, { title: 'Authors' }],
  removeTeamFromOrganizationById: ({ team }) => [team],
  listTeamMembersInOrganizationById: ({ team }) => [`${team}/members`],
  updateMembersInOrganizationTeam: ({ team, reader }) => [`${team}/members`, { add: [reader.id] }],
  addMemberToOrganizationTeamById: ({ team, reader }) => [`${team}/members/${reader.id}`, { role: 'member' }],
  deleteMemberFromOrganizationTeamById: ({ team, target }) => [`${team}/members/${target.id}`],
  listTeamsForOrganizationMember: ({ org, target }) => [`${org}/members/${target.id}/teams`],

  listCollectionsInOrganizationById: ({ org }) => [`${org}/collections`],
  createCollection: ({ org }) => [`${org}/collections`, { title: 'More' }],
  getCollectionById: ({ collection }) => [collection],
  updateCollectionById: ({ collection }) => [collection, { title: 'Renamed' }],
  moveCollection: ({ collection, trashed }) => [
    `${collection}/move`,
    { position: { after: { type: 'space', space: trashed.split('/').at(-1) } } },
  ],
  deleteCollectionById: ({ collection }) => [collection],

  listSpacesInOrganizationById: ({ org }) => [`${org}/spaces`],
  createSpace: ({ org }) => [`${org}/spaces`, { title: 'More' }],
  listSpacesInCollectionById: ({ collection }) => [`${collection}/spaces`],
  getSpaceById: ({ space }) => [space],
  updateSpaceById: ({ space }) => [space, { title: 'Renamed' }],
  deleteSpaceById: ({ space }) => [space],
  restoreSpace: ({ trashed }) => [`${trashed}/restore`],
  moveSpace: ({ space }) => [`${space}/move`, { parent: null }],
  listSpacesForOrganizationMember: ({ org, target }) => [`${org}/members/${target.id}/spaces`],

  inviteToCollection: ({ collection, target }) => [
    `${collection}/permissions`,
    { users: [target.id], role: 'edit' },
  ],
  listUserPermissionsInCollection: ({ collection }) => [`${collection}/permissions/users`],
  updateUserPermissionInCollection: ({ collection, target }) => [
    `${collection}/permissions/users/${target.id}`,
    { role: 'edit' },
  ],
  removeUserFromCollection: ({ collection, target }) => [`${collection}/permissions/users/${target.id}`],
  listTeamPermissionsInCollection: ({ collection }) => [`${collection}/permissions/teams`],
  updateTeamPermissionInCollection: ({ collection, teamId }) => [
    `${collection}/permissions/teams/${teamId}`,
    { role: 'edit' },
  ],
  removeTeamFromCollection: ({ collection, teamId }) => [`${collection}/permissions/teams/${teamId}`],
  listPermissionsAggregateInCollection: ({ collection }) => [`${collection}/permissions/aggregate`],

  inviteToSpace: ({ space, target }) => [`${space}/permissions`, { users: [target.id], role: 'edit' }],
  listUserPermissionsInSpace: ({ space }) => [`${space}/permissions/users`],
  updateUserPermissionInSpace: ({ space, target }) => [
    `${space}/permissions/users/${target.id}`,
    { role: 'edit' },
  ],
  removeUserFromSpace: ({ space, target }) => [`${space}/permissions/users/${target.id}`],
  listTeamPermissionsInSpace: ({ space }) => [`${space}/permissions/teams`],
  updateTeamPermissionInSpace: ({ space, teamId }) => [
    `${space}/permissions/teams/${teamId}`,
    { role: 'edit' },
  ],
  removeTeamFromSpace: ({ space, teamId }) => [`${space}/permissions/teams/${teamId}`],
  listPermissionsAggregateInSpace: ({ space }) => [`${space}/permissions/aggregate`],

  createOrganization: () => ['/v1/orgs', { title: 'Another' }],
  getOrganizationsForEmailDomain: () => ['/v1/email-domains/example.org/orgs'],
  joinOrganization: ({ org }) => [`${org}/join`],
  inviteUsersToOrganization: ({ org }) => [`${org}/invites`, { emails: ['invited@example.org'] }],
  joinOrganizationWithInvite: ({ org, invite }) => [`${org}/invites/${invite}`],
  listOrganizationInviteLinks: ({ org }) => [`${org}/link-invites`],
  createOrganizationInvite: ({ org }) => [`${org}/link-invites`, { role: 'read' }],
  getOrganizationInviteLink: ({ org, invite }) => [`${org}/link-invites/${invite}`],
  updateOrganizationInviteById: ({ org, invite }) => [`${org}/link-invites/${invite}`, { role: 'comment' }],
  deleteOrganizationInviteById: ({ org, invite }) => [`${org}/link-invites/${invite}`],
}

/** Weakest first: what only the strong may do is still there when their turn comes. */
const CALLERS: [name: string, person: (setting: Setting) => Person | undefined][] = [
  ['no token', () => undefined],
  ['stranger', ({ stranger }) => stranger],
  ['guest', ({ guest }) => guest],
  ['read', ({ reader }) => reader],
  ['comment', ({ commenter }) => commenter],
  ['edit', ({ editor }) => editor],
  ['review', ({ reviewer }) => reviewer],
  ['create', ({ creator }) => creator],
  ['admin', ({ admin }) => admin],
  ['administrator', ({ administrator }) => administrator],
]

describe('access', () => {
  it('has a scenario for every operation and none for others', () => {
    expect(Object.keys(scenarios).sort()).toEqual(operations.map((operation) => operation.id).sort())
  })

  it('is what the table says, for every operation and everyone', async () => {
    const rows: string[][] = [['operation', 'needs', ...CALLERS.map(([name]) => name)]]
    for (const operation of operations) {
      const setting = await openSetting()
      const row = [operation.id, `${operation.on.name}.${operation.needs}`]
      for (const [, person] of CALLERS) {
        const [url, body] = scenarios[operation.id]?.(setting) ?? ['/']
        const response = await setting.as(person(setting)).send(operation.method, url, body)
        row.push(String(response.statusCode))
      }
      rows.push(row)
    }
    for (const row of rows.slice(1)) expect(row.join(' '), 'nobody was let in').toMatch(/\b20\d\b/)
    await expect(table(rows)).toMatchFileSnapshot('access.golden.txt')
  })
})

function table(rows: string[][]) {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return `${rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}
