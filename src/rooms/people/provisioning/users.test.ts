import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { CORE_USER, entraUser, oktaUser, openDirectory } from '../../../../test/counterparts/scim.ts'
import { openTestServices, type Person } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'
let addresses = 0

async function openScim() {
  const opened = await openTestServices()
  const { app, as, admin, organization, services } = opened
  const { token, baseUrl } = await as(admin).post(`${organization.url}/scim-tokens`, { label: 'Okta' }, 201)
  const base = baseUrl.replace('http://quire.test', '')
  const scim = openDirectory(app, base, token)
  const fresh = () => `new-${addresses++}-${organization.id}@corp.example`
  const setPassword = async ({ id, email }: Pick<Person, 'id' | 'email'>) => {
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, email)
    await services.asSystem((ctx) => keepPassword(ctx, id, hashed))
  }
  const signIn = async (person: Pick<Person, 'id' | 'email'>) => {
    await setPassword(person)
    const browser = openBrowser(app, { address: `198.18.200.${(addresses++ % 250) + 1}` })
    await browser.signIn(person.email, PASSWORD)
    return browser
  }
  const member = (id: string, status?: number) => as(admin).get(`${organization.url}/members/${id}`, status)
  return { ...opened, scim, token, base, fresh, setPassword, signIn, member }
}

const replace = (value: object) => [{ op: 'replace', value }]
const entraSuspends = [{ op: 'Replace', path: 'active', value: 'False' }]

describe('users of a directory', () => {
  it('are announced by Okta, found, changed, suspended and let in again', async () => {
    const { scim, fresh, member } = await openScim()
    const email = fresh()
    expect(await scim.find('Users', `userName eq "${email}"`)).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const made = await scim.post('/Users', oktaUser(email))
    expect(made).toMatchObject({
      schemas: [CORE_USER],
      userName: email,
      externalId: `okta-${email}`,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
      meta: { resourceType: 'User', location: expect.stringContaining(`/Users/`) },
    })
    expect(JSON.stringify(made)).not.toContain('1mz050nq')
    expect(await member(made.id)).toMatchObject({ disabled: false, user: { displayName: 'Test User' } })
    const found = await scim.find('Users', `userName eq "${email.toUpperCase()}"`)
    expect(found).toMatchObject({
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ id: made.id }],
    })
    const renamed = await scim.put(
      `/Users/${made.id}`,
      oktaUser(email, { displayName: 'Maria Lopez', name: { givenName: 'Maria', familyName: 'Lopez' } }),
    )
    expect(renamed.displayName).toBe('Maria Lopez')
    expect((await member(made.id)).user.displayName).toBe('Maria Lopez')
    expect(await scim.patch(`/Users/${made.id}`, replace({ active: false }))).toMatchObject({ active: false })
    expect((await member(made.id)).disabled).toBe(true)
    expect(await scim.patch(`/Users/${made.id}`, replace({ active: true }))).toMatchObject({ active: true })
    expect((await member(made.id)).disabled).toBe(false)
  })

  it('are announced by Entra, changed and suspended in its forms', async () => {
    const { scim, fresh, member } = await openScim()
    const email = fresh()
    const made = await scim.post('/Users', entraUser(email))
    expect(await scim.find('Users', `externalId eq "entra-${email}"`)).toMatchObject({ totalResults: 1 })
    expect(await scim.find('Users', `emails[type eq "work"].value eq "${email}"`)).toMatchObject({
      totalResults: 1,
    })
    expect(await scim.find('Users', `emails.value eq "${email}"`)).toMatchObject({ totalResults: 1 })
    expect(await scim.find('Users', `emails[type eq "work" and value eq "${email}"]`)).toMatchObject({
      totalResults: 1,
    })
    const changed = await scim.patch(`/Users/${made.id}`, [
      { op: 'Replace', path: 'name.familyName', value: 'Changed' },
      { op: 'Add', path: 'displayName', value: 'Lou Changed' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Sales',
      },
      { op: 'Replace', value: { externalId: 'other', 'name.givenName': 'Louise' } },
    ])
    expect(changed).toMatchObject({
      externalId: 'other',
      displayName: 'Lou Changed',
      name: { givenName: 'Louise', familyName: 'Changed' },
    })
    expect(await scim.patch(`/Users/${made.id}`, entraSuspends)).toMatchObject({ active: false })
    expect((await member(made.id)).disabled).toBe(true)
    await scim.delete(`/Users/${made.id}`)
    await member(made.id, 404)
    await scim.get(`/Users/${made.id}`, 404)
    // Who comes back is the same person.
    expect((await scim.post('/Users', entraUser(email))).id).toBe(made.id)
  })

  it('lose access at once, and their sessions where they belong nowhere else', async () => {
    const { scim, fresh, signIn, as, organization, newPerson, services, admin } = await openScim()
    const email = fresh()
    const { id } = await scim.post('/Users', oktaUser(email))
    const browser = await signIn({ id, email })
    expect((await browser.ask('GET', `${organization.url}`)).statusCode).toBe(200)
    await scim.patch(`/Users/${id}`, entraSuspends)
    expect((await browser.ask('GET', '/v1/user')).statusCode).toBe(401)
    const other = await newPerson('Everywhere')
    await as(other).post('/v1/orgs', { title: 'Their own' }, 201)
    await as(admin).post(`${organization.url}/invites`, { emails: [other.email], role: 'edit' }, 200)
    await as(other).get(organization.url, 200)
    const theirs = await signIn(other)
    // Already a member: the directory takes over the membership, not the account.
    const linked = await scim.post('/Users', oktaUser(other.email, { displayName: 'Someone Else' }))
    expect(linked.id).toBe(other.id)
    expect((await as(other).get('/v1/user')).displayName).toBe('Everywhere')
    await scim.patch(`/Users/${other.id}`, entraSuspends)
    await as(other).get(organization.url, 404)
    expect((await theirs.ask('GET', '/v1/user')).statusCode).toBe(200)
    expect((await as(other).get('/v1/orgs')).count).toBe(1)
    await scim.delete(`/Users/${other.id}`)
    expect((await theirs.ask('GET', '/v1/user')).statusCode).toBe(200)
    expect(services).toBeDefined()
  })

  it('accept first where they have an account, and are told nothing before', async () => {
    const { scim, stranger, as, organization, member, signIn } = await openScim()
    const made = await scim.post('/Users', oktaUser(stranger.email, { displayName: 'Taken Over' }))
    expect(made).toMatchObject({ id: stranger.id, active: true })
    const nameless = { displayName: undefined, name: undefined }
    const replaced = await scim.put(`/Users/${stranger.id}`, oktaUser(stranger.email, nameless))
    expect(replaced.displayName).toBe(stranger.email)
    await member(stranger.id, 404)
    await as(stranger).get(organization.url, 404)
    expect((await as(stranger).get('/v1/user')).displayName).toBe('stranger')
    const group = await scim.post('/Groups', { displayName: 'Later', members: [{ value: stranger.id }] })
    expect(group.members).toMatchObject([{ value: stranger.id }])
    expect((await as(stranger).get('/v1/orgs')).count).toBe(1)
    const browser = await signIn(stranger)
    expect((await browser.get('/o')).body).toContain('Join Acme')
    const joined = await browser.post('/o/~provisioning', { organization: organization.id })
    expect(joined.body).not.toContain('Join Acme')
    expect(await member(stranger.id)).toMatchObject({ role: null, disabled: false, teams: 1 })
    await as(stranger).post(`/v1/user/provisioning/${organization.id}/accept`, undefined, 404)
  })

  it('are not asked any more once the directory takes them back', async () => {
    const { scim, stranger, as, organization } = await openScim()
    await scim.post('/Users', oktaUser(stranger.email))
    await scim.patch(`/Users/${stranger.id}`, replace({ active: false }))
    await as(stranger).post(`/v1/user/provisioning/${organization.id}/accept`, undefined, 404)
    await scim.patch(`/Users/${stranger.id}`, replace({ active: true }))
    await as(stranger).post(`/v1/user/provisioning/${organization.id}/accept`, undefined, 205)
    await as(stranger).get(organization.url, 200)
  })
})

describe('a directory does not take over accounts', () => {
  it('by an address that somebody only claims to have', async () => {
    const { scim, newPerson, setPassword, sql } = await openScim()
    const squatter = await newPerson('Squatter')
    await setPassword(squatter)
    await sql(`update users set email_verified_at = null where id = '${squatter.id}'`)
    const refused = await scim.post('/Users', oktaUser(squatter.email), 409)
    expect(refused).toMatchObject({ status: '409', scimType: 'uniqueness' })
  })

  it('by another e-mail address, name or password', async () => {
    const { scim, fresh, as, stranger, signIn } = await openScim()
    const email = fresh()
    const { id } = await scim.post('/Users', oktaUser(email))
    for (const body of [oktaUser(email, { emails: [{ primary: true, value: 'thief@evil.example' }] })])
      expect(await scim.put(`/Users/${id}`, body, 400)).toMatchObject({ scimType: 'mutability' })
    for (const operation of [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'thief@evil.example' },
      { op: 'replace', value: { emails: [{ value: 'thief@evil.example', primary: true }] } },
    ])
      expect(await scim.patch(`/Users/${id}`, [operation], 400)).toMatchObject({ scimType: 'mutability' })
    await scim.patch(`/Users/${id}`, replace({ password: 'chosen by the directory' }))
    const browser = await signIn(stranger)
    expect((await browser.ask('GET', '/v1/user')).json().email).toBe(stranger.email)
    await scim.post('/Users', oktaUser(stranger.email))
    await scim.patch(`/Users/${stranger.id}`, replace({ displayName: 'Renamed', password: 'x' }))
    expect((await as(stranger).get('/v1/user')).displayName).toBe('stranger')
    expect((await browser.ask('GET', '/v1/user')).statusCode).toBe(200)
  })

  it('of another organization, whatever it names', async () => {
    const { scim, app, as, organization, stranger, fresh, token } = await openScim()
    const { items } = await as(stranger).get('/v1/orgs')
    const other = await as(stranger).post(`/v1/orgs/${items[0].id}/scim-tokens`, { label: 'Entra' }, 201)
    const theirs = openDirectory(app, other.baseUrl.replace('http://quire.test', ''), other.token)
    const { id } = await scim.post('/Users', oktaUser(fresh()))
    const { id: group } = await scim.post('/Groups', { displayName: 'Ours' })
    for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
      await theirs.get(path, 404)
      await theirs.patch(path, [{ op: 'remove', path: 'externalId' }], 404)
      await theirs.delete(path, 404)
    }
    const mixed = openDirectory(app, `/scim/v2/orgs/${organization.id}`, other.token)
    await mixed.get('/Users', 404)
    await mixed.post('/Users', oktaUser(fresh()), 404)
    expect((await theirs.get('/Users')).totalResults).toBe(0)
    const refused = await theirs.post('/Groups', { displayName: 'Theirs', members: [{ value: id }] }, 400)
    expect(refused.scimType).toBe('invalidValue')
    expect(token).not.toBe(other.token)
  })

  it('by its token, which does nothing else and ends when it is revoked', async () => {
    const { scim, as, token, admin, organization, reader, app, base } = await openScim()
    await as(token).get('/v1/user', 401)
    await as(token).get(organization.url, 401)
    await as(token).get('/v1/', 401)
    for (const person of [admin, reader]) await openDirectory(app, base, person.token).get('/Users', 404)
    const unknown = await openDirectory(app, base, `${token}x`).get('/Users', 401)
    expect(unknown).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    await as(reader).get(`${organization.url}/scim-tokens`, 403)
    const { items } = await as(admin).get(`${organization.url}/scim-tokens`)
    expect(JSON.stringify(items)).not.toContain(token)
    await scim.get('/Users')
    await as(admin).delete(`${organization.url}/scim-tokens/${items[0].id}`, 205)
    await scim.get('/Users', 401)
  })

  it('leaves the last admin, and gives nobody more than the default role', async () => {
    const { scim, admin, as, organization, fresh, member } = await openScim()
    await scim.post('/Users', oktaUser(admin.email))
    expect(await scim.patch(`/Users/${admin.id}`, entraSuspends, 409)).toMatchObject({ status: '409' })
    await scim.delete(`/Users/${admin.id}`, 409)
    await as(admin).get(organization.url, 200)
    await as(admin).patch(organization.url, { defaultRole: 'admin' }, 200)
    const { id } = await scim.post(
      '/Users',
      oktaUser(fresh(), { roles: [{ value: 'admin', primary: true }] }),
    )
    expect((await member(id)).role).toBe('create')
  })
})

describe('what RFC 7644 asks of users', () => {
  it('names the kind of each fault', async () => {
    const { scim, fresh } = await openScim()
    const email = fresh()
    const { id } = await scim.post('/Users', oktaUser(email))
    const faults: [() => Promise<object>, string | undefined, string][] = [
      [() => scim.post('/Users', oktaUser(email), 409), 'uniqueness', '409'],
      [() => scim.post('/Users', oktaUser(fresh(), { userName: email }), 409), 'uniqueness', '409'],
      [() => scim.post('/Users', { schemas: [CORE_USER] }, 400), 'invalidValue', '400'],
      [
        () => scim.post('/Users', { schemas: [CORE_USER], userName: 'no address' }, 400),
        'invalidValue',
        '400',
      ],
      [() => scim.put(`/Users/${id}`, oktaUser(email, { active: 'perhaps' }), 400), 'invalidValue', '400'],
      [() => scim.get('/Users/none', 404), undefined, '404'],
      [() => scim.get('/Users?filter=userName%20eq', 400), 'invalidFilter', '400'],
      [() => scim.get(`/Users?filter=${encodeURIComponent('title eq "a"')}`, 400), 'invalidFilter', '400'],
      [() => scim.patch(`/Users/${id}`, [{ op: 'remove' }], 400), 'noTarget', '400'],
      [() => scim.patch(`/Users/${id}`, [{ op: 'move', path: 'active' }], 400), 'invalidSyntax', '400'],
      [
        () => scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'a b', value: 1 }], 400),
        'invalidPath',
        '400',
      ],
      [
        () => scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'shoe', value: 1 }], 400),
        'invalidPath',
        '400',
      ],
      [() => scim.patch(`/Users/${id}`, [{ op: 'replace', value: 'x' }], 400), 'invalidValue', '400'],
      [() => scim.patch(`/Users/${id}`, [{ op: 'remove', path: 'userName' }], 400), 'invalidValue', '400'],
      [() => scim.patch(`/Users/${id}`, [], 400), 'invalidValue', '400'],
    ]
    for (const [answer, scimType, status] of faults) {
      const { detail, ...rest } = (await answer()) as { detail?: string }
      expect(detail).toMatch(/\w/)
      expect(rest).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status,
        ...(scimType && { scimType }),
      })
    }
  })

  it('pages by startIndex and count', async () => {
    const { scim, fresh } = await openScim()
    const ids = []
    for (let number = 0; number < 5; number += 1) ids.push((await scim.post('/Users', oktaUser(fresh()))).id)
    const page = (query: string) => scim.get(`/Users?${query}`)
    expect(await page('startIndex=2&count=2')).toMatchObject({
      totalResults: 5,
      startIndex: 2,
      itemsPerPage: 2,
      Resources: [{ id: ids.sort()[1] }, { id: ids[2] }],
    })
    expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] })
    expect(await page('startIndex=-3&count=-1')).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, Resources: [] })
    expect((await page('count=100000')).itemsPerPage).toBe(5)
    const [one] = (await page('attributes=userName&count=1')).Resources
    expect(Object.keys(one).sort()).toEqual(['id', 'schemas', 'userName'])
  })

  it('takes filters for values, whatever they hold', async () => {
    const { scim, fresh } = await openScim()
    const email = fresh()
    await scim.post('/Users', oktaUser(email))
    for (const text of [`x" or userName pr or "`, `' or 1=1 --`, `%`, `\\`, `${email}' --`]) {
      const filter = `userName eq ${JSON.stringify(text)}`
      expect((await scim.find('Users', filter)).totalResults, filter).toBe(0)
      expect((await scim.find('Users', `userName co ${JSON.stringify(text)}`)).totalResults).toBe(0)
    }
    const count = async (filter: string) => (await scim.find('Users', filter)).totalResults
    expect(await count(`userName sw "new-" and userName ew "CORP.example" and active eq True`)).toBe(1)
    expect(await count(`not (userName co "@corp") or externalId eq "nobody"`)).toBe(0)
    expect(await count('meta.created gt "2020-01-01T00:00:00Z" and name.givenName pr')).toBe(1)
    expect(await count(`externalId eq "OKTA-${email}"`)).toBe(0)
  })

  it('says what it supports', async () => {
    const { scim } = await openScim()
    expect(await scim.get('/ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
    })
    expect((await scim.get('/ResourceTypes')).Resources.map(({ name }: { name: string }) => name)).toEqual([
      'User',
      'Group',
    ])
    expect((await scim.get('/ResourceTypes/Group')).endpoint).toBe('/Groups')
    expect((await scim.get(`/Schemas/${CORE_USER}`)).attributes[0].name).toBe('userName')
    expect((await scim.get('/Schemas')).totalResults).toBe(2)
    await scim.get('/Schemas/none', 404)
  })

  it('bounds what it takes', async () => {
    const { scim, app, base, token, fresh } = await openScim()
    const answer = await app.inject({
      method: 'POST',
      url: `${base}/Users`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify(oktaUser(fresh(), { locale: 'x'.repeat(1024 * 1024) })),
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ status: '413' })
    const many = Array.from({ length: 101 }, () => ({ op: 'replace', value: { active: true } }))
    const { id } = await scim.post('/Users', oktaUser(fresh()))
    await scim.patch(`/Users/${id}`, many, 400)
    const broken = await app.inject({
      method: 'POST',
      url: `${base}/Users`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: '{',
    })
    expect(broken.json()).toMatchObject({ status: '400', schemas: [expect.stringContaining('Error')] })
  })

  it('is in the audit log, under the token', async () => {
    const { scim, fresh, events, sql, organization } = await openScim()
    const { id } = await scim.post('/Users', oktaUser(fresh()))
    await scim.patch(`/Users/${id}`, entraSuspends)
    await scim.delete(`/Users/${id}`)
    const types = (await events()).map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining([
        'scim_token.created',
        'scim_user.created',
        'member.added',
        'scim_user.changed',
        'member.suspended',
        'member.removed',
        'scim_user.removed',
      ]),
    )
    const { rows } = await sql<{ integration: string }>(
      `select integration from events where organization_id = '${organization.id}' and type = 'scim_user.created'`,
    )
    expect(rows[0]?.integration).toMatch(/^scim:/)
  })
})
