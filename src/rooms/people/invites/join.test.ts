import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

describe('founding', () => {
  it('makes the founder the admin', async () => {
    const { as, stranger } = await openTestServices()
    const response = await as(stranger).send('POST', '/v1/orgs', {
      title: 'New',
      emailDomains: ['new.example'],
    })
    expect(response.statusCode).toBe(201)
    const made = response.json()
    expect(response.headers.location).toBe(`http://quire.test/v1/orgs/${made.id}`)
    expect(made).toMatchObject({ title: 'New', emailDomains: ['new.example'], permissions: { admin: true } })
    expect(await as(stranger).get(`/v1/orgs/${made.id}`)).toEqual(made)
  })
})

describe('joining by e-mail domain', () => {
  it('is open to people at the domain, who get the default role', async () => {
    const { as, admin, stranger, organization, sql } = await openTestServices()
    const domain = `d${organization.id.slice(-10)}.example`
    await as(admin).patch(organization.url, { emailDomains: [domain], defaultRole: 'comment' }, 200)
    await as(stranger).post(`${organization.url}/join`, undefined, 404)
    expect((await as(stranger).get(`/v1/email-domains/${domain}/orgs`)).organizations).toEqual([])

    await sql(`update users set email = 'S.Tranger@${domain.toUpperCase()}' where id = '${stranger.id}'`)
    const { organizations } = await as(stranger).get(`/v1/email-domains/${domain}/orgs`)
    expect(organizations).toMatchObject([{ id: organization.id, permissions: { view: false } }])
    await as(stranger).post(`${organization.url}/join`, undefined, 204)
    expect(await as(stranger).get(`${organization.url}/members/${stranger.id}`)).toMatchObject({
      role: 'comment',
    })
    await as(stranger).post(`${organization.url}/join`, undefined, 204)
  })
})

describe('invitations by e-mail', () => {
  it('make members of those who have an account and of those who get one', async () => {
    const { as, admin, stranger, reader, organization } = await openTestServices()
    const fresh = `fresh.${organization.id}@example.org`
    const result = await as(admin).post(
      `${organization.url}/invites`,
      {
        emails: [stranger.email.toUpperCase(), { email: fresh, role: 'edit' }, reader.email],
        role: 'comment',
      },
      200,
    )
    expect(result).toMatchObject({ invited: 1, users: [stranger.id, expect.any(String), reader.id] })
    const roleOf = async (id: string) => (await as(admin).get(`${organization.url}/members/${id}`)).role
    expect(await roleOf(stranger.id)).toBe('comment')
    expect(await roleOf(result.users[1])).toBe('edit')
    expect(await roleOf(reader.id)).toBe('read')
  })

  it('as SSO members are for the domains of the organization', async () => {
    const { as, admin, organization } = await openTestServices()
    await as(admin).patch(organization.url, { emailDomains: ['sso.example'] }, 200)
    const inside = `a.${organization.id}@sso.example`
    const result = await as(admin).post(
      `${organization.url}/invites`,
      { emails: [inside, 'b@elsewhere.example'], sso: true },
      200,
    )
    expect(result).toMatchObject({ invited: 1, failedSSOEmails: ['b@elsewhere.example'] })
    expect(await as(admin).get(`${organization.url}/members/${result.users[0]}`)).toMatchObject({ sso: true })
  })

  it('name the e-mail that is none', async () => {
    const { as, admin, organization } = await openTestServices()
    const invite = (emails: unknown, status: number) =>
      as(admin).post(`${organization.url}/invites`, { emails }, status)
    const { error } = await invite(['ok@example.org', 'no e-mail'], 400)
    expect(error.message).toBe('body.emails.1 must be a valid email')
    await invite([{ email: 'ok@example.org' }], 400)
    await invite([], 400)
    await invite([`${'x'.repeat(250)}@example.org`], 400)
  })
})

describe('invite links', () => {
  it('let whoever knows them join with their role, and never take a role away', async () => {
    const { as, admin, stranger, editor, reader, organization } = await openTestServices()
    const link = await as(admin).post(`${organization.url}/link-invites`, { role: 'comment' }, 201)
    expect(link).toMatchObject({ object: 'invite', role: 'comment', redundant: false })
    const join = (person: typeof stranger, status: number) =>
      as(person).post(`${organization.url}/invites/${link.id}`, undefined, status)
    expect(await join(stranger, 200)).toEqual({ organization: organization.id, role: 'comment' })
    expect(await join(editor, 200)).toMatchObject({ role: 'edit' })
    expect(await join(reader, 200)).toMatchObject({ role: 'comment' })
    expect(await as(stranger).get(`${organization.url}/members/${stranger.id}`)).toMatchObject({
      role: 'comment',
    })
  })

  it('are listed, changed and deleted by admins', async () => {
    const { as, admin, stranger, organization } = await openTestServices()
    const url = `${organization.url}/link-invites`
    const first = await as(admin).post(url, { role: null }, 201)
    const second = await as(admin).post(url, { role: 'read' }, 201)
    expect((await as(admin).get(url)).items.map((item: { id: string }) => item.id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    )
    expect(await as(admin).patch(`${url}/${first.id}`, { role: 'edit' }, 200)).toMatchObject({ role: 'edit' })
    expect(await as(admin).get(`${url}/${first.id}`)).toMatchObject({ id: first.id, role: 'edit' })
    await as(admin).delete(`${url}/${first.id}`, 205)
    await as(admin).delete(`${url}/${first.id}`, 204)
    await as(admin).get(`${url}/${first.id}`, 404)
    await as(admin).patch(`${url}/${first.id}`, { role: 'edit' }, 404)
    await as(stranger).post(`${organization.url}/invites/${first.id}`, undefined, 404)
  })

  it('are closed while the organization does not want them', async () => {
    const { as, admin, stranger, organization } = await openTestServices()
    const link = await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
    await as(admin).patch(organization.url, { inviteLinks: false }, 200)
    await as(stranger).post(`${organization.url}/invites/${link.id}`, undefined, 404)
    await as(admin).patch(organization.url, { inviteLinks: true }, 200)
    await as(stranger).post(`${organization.url}/invites/${link.id}`, undefined, 200)
  })

  it('compare with the role at that moment: a promotion meanwhile stays', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    const link = await as(admin).post(`${organization.url}/link-invites`, { role: 'edit' }, 201)
    for (let round = 0; round < 8; round++) {
      const person = await newMember('climber', 'read')
      await Promise.all([
        as(admin).send('PATCH', `${organization.url}/members/${person.id}`, { role: 'admin' }),
        as(person).send('POST', `${organization.url}/invites/${link.id}`),
      ])
      expect(await as(admin).get(`${organization.url}/members/${person.id}`)).toMatchObject({ role: 'admin' })
    }
  })

  it('end with the membership of their maker: who was removed does not come back through them', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    const second = await newMember('second', 'admin')
    const link = await as(second).post(`${organization.url}/link-invites`, { role: 'admin' }, 201)
    await as(admin).delete(`${organization.url}/members/${second.id}`, 204)
    await as(second).post(`${organization.url}/invites/${link.id}`, undefined, 404)
    await as(second).get(organization.url, 404)
  })

  it('grant nothing while their maker may not invite: a demoted admin does not rejoin as one', async () => {
    const { as, admin, stranger, organization, newMember } = await openTestServices()
    const second = await newMember('second', 'admin')
    const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    const links = `${organization.url}/link-invites`
    const toOrganization = await as(second).post(links, { role: 'admin' }, 201)
    const toSpace = await as(second).post(links, { level: 'admin', space: space.id }, 201)
    const changeTo = (role: string) =>
      as(admin).patch(`${organization.url}/members/${second.id}`, { role }, 200)
    await changeTo('read')
    for (const { id } of [toOrganization, toSpace]) {
      await as(second).post(`${organization.url}/invites/${id}`, undefined, 404)
      await as(stranger).post(`${organization.url}/invites/${id}`, undefined, 404)
    }
    expect(await as(second).get(`${organization.url}/members/${second.id}`)).toMatchObject({ role: 'read' })
    await changeTo('admin')
    await as(stranger).post(`${organization.url}/invites/${toOrganization.id}`, undefined, 200)
  })

  it('do not undo a demotion at the same moment', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    for (let round = 0; round < 8; round++) {
      const second = await newMember('second', 'admin')
      const member = `${organization.url}/members/${second.id}`
      const link = await as(second).post(`${organization.url}/link-invites`, { role: 'admin' }, 201)
      await Promise.all([
        as(admin).send('PATCH', member, { role: 'read' }),
        as(second).send('POST', `${organization.url}/invites/${link.id}`),
      ])
      expect(await as(admin).get(member)).toMatchObject({ role: 'read' })
    }
  })

  it('say one thing: a role, or a level on one thing', async () => {
    const { as, admin, organization } = await openTestServices()
    const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    const create = (body: object) => as(admin).post(`${organization.url}/link-invites`, body, 400)
    await create({})
    await create({ role: 'admin', level: 'read', space: space.id })
    await create({ level: 'read' })
    await create({ level: 'read', space: space.id, collection: 'x' })
    await create({ role: 'read', space: space.id })
  })

  it('of one organization open no other', async () => {
    const { as, admin, stranger, organization, newPerson } = await openTestServices()
    const link = await as(admin).post(`${organization.url}/link-invites`, { role: 'admin' }, 201)
    const { items } = await as(stranger).get('/v1/orgs')
    await as(await newPerson('visitor')).post(`/v1/orgs/${items[0].id}/invites/${link.id}`, undefined, 404)
  })
})
