// The public client of this API, as a team's existing scripts use it: only the address changes.
import { GitBookAPI, GitBookAPIError, MemberRole, TeamMemberRole } from '@gitbook/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, makeFolder, removeFolder, type Server, startServer } from './server.ts'

const TOKEN = 'acceptance-admin-token'
let folder: string
let server: Server
let client: GitBookAPI

beforeAll(async () => {
  folder = await makeFolder()
  server = await startServer({ folder, env: { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' } })
  client = new GitBookAPI({ endpoint: server.url, authToken: TOKEN })
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function newOrganization() {
  const { body } = await apiOf(server.url, TOKEN)('POST', '/v1/orgs', { title: 'Client' })
  return body.id as string
}

describe('the public client', () => {
  it('reads who it is', async () => {
    const { data } = await client.user.getAuthenticatedUser()
    expect(data).toMatchObject({ object: 'user', displayName: 'Administrator' })
    expect((await client.users.getUserById(data.id)).data.email).toBe('admin@localhost')
  })

  it('lives through a day of organizations, members and teams', async () => {
    const id = await newOrganization()
    const { data: me } = await client.user.getAuthenticatedUser()
    const { data: organization } = await client.orgs.updateOrganizationById(id, {
      title: 'Client Docs',
      inviteLinks: true,
    })
    expect(organization.title).toBe('Client Docs')
    expect(organization.permissions.admin).toBe(true)
    const { data: list } = await client.orgs.listOrganizationsForAuthenticatedUser({ limit: 1000 })
    expect(list.items.map((item) => item.id)).toContain(id)

    const { data: invited } = await client.orgs.inviteUsersToOrganization(id, {
      emails: ['one@client.example', { email: 'two@client.example', role: MemberRole.Edit }],
      role: MemberRole.Read,
    })
    expect(invited).toMatchObject({ invited: 2 })
    const [one = '', two = ''] = invited.users
    const { data: members } = await client.orgs.listMembersInOrganizationById(id, {
      search: 'client.example',
    })
    expect(members.items.map((member) => member.role).sort()).toEqual(['edit', 'read'])
    await client.orgs.updateMemberInOrganizationById(id, one, { role: MemberRole.Review })
    await client.orgs.updateOrganizationMemberLastSeenAt(id)
    expect((await client.orgs.getMemberInOrganizationById(id, me.id)).data.lastSeenAt).toBeTruthy()

    const { data: team } = await client.orgs.createOrganizationTeam(id, { title: 'Writers', members: [one] })
    await client.orgs.addMemberToOrganizationTeamById(id, team.id, two, { role: TeamMemberRole.Owner })
    await client.orgs.updateMembersInOrganizationTeam(id, team.id, { add: [me.id], remove: [one] })
    const { data: roster } = await client.orgs.listTeamMembersInOrganizationById(id, team.id)
    expect(roster.items.map((item) => item.organization.id).sort()).toEqual([me.id, two].sort())
    const { data: teams } = await client.orgs.listTeamsForOrganizationMember(id, two)
    expect(teams.items).toMatchObject([{ team: { title: 'Writers' }, member: { role: 'owner' } }])
    await client.orgs.deleteMemberFromOrganizationTeamById(id, team.id, two)
    await client.orgs.removeTeamFromOrganizationById(id, team.id)
    await client.orgs.removeMemberFromOrganizationById(id, one)
    expect((await client.orgs.listMembersInOrganizationById(id)).data.count).toBe(2)
  })

  it('walks pages', async () => {
    const id = await newOrganization()
    await client.orgs.inviteUsersToOrganization(id, {
      emails: Array.from({ length: 9 }, (_, at) => `page${at}@client.example`),
    })
    const seen = new Set<string>()
    let page: string | undefined
    do {
      const { data } = await client.orgs.listMembersInOrganizationById(id, { limit: 4, page })
      for (const { id } of data.items) seen.add(id)
      page = data.next?.page
    } while (page)
    expect(seen.size).toBe(10)
  })

  it('handles invite links', async () => {
    const id = await newOrganization()
    const { data: link } = await client.orgs.createOrganizationInvite(id, { role: MemberRole.Read })
    expect((await client.orgs.listOrganizationInviteLinks(id)).data.items).toHaveLength(1)
    await client.orgs.joinOrganizationWithInvite(id, link.id)
    await client.orgs.deleteOrganizationInviteById(id, link.id)
    await expect(client.orgs.getOrganizationInviteLink(id, link.id)).rejects.toThrow(GitBookAPIError)
  })

  it('hears errors in our words', async () => {
    const failure = await client.orgs.getOrganizationById('nowhere').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GitBookAPIError)
    expect(failure).toMatchObject({
      code: 404,
      errorMessage: 'There is no such organization, or you may not see it',
    })
  })
})
