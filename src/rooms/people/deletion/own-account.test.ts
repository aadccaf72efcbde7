import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { buildTestServices, furnish, makeAdministrator, openTestServices } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'
const DELETE_PAGE = '/o/~account/delete'
const confirmed = (email: string) => `/v1/user?${new URLSearchParams({ confirm: email })}`

async function openSignedIn() {
  const opened = await openTestServices()
  const { services, app } = opened
  const signedIn = async ({ id, email }: { id: string; email: string }) => {
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, email)
    await services.asSystem((ctx) => keepPassword(ctx, id, hashed))
    const browser = openBrowser(app, { address: `198.19.0.${(addresses++ % 250) + 1}` })
    await browser.signIn(email, PASSWORD)
    return browser
  }
  return { ...opened, signedIn }
}
let addresses = 0

describe('deleting one’s own account', () => {
  it('ends all that lets them in, and keeps what they wrote as by a deleted user', async () => {
    const { as, admin, creator, url, write, sql, organization } = await openSpace()
    await write(page('Home'))
    await as(creator).post(`${url}/comments`, { body: { markdown: 'Mine' } })
    await as(creator).post(`${url}/change-requests`, { subject: 'Theirs' }, 201)
    await as(creator).delete(confirmed(creator.email.toUpperCase()), 205)
    await as(creator).get('/v1/user', 401)
    await as(admin).get(`${organization.url}/members/${creator.id}`, 404)
    const gone = { id: 'deleted', displayName: 'Deleted user' }
    const { items: comments } = await as(admin).get(`${url}/comments`)
    expect(comments[0].postedBy).toMatchObject(gone)
    expect((await as(admin).get(`${url}/change-requests/1`)).createdBy).toMatchObject(gone)
    const { rows } = await sql<{ n: number }>(
      `select count(*)::int as n from users where email = '${creator.email}'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('needs their e-mail address, typed', async () => {
    const { as, reader, creator } = await openTestServices()
    for (const wrong of ['', creator.email, 'yes']) {
      const { error } = await as(reader).delete(confirmed(wrong), 400)
      expect(error.details).toEqual({ field: 'query.confirm' })
    }
    await as(reader).delete('/v1/user', 400)
    await as(reader).get('/v1/user', 200)
  })

  it('needs a token without scopes', async () => {
    const { as, reader } = await openTestServices()
    const { token } = await as(reader).post('/v1/user/tokens', { label: 'ci', scopes: ['review'] }, 201)
    await as(token).delete(confirmed(reader.email), 403)
    await as(reader).get('/v1/user', 200)
  })

  it('waits until the only admin of an organization with others has handed it over', async () => {
    const { as, admin, creator, organization } = await openTestServices()
    const { error } = await as(admin).delete(confirmed(admin.email), 409)
    expect(error).toMatchObject({
      message:
        'You are the only admin of "Acme": make another member an admin there first, or delete the organization',
      details: { organizations: [organization.id], user: admin.id },
    })
    await as(admin).get(organization.url, 200)
    await as(admin).patch(`${organization.url}/members/${creator.id}`, { role: 'admin' }, 200)
    await as(admin).delete(confirmed(admin.email), 205)
    await as(creator).get(organization.url, 200)
  })

  it('takes organizations with them in which nobody else is', async () => {
    const { as, newPerson, drain, sql } = await openTestServices()
    const person = await newPerson('alone')
    const { id } = await as(person).post('/v1/orgs', { title: 'Mine alone' }, 201)
    await as(person).delete(confirmed(person.email), 205)
    await drain()
    const { rows } = await sql<{ n: number }>(
      `select count(*)::int as n from organizations where id = '${id}'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('is refused for the last administrator who is not suspended', async () => {
    const { as, services, sql } = await furnish(await buildTestServices())
    const [first, second] = [await makeAdministrator(services), await makeAdministrator(services)]
    await sql(`update users set suspended_at = now() where id = '${second.id}'`)
    const { error } = await as(first).delete(confirmed(first.email), 409)
    expect(error.message).toContain('last administrator')
    await sql(`update users set suspended_at = null where id = '${second.id}'`)
    await as(first).delete(confirmed(first.email), 205)
  })
})

describe('the page to delete one’s account', () => {
  it('asks for a fresh sign-in and the e-mail address, and signs out', async () => {
    const { reader, signedIn, tick, as } = await openSignedIn()
    const browser = await signedIn(reader)
    expect((await browser.get('/o/~account')).body).toContain(`href="${DELETE_PAGE}"`)
    expect((await browser.get(DELETE_PAGE)).body).toContain('Deleted user')
    const wrong = await browser.post(DELETE_PAGE, { confirm: 'someone@example.org' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toContain('This is not the e-mail address of your account.')
    tick(0.1)
    expect((await browser.post(DELETE_PAGE, { confirm: reader.email })).url).toContain('again')
    await as(reader).get('/v1/user', 200)
    await browser.signIn(reader.email, PASSWORD)
    const done = await browser.post(DELETE_PAGE, { confirm: ` ${reader.email} ` })
    expect(done.body).toContain('Your account is deleted.')
    expect(browser.cookies.has('quire-session')).toBe(false)
    await as(reader).get('/v1/user', 401)
    expect((await browser.signIn(reader.email, PASSWORD)).status).toBe(401)
  })

  it('names the organizations to hand over, and those that go too', async () => {
    const { admin, signedIn, as, newPerson } = await openSignedIn()
    const held = await (await signedIn(admin)).get(DELETE_PAGE)
    expect(held.body).toContain('You are the only administrator of these organizations')
    expect(held.body).toContain('Acme')
    expect(held.body).not.toContain('name="confirm"')
    const person = await newPerson('alone')
    await as(person).post('/v1/orgs', { title: 'Mine alone' }, 201)
    const alone = await (await signedIn(person)).get(DELETE_PAGE)
    expect(alone.body).toContain('These organizations are deleted too')
    expect(alone.body).toContain('Mine alone')
  })

  it('says why the last administrator of the installation stays', async () => {
    const { app, services } = await furnish(await buildTestServices())
    const administrator = await makeAdministrator(services)
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, administrator.email)
    await services.asSystem((ctx) => keepPassword(ctx, administrator.id, hashed))
    const browser = openBrowser(app)
    await browser.signIn(administrator.email, PASSWORD)
    const shown = await browser.get(DELETE_PAGE)
    expect(shown.body).toContain('You are the last administrator of this installation')
    expect(shown.body).not.toContain('name="confirm"')
    expect((await browser.post(DELETE_PAGE, { confirm: administrator.email })).status).toBe(409)
  })
})
