import { expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { buildTestServices } from '../../../test/services.ts'
import { ensureAdministrator } from '../../rooms/people/identity/administrator.ts'
import { createUser, requireUser } from '../../rooms/people/identity/users.ts'
import { offerSetUp } from '../../rooms/people/invites/set-up.ts'
import { foundOrganization } from '../../rooms/people/members/found-organization.ts'

const FORM = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  organization: 'Example Docs',
}

it('makes the administrator a person, once, who keeps what was there before', async () => {
  const { app, services, clock } = await buildTestServices()
  const token = await services.asSystem((ctx) => ensureAdministrator(ctx))
  const offer = () => services.asSystem(offerSetUp)
  const old = await offer()
  const late = await offer()
  expect((await openBrowser(app).get(old?.url ?? '')).status).toBe(410)
  clock.advance(24.1 * 3_600_000)
  expect((await openBrowser(app).get(late?.url ?? '')).status).toBe(410)
  const { url = '' } = (await offer()) ?? {}
  const [one, other] = [openBrowser(app), openBrowser(app)]
  expect((await one.post(url, { ...FORM, email: 'nonsense' })).body).toContain(
    'This is not an e-mail address.',
  )
  expect((await one.post(url, { ...FORM, password: 'ada@example.org' })).body).toContain(
    'must not be your e-mail',
  )
  const visits = await Promise.all([
    one.post(url, FORM),
    other.post(url, { ...FORM, email: 'eve@example.org' }),
  ])
  expect(visits.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const winner = visits[0].status === 200 ? one : other
  const orgs = (await winner.ask('GET', '/v1/orgs')).json().items
  expect(orgs.map(({ title }: { title: string }) => title)).toEqual(['Example Docs'])
  // The token for scripts is theirs.
  const me = await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } })
  expect(me.json()).toMatchObject({ displayName: 'Ada' })
  expect(await offer()).toBeUndefined()
})

it('asks for no organization where there is one, and for another address where one is taken', async () => {
  const { app, services } = await buildTestServices()
  await services.asSystem((ctx) => ensureAdministrator(ctx))
  await services.asSystem(async (ctx) => {
    await createUser(ctx, { email: 'taken@example.org' })
    const { id } = await requireUser(ctx, 'admin@localhost')
    await foundOrganization(ctx, id, { title: 'Published' })
  })
  const { url = '' } = (await services.asSystem(offerSetUp)) ?? {}
  const browser = openBrowser(app)
  expect((await browser.get(url)).body).not.toContain('name="organization"')
  const { organization: _none, ...form } = FORM
  const taken = await browser.post(url, { ...form, email: 'taken@example.org' })
  expect([taken.status, taken.body.includes('Somebody has an account')]).toEqual([400, true])
  await browser.post(url, form)
  const orgs = (await browser.ask('GET', '/v1/orgs')).json().items
  expect(orgs.map(({ title }: { title: string }) => title)).toEqual(['Published'])
})
