import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openTestServices } from '../../../../test/services.ts'

const DAY = 1

async function openTokens() {
  const opened = await openTestServices()
  const { as, editor } = opened
  const newToken = (label: string, more: object = {}) =>
    as(editor).post('/v1/user/tokens', { label, ...more }, 201)
  return { ...opened, newToken }
}

describe('the tokens of an organization', () => {
  it('are those of its members, with their owners, without secrets and without those that expired', async () => {
    const { as, admin, editor, organization, newToken, services, tick } = await openTokens()
    const { id, token } = await newToken('Build server', { scopes: ['read'] })
    const soon = new Date(services.clock.now().getTime() + 60_000).toISOString()
    const { id: short } = await newToken('For a minute', { expiresAt: soon })
    const list = async () => (await as(admin).get(`${organization.url}/tokens?limit=1000`)).items
    const found = (await list()).find((one: { id: string }) => one.id === id)
    expect(found).toMatchObject({ label: 'Build server', owner: { id: editor.id, email: editor.email } })
    expect(JSON.stringify(await list())).not.toContain(token)
    expect((await list()).some((one: { id: string }) => one.id === short)).toBe(true)
    tick(DAY)
    expect((await list()).some((one: { id: string }) => one.id === short)).toBe(false)
  })

  it('are revoked for it alone, and only those that reach it', async () => {
    const { app, as, admin, editor, stranger, organization, newToken } = await openTokens()
    const other = await as(editor).post('/v1/orgs', { title: 'Another' }, 201)
    const { id, token } = await newToken('Everywhere')
    await as(token).get(organization.url, 200)
    await as(admin).delete(`${organization.url}/tokens/${id}`, 205)
    await as(token).get(organization.url, 404)
    await as(token).get(`/v1/orgs/${other.id}`, 200)
    // What it makes, and the browser that it lets in, are refused too.
    const made = await as(token).post('/v1/user/tokens', { label: 'By the other' }, 201)
    await as(made.token).get(organization.url, 404)
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    expect((await browser.get(`/o/${other.id}`)).status).toBe(200)
    expect((await browser.get(`/o/${organization.id}`)).status).toBe(404)
    // Their other tokens go on.
    await as(editor).get(organization.url, 200)
    await as(admin).delete(`${organization.url}/tokens/${id}`, 204)
    await as(admin).delete(`${organization.url}/tokens/${stranger.tokenId}`, 204)
    await as(stranger).get('/v1/user', 200)
    await as(editor).get(`${organization.url}/tokens`, 403)
    await as(stranger).get(`${organization.url}/tokens`, 404)
  })
})
