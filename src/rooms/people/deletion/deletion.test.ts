import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { buildTestServices, furnish, makeAdministrator, openTestServices } from '../../../../test/services.ts'

/** How many rows of each table hold this text anywhere, for the tables that have such rows. */
async function traces(sql: <Row>(text: string) => Promise<{ rows: Row[] }>, text: string) {
  const { rows: tables } = await sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>(
      `select count(*)::int as count from ${name} t where t::text like '%${text}%'`,
    )
    if (rows[0]?.count) found[name] = rows[0].count
  }
  return found
}

/** An organization with something in every corner. */
async function openFull() {
  const h = await openSpace()
  const { as, admin, creator, reader, organization, url, write, open, edit } = h
  const outer = await as(admin).post(`${organization.url}/collections`, { title: 'Outer' }, 201)
  const within = { title: 'Inner', parent: outer.id }
  const inner = await as(admin).post(`${organization.url}/collections`, within, 201)
  for (let number = 0; number < 12; number += 1)
    await as(admin).post(`${organization.url}/spaces`, { title: `More ${number}`, parent: inner.id }, 201)
  const trashed = await as(admin).post(`${organization.url}/spaces`, { title: 'Old' }, 201)
  await as(admin).delete(`/v1/spaces/${trashed.id}`, 205)
  await as(admin).put(`${organization.url}/teams`, { title: 'Writers', members: [reader.id] }, 201)
  await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
  await as(admin).post(`${url}/permissions`, { users: [h.guest.id], role: 'edit' }, 204)
  await write(page('Home', 'See [next](next.md).'), page('Next'))
  await open()
  await edit(1, page('Third'))
  const request = `${url}/change-requests/1`
  await as(creator).post(`${request}/reviews`, { status: 'approved', comment: { markdown: 'Fine' } }, 201)
  await as(admin).post(`${url}/comments`, { body: { markdown: 'Why?' } })
  await as(admin).post(
    `${url}/git/import`,
    { url: 'http://127.0.0.1:9/docs.git', ref: 'refs/heads/main', force: true },
    204,
  )
  // A job that was given up waits for somebody to retry it.
  const payload = JSON.stringify({ spaceId: h.space.id })
  await h.sql(
    `insert into jobs (name, payload, state, failed_at) values ('search.index', '${payload}', 'failed', now())`,
  )
  return { ...h, request }
}

describe('deleting an organization', () => {
  it('ends all access at once, and leaves nothing that names it but the fact', async () => {
    const { as, admin, reader, organization, space, url, sql, drain, stranger } = await openFull()
    expect(Object.keys(await traces(sql, organization.id)).length).toBeGreaterThan(8)
    expect(Object.keys(await traces(sql, space.id)).length).toBeGreaterThan(8)
    await as(admin).delete(`${organization.url}?confirm=Acme`, 205)
    for (const person of [admin, reader]) {
      await as(person).get(organization.url, 404)
      await as(person).get(url, 404)
      expect((await as(person).get('/v1/orgs')).items).toEqual([])
    }
    await drain()
    expect(await traces(sql, organization.id)).toEqual({ 'public.events': 1 })
    expect(await traces(sql, space.id)).toEqual({})
    await as(admin).delete(`${organization.url}?confirm=Acme`, 204)
    expect((await as(stranger).get('/v1/orgs')).count).toBe(1)
  })

  it('lets nobody in while what it held is taken away', async () => {
    const { as, admin, newPerson, services, organization } = await openTestServices()
    const person = await newPerson('late')
    const domain = `${organization.id}.example`
    await services.database.db
      .updateTable('users')
      .set({ email: `late@${domain}` })
      .where('id', '=', person.id)
      .execute()
    await as(admin).patch(organization.url, { emailDomains: [domain] }, 200)
    const invite = await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
    const join = `${organization.url}/invites/${invite.id}`
    const { organizations } = await as(person).get(`/v1/email-domains/${domain}/orgs`)
    expect(organizations).toHaveLength(1)
    await as(admin).delete(`${organization.url}?confirm=Acme`, 205)
    expect((await as(person).get(`/v1/email-domains/${domain}/orgs`)).organizations).toEqual([])
    await as(person).post(join, undefined, 404)
    await as(person).post(`${organization.url}/join`, undefined, 404)
  })

  it('needs its title, exactly, and an admin of it', async () => {
    const { as, admin, creator, stranger, organization } = await openTestServices()
    const { error } = await as(admin).delete(`${organization.url}?confirm=acme`, 400)
    expect(error).toMatchObject({
      message: 'query.confirm must be the title of the organization, "Acme"',
      details: { field: 'query.confirm' },
    })
    await as(admin).delete(organization.url, 400)
    await as(creator).delete(`${organization.url}?confirm=Acme`, 403)
    await as(stranger).delete(`${organization.url}?confirm=Acme`, 204)
    await as(admin).get(organization.url, 200)
  })
})

describe('deleting a user', () => {
  it('ends their tokens and memberships, and keeps what they wrote', async () => {
    const { as, admin, creator, url, request, organization, services, sql, drain } = await openFull()
    const administrator = await makeAdministrator(services)
    await as(creator).post(`${url}/comments`, { body: { markdown: 'Mine' } })
    await as(creator).post(`${url}/change-requests`, { subject: 'Theirs' }, 201)
    await as(creator).post(`${url}/content`, { changes: [page('Written')] })
    await as(administrator).delete(`/v1/users/${creator.id}`, 205)
    await as(creator).get('/v1/user', 401)
    await as(admin).get(`${organization.url}/members/${creator.id}`, 404)
    await as(administrator).get(`/v1/users/${creator.id}`, 404)
    await as(administrator).delete(`/v1/users/${creator.id}`, 204)
    const gone = { id: 'deleted', displayName: 'Deleted user' }
    expect(await as(admin).get(`${url}/change-requests/2`)).toMatchObject({ createdBy: gone })
    const { items: comments } = await as(admin).get(`${url}/comments`)
    expect(comments).toContainEqual(expect.objectContaining({ postedBy: expect.objectContaining(gone) }))
    const { items: said } = await as(admin).get(`${request}/comments`)
    expect(said).toMatchObject([{ postedBy: gone }])
    expect((await as(admin).get(`${request}/reviews`)).items).toEqual([])
    expect((await as(admin).get(`${url}/content/pages`)).pages).toHaveLength(3)
    await drain()
    expect(await traces(sql, creator.id)).toEqual({ 'public.events': expect.any(Number) })
  })

  it('is refused while they are the last admin of an organization, and says what to do', async () => {
    const { as, admin, creator, organization, services } = await openTestServices()
    const administrator = await makeAdministrator(services)
    const { error } = await as(administrator).delete(`/v1/users/${admin.id}`, 409)
    expect(error).toMatchObject({
      message:
        'This user is the last admin of "Acme": make somebody else an admin there, or delete the organization first',
      details: { organizations: [organization.id], user: admin.id },
    })
    await as(admin).get('/v1/user', 200)
    await as(admin).patch(`${organization.url}/members/${creator.id}`, { role: 'admin' }, 200)
    await as(administrator).delete(`/v1/users/${admin.id}`, 205)
  })

  it('is refused for the last administrator of the installation', async () => {
    const { as, services } = await furnish(await buildTestServices())
    const [first, second] = [await makeAdministrator(services), await makeAdministrator(services)]
    await as(first).delete(`/v1/users/${second.id}`, 205)
    const { error } = await as(first).delete(`/v1/users/${first.id}`, 409)
    expect(error.message).toContain('last administrator')
  })

  it('is for administrators', async () => {
    const { as, admin, reader, stranger } = await openTestServices()
    await as(admin).delete(`/v1/users/${reader.id}`, 403)
    await as(reader).delete(`/v1/users/${reader.id}`, 403)
    await as(stranger).delete(`/v1/users/${reader.id}`, 204)
    await as(reader).get('/v1/user', 200)
  })
})
