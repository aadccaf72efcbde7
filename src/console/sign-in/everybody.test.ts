import { expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { buildTestServices, furnish, makeAdministrator } from '../../../test/services.ts'
import { SYSTEM } from '../../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'

it('an administrator signs everybody out, and stays', async () => {
  // Others have no part in it: services of its own.
  const { app, services, admin, editor, as, tick } = await furnish(await buildTestServices())
  const administrator = await makeAdministrator(services)
  const enter = async (email: string, id: string) => {
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, email)
    await services.asSystem((ctx) => keepPassword(ctx, id, hashed))
    const browser = openBrowser(app)
    await browser.signIn(email, PASSWORD)
    return browser
  }
  const isIn = async (one: ReturnType<typeof openBrowser>) =>
    (await one.get('/o/~account')).url === '/o/~account'
  const [one, other] = [await enter(admin.email, admin.id), await enter(editor.email, editor.id)]
  const mine = await enter(administrator.email, administrator.id)
  expect((await other.post('/o/~people', { action: 'sign-out-all' })).status).toBe(404)
  await as(editor).delete('/v1/sessions', 403)
  tick(2 / 24)
  expect((await mine.post('/o/~people', { action: 'sign-out-all' })).url).toContain('~sign-in?again')
  expect([await isIn(one), await isIn(other)]).toEqual([true, true])
  await mine.signIn(administrator.email, PASSWORD)
  expect((await mine.get('/o/~people')).body).toContain('Sign everybody out')
  await mine.post('/o/~people', { action: 'sign-out-all' })
  expect([await isIn(one), await isIn(other), await isIn(mine)]).toEqual([false, false, true])
  await as(editor).get('/v1/user', 200)
})

it('a session has another secret once its owner showed again who they are', async () => {
  const { app, services, admin, tick } = await furnish(await buildTestServices())
  const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, admin.email)
  await services.asSystem((ctx) => keepPassword(ctx, admin.id, hashed))
  const mine = openBrowser(app)
  await mine.signIn(admin.email, PASSWORD)
  const before = mine.cookies.get('quire-session') ?? ''
  tick(2 / 24)
  await mine.signIn(admin.email, PASSWORD)
  const after = mine.cookies.get('quire-session')
  expect(after).not.toBe(before)
  const thief = openBrowser(app)
  thief.cookies.set('quire-session', before)
  expect((await thief.get('/o/~account')).url).toContain('~sign-in')
  expect((await mine.get('/o/~account')).url).toBe('/o/~account')
  expect((await mine.ask('GET', '/v1/user/sessions')).json().items).toHaveLength(1)
})
