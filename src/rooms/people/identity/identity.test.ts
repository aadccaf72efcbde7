import { describe, expect, it } from 'vitest'
import { makeAdministrator, openTestServices } from '../../../../test/services.ts'
import { ensureAdministrator } from './administrator.ts'

describe('users', () => {
  it('know themselves', async () => {
    const { as, reader } = await openTestServices()
    expect(await as(reader).get('/v1/user')).toEqual({
      object: 'user',
      id: reader.id,
      displayName: 'reader',
      email: reader.email,
      urls: { location: `http://quire.test/v1/users/${reader.id}` },
    })
  })

  it('are seen by colleagues, and by nobody else', async () => {
    const { as, reader, editor, guest, stranger } = await openTestServices()
    await as(editor).get(`/v1/users/${reader.id}`, 200)
    await as(guest).get(`/v1/users/${reader.id}`, 404)
    await as(stranger).get(`/v1/users/${reader.id}`, 404)
    await as(reader).get('/v1/users/nobody', 404)
  })

  it('change their own name and picture', async () => {
    const { as, reader, editor } = await openTestServices()
    const url = `/v1/users/${reader.id}`
    const photoURL = 'https://example.org/me.png'
    expect(await as(reader).patch(url, { displayName: 'Ré 🦉', photoURL }, 200)).toMatchObject({
      displayName: 'Ré 🦉',
      photoURL,
    })
    await as(editor).patch(url, { displayName: 'Mine now' }, 403)
    await as(reader).patch(url, { displayName: '' }, 400)
    await as(reader).patch(url, { displayName: 'x'.repeat(64) }, 200)
    await as(reader).patch(url, { displayName: 'x'.repeat(65) }, 400)
    await as(reader).patch(url, { email: 'other@example.org' }, 400)
  })

  it('are created by administrators, once an e-mail', async () => {
    const { as, admin, services } = await openTestServices()
    const administrator = await makeAdministrator(services)
    const email = `Maria.Lopez+docs.${administrator.id}@Example.org`
    const response = await as(administrator).send('POST', '/v1/users', { email })
    const user = response.json()
    expect(response.headers.location).toBe(user.urls.location)
    expect(user).toMatchObject({ email, displayName: `Maria Lopez docs ${administrator.id}` })
    await as(administrator).post('/v1/users', { email: email.toLowerCase() }, 409)
    await as(admin).post('/v1/users', { email: 'x@example.org' }, 403)
    for (const bad of [
      '',
      'a',
      'a@',
      '@b.c',
      'a b@c.d',
      'a@b.c\n',
      `${'x'.repeat(260)}@example.org`,
      '🦉@x',
      null,
    ]) {
      await as(administrator).post('/v1/users', { email: bad }, 400)
    }
    const wide = `löwe-${Date.now()}@exämple.org`
    expect(await as(administrator).post('/v1/users', { email: wide }, 201)).toMatchObject({ email: wide })
  })
})

describe('API tokens', () => {
  it('show their secret once and keep only a hash of it', async () => {
    const { as, reader, sql } = await openTestServices()
    const made = await as(reader).post('/v1/user/tokens', { label: 'ci' }, 201)
    expect(made).toMatchObject({
      object: 'api-token',
      label: 'ci',
      token: expect.stringMatching(/^quire_\w{32}$/),
    })
    await as(made.token).get('/v1/user', 200)
    const { items } = await as(reader).get('/v1/user/tokens')
    expect(JSON.stringify(items)).not.toContain(made.token)
    expect(items.map((item: { id: string }) => item.id)).toEqual([made.id, reader.tokenId])
    const { rows } = await sql<{ row: string }>(
      `select t::text as row from api_tokens t where id = '${made.id}'`,
    )
    expect(rows[0]?.row).not.toContain(made.token.slice(6))
  })

  it('tell when they were used', async () => {
    const { as, reader, tick } = await openTestServices()
    const { token, id } = await as(reader).post('/v1/user/tokens', { label: 'ci' }, 201)
    const find = async () =>
      (await as(reader).get('/v1/user/tokens')).items.find((item: { id: string }) => item.id === id)
    expect(await find()).not.toHaveProperty('lastUsedAt')
    await as(token).get('/v1/user', 200)
    const { lastUsedAt } = await find()
    expect(lastUsedAt).toBeTruthy()
    tick(0.01)
    await as(token).get('/v1/user', 200)
    expect((await find()).lastUsedAt > lastUsedAt).toBe(true)
  })

  it('end when they expire', async () => {
    const { as, reader, services, tick } = await openTestServices()
    const expiresAt = new Date(services.clock.now().getTime() + 3_600_000).toISOString()
    const { token } = await as(reader).post('/v1/user/tokens', { label: 'short', expiresAt }, 201)
    await as(token).get('/v1/user', 200)
    tick(1)
    await as(token).get('/v1/user', 401)
    await as(reader).post('/v1/user/tokens', { label: 'late', expiresAt: '2020-01-01T00:00:00Z' }, 400)
    for (const expiresAt of ['tomorrow', '2030-12-31T23:59:60Z', '2030-01-01T00:00:00+05']) {
      await as(reader).post('/v1/user/tokens', { label: 'when', expiresAt }, 400)
    }
  })

  it('end at once when they are revoked, by their owner only', async () => {
    const { as, reader, editor } = await openTestServices()
    const { token, id } = await as(reader).post('/v1/user/tokens', { label: 'ci' }, 201)
    await as(editor).delete(`/v1/user/tokens/${id}`, 204)
    await as(token).get('/v1/user', 200)
    await as(reader).delete(`/v1/user/tokens/${id}`, 205)
    await as(token).get('/v1/user', 401)
    await as(reader).delete(`/v1/user/tokens/${id}`, 204)
  })

  it('have labels of 1 to 50 characters', async () => {
    const { as, reader } = await openTestServices()
    await as(reader).post('/v1/user/tokens', { label: 'x'.repeat(50) }, 201)
    await as(reader).post('/v1/user/tokens', { label: 'x'.repeat(51) }, 400)
    await as(reader).post('/v1/user/tokens', { label: '' }, 400)
  })

  it('of others are managed by administrators', async () => {
    const { as, reader, services } = await openTestServices()
    const administrator = await makeAdministrator(services)
    const url = `/v1/users/${reader.id}/tokens`
    const { token, id } = await as(administrator).post(url, { label: 'first' }, 201)
    expect((await as(token).get('/v1/user')).id).toBe(reader.id)
    expect((await as(administrator).get(url)).count).toBe(2)
    await as(administrator).delete(`${url}/${id}`, 205)
    await as(token).get('/v1/user', 401)
    await as(administrator).post('/v1/users/nobody/tokens', { label: 'x' }, 404)
  })
})

describe('the first administrator', () => {
  it('gets a token once; a configured one follows the configuration', async () => {
    const { as, services } = await openTestServices()
    await services.database.db.deleteFrom('users').where('isAdministrator', '=', true).execute()
    const ensure = (configured?: string) => services.asSystem((ctx) => ensureAdministrator(ctx, configured))
    const token = await ensure()
    expect(await as(token).get('/v1/user')).toMatchObject({ email: 'admin@localhost' })
    expect(await ensure()).toBeUndefined()
    expect(await ensure('configured-token-one')).toBeUndefined()
    await as('configured-token-one').get('/v1/user', 200)
    await ensure('configured-token-two')
    await as('configured-token-one').get('/v1/user', 401)
    await as('configured-token-two').get('/v1/user', 200)
  })
})
