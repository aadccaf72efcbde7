import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { buildTestServices, furnish } from '../../test/services.ts'
import { job } from './jobs.ts'

describe('events and jobs', () => {
  it('reach the rooms that listen, once the transaction has committed', async () => {
    const heard: unknown[] = []
    const greet = job({
      name: 'greeter.greet',
      payload: Type.Object({}),
      run: async (_ctx, payload) => {
        heard.push(payload)
      },
    })
    const greeter = {
      name: 'greeter',
      about: 'A room for tests.',
      operations: [],
      jobs: [greet],
      listens: [{ to: 'team.created', job: 'greeter.greet' } as const],
    }
    const { as, admin, organization, drain, services } = await furnish(
      await buildTestServices({ extraRooms: [greeter] }),
    )
    const team = await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    const failing = services.asSystem(async (ctx) => {
      await ctx.emit('team.created', { organizationId: organization.id, teamId: 'never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await drain()).toBe(1)
    expect(heard).toEqual([{ eventId: expect.any(String), organizationId: organization.id, teamId: team.id }])
    expect(await drain()).toBe(0)
  })

  it('wait for their time, which a test can move', async () => {
    const ran: unknown[] = []
    const later = job({
      name: 'later.run',
      payload: Type.Object({ what: Type.String() }),
      run: async (_ctx, payload) => {
        ran.push(payload.what)
      },
    })
    const room = { name: 'later', about: 'A room for tests.', operations: [], jobs: [later] }
    const { services, drain, tick } = await furnish(await buildTestServices({ extraRooms: [room] }))
    const inAWeek = new Date(services.clock.now().getTime() + 7 * 86_400_000)
    const send = (what: string, key?: string) =>
      services.asSystem((ctx) => ctx.enqueue(later, { what }, { startAfter: inAWeek, key }))
    await send('one', 'space-1')
    await send('same key', 'space-1')
    await send('two', 'space-2')
    tick(6.9)
    expect(await drain()).toBe(0)
    tick(0.2)
    expect(await drain()).toBe(2)
    expect(ran.sort()).toEqual(['one', 'two'])
  })
})
