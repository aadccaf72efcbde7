import { describe, expect, it } from 'vitest'
import { CORE_GROUP, oktaUser, openDirectory } from '../../../../test/counterparts/scim.ts'
import { openTestServices } from '../../../../test/services.ts'

let people = 0

async function openScim() {
  const opened = await openTestServices()
  const { app, as, admin, organization } = opened
  const { token, baseUrl } = await as(admin).post(`${organization.url}/scim-tokens`, { label: 'Okta' }, 201)
  const scim = openDirectory(app, baseUrl.replace('http://quire.test', ''), token)
  const newUser = async () =>
    (await scim.post('/Users', oktaUser(`g-${people++}-${organization.id}@corp.example`))).id as string
  const inTeam = async (team: string) => {
    const { items } = await as(admin).get(`${organization.url}/teams/${team}/members`)
    return items.map(({ organization }: { organization: { id: string } }) => organization.id).sort()
  }
  return { ...opened, scim, newUser, inTeam }
}
const idsOf = ({ members }: { members: { value: string }[] }) => members.map(({ value }) => value).sort()

describe('groups of a directory', () => {
  it('are teams, filled and emptied as Okta does', async () => {
    const { scim, newUser, inTeam } = await openScim()
    const [one, two, three] = [await newUser(), await newUser(), await newUser()]
    const made = await scim.post('/Groups', {
      schemas: [CORE_GROUP],
      displayName: 'Test SCIMv2',
      members: [{ value: one, display: 'test.user@okta.local' }],
    })
    expect(idsOf(made)).toEqual([one])
    expect(await inTeam(made.id)).toEqual([one])
    const url = `/Groups/${made.id}`
    await scim.patch(url, [
      { op: 'remove', path: `members[value eq "${one}"]` },
      { op: 'add', path: 'members', value: [{ value: two, display: 'two' }, { value: three }] },
    ])
    expect(await inTeam(made.id)).toEqual([two, three].sort())
    const renamed = await scim.patch(url, [{ op: 'replace', value: { id: made.id, displayName: 'Renamed' } }])
    expect(renamed.displayName).toBe('Renamed')
    const replaced = await scim.put(url, {
      schemas: [CORE_GROUP],
      id: made.id,
      displayName: 'Renamed',
      members: [{ value: one }],
    })
    expect(idsOf(replaced)).toEqual([one])
    expect((await scim.get(`/Users/${one}`)).groups).toEqual([{ value: made.id, display: 'Renamed' }])
    await scim.delete(url)
    await scim.get(url, 404)
    expect((await scim.get(`/Users/${one}`)).groups).toEqual([])
  })

  it('are filled and emptied as Entra does', async () => {
    const { scim, newUser, inTeam } = await openScim()
    const [one, two] = [await newUser(), await newUser()]
    const made = await scim.post('/Groups', {
      schemas: [CORE_GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0',
      displayName: 'Entra group',
      meta: { resourceType: 'Group' },
    })
    const url = `/Groups/${made.id}`
    const found = await scim.get(
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "entra GROUP"')}`,
    )
    expect(found).toMatchObject({ totalResults: 1 })
    expect(found.Resources[0]).not.toHaveProperty('members')
    await scim.patch(url, [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: one }, { value: two }] },
    ])
    await scim.patch(url, [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: one }] }])
    expect(await inTeam(made.id)).toEqual([two])
    await scim.patch(url, [{ op: 'Replace', path: 'displayName', value: '1879db59' }])
    await scim.patch(url, [{ op: 'Remove', path: 'members' }])
    expect(await inTeam(made.id)).toEqual([])
    await scim.patch(url, [{ op: 'Add', value: { members: [{ value: one }] } }])
    expect(await inTeam(made.id)).toEqual([one])
  })

  it('are no way to teams that the directory did not make, or to owners of teams', async () => {
    const { scim, newUser, as, admin, organization, reader } = await openScim()
    const team = await as(admin).put(
      `${organization.url}/teams`,
      { title: 'Admins', members: [admin.id] },
      201,
    )
    const one = await newUser()
    for (const filter of ['displayName eq "Admins"', `id eq "${team.id}"`])
      expect((await scim.find('Groups', filter)).totalResults).toBe(0)
    await scim.patch(`/Groups/${team.id}`, [{ op: 'add', path: 'members', value: [{ value: one }] }], 404)
    await scim.put(`/Groups/${team.id}`, { displayName: 'Admins', members: [{ value: one }] }, 404)
    await scim.delete(`/Groups/${team.id}`, 404)
    const own = await scim.post('/Groups', {
      displayName: 'Admins',
      members: [{ value: one, type: 'owner', role: 'owner' }],
    })
    expect(own.id).not.toBe(team.id)
    const { items } = await as(admin).get(`${organization.url}/teams/${own.id}/members`)
    expect(items).toMatchObject([{ organization: { id: one }, team: { role: 'member' } }])
    // Whom the directory did not announce, it does not move.
    const other = [{ op: 'add', path: 'members', value: [{ value: reader.id }] }]
    expect(await scim.patch(`/Groups/${own.id}`, other, 400)).toMatchObject({ scimType: 'invalidValue' })
    await as(admin).put(`${organization.url}/teams/${own.id}/members`, { add: [reader.id] }, 204)
    await scim.put(`/Groups/${own.id}`, { displayName: 'Admins', members: [] })
    const left = await as(admin).get(`${organization.url}/teams/${own.id}/members`)
    expect(left.items).toMatchObject([{ organization: { id: reader.id } }])
  })

  it('are bounded, unique, and refused with the kind of the fault', async () => {
    const { scim, newUser } = await openScim()
    const { id } = await scim.post('/Groups', { displayName: 'Writers' })
    const one = await newUser()
    const huge = Array.from({ length: 5_001 }, (_, number) => ({ value: `user-${number}` }))
    const faults: [() => Promise<object>, string][] = [
      [() => scim.post('/Groups', { displayName: 'writers' }, 409), 'uniqueness'],
      [() => scim.post('/Groups', { displayName: '' }, 400), 'invalidValue'],
      [() => scim.post('/Groups', { displayName: 'x'.repeat(65) }, 400), 'invalidValue'],
      [() => scim.put(`/Groups/${id}`, { displayName: 'Writers', members: huge }, 400), 'tooMany'],
      [() => scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: huge }], 400), 'tooMany'],
      [
        () => scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [one] }], 400),
        'invalidValue',
      ],
      [() => scim.patch(`/Groups/${id}`, [{ op: 'remove', path: 'displayName' }], 400), 'invalidValue'],
      [() => scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'owners', value: [] }], 400), 'invalidPath'],
    ]
    for (const [answer, scimType] of faults) expect(await answer()).toMatchObject({ scimType })
  })
})
