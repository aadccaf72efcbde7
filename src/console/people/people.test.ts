import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { buildTestServices, furnish, makeAdministrator, type Person } from '../../../test/services.ts'
import { SYSTEM } from '../../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'
const PAGE = '/o/~people'

async function openPeople() {
  const opened = await furnish(await buildTestServices())
  const { services, app } = opened
  const administrator = await makeAdministrator(services)
  let addresses = 0
  const signIn = async ({ id, email }: Person) => {
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, email)
    await services.asSystem((ctx) => keepPassword(ctx, id, hashed))
    const browser = openBrowser(app, { address: `198.19.3.${(addresses++ % 250) + 1}` })
    await browser.signIn(email, PASSWORD)
    return browser
  }
  return { ...opened, administrator, signIn }
}

describe('the people of an installation', () => {
  it('are listed for administrators, searched and paged', async () => {
    const { administrator, admin, signIn, reader, newPerson } = await openPeople()
    const browser = await signIn(administrator)
    const everybody = await browser.get(PAGE)
    expect(everybody.body).toContain(reader.email)
    expect(everybody.body).toContain('Never signed in')
    expect(everybody.body).toContain('Signed in by password')
    const found = await browser.get(`${PAGE}?search=${reader.email.toUpperCase()}`)
    expect(found.body).toContain(reader.email)
    expect(found.body).not.toContain(admin.email)
    expect((await browser.get(`${PAGE}?search=%25`)).body).toContain('Nobody was found')
    let last = reader
    for (let number = 0; number < 50; number += 1) last = await newPerson(`Person ${number}`)
    const first = await browser.get(PAGE)
    expect(first.body).not.toContain(last.email)
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.body) ?? []
    expect((await browser.get(next.replaceAll('&amp;', '&'))).body).toContain(last.email)
  })

  it('are not shown to others', async () => {
    const { admin, signIn, reader, as } = await openPeople()
    const browser = await signIn(admin)
    expect((await browser.get(PAGE)).status).toBe(404)
    expect((await browser.post(PAGE, { user: reader.id, action: 'suspend' })).status).toBe(404)
    await as(reader).get('/v1/user', 200)
    expect((await browser.get('/o')).body).not.toContain(PAGE)
  })

  it('are suspended, let in again, signed out and helped, after a fresh sign-in', async () => {
    const { administrator, signIn, reader, as, tick, sql } = await openPeople()
    const theirs = await signIn(reader)
    const browser = await signIn(administrator)
    expect((await browser.get('/o')).body).toContain(`href="${PAGE}"`)
    const act = (action: string) => browser.post(PAGE, { user: reader.id, action })
    expect((await act('sign-out')).body).toContain('Done.')
    expect((await theirs.get('/o/~account')).url).toContain('~sign-in')
    expect((await act('password-link')).body).toMatch(/<code class="secret">http\S+~reset\/\w+/)
    expect((await act('suspend')).body).toContain('Suspended')
    await as(reader).get('/v1/user', 401)
    await act('reinstate')
    await as(reader).get('/v1/user', 200)
    tick(0.1)
    expect((await act('suspend')).url).toContain('again')
    await as(reader).get('/v1/user', 200)
    const { rows } = await sql<{ actor: string }>(
      `select actor_id as actor from events where type in ('user.suspended', 'user.reinstated')`,
    )
    expect(rows.map(({ actor }) => actor)).toEqual([administrator.id, administrator.id])
  })
})
