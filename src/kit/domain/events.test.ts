import pg from 'pg'
import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { buildTestServices, furnish } from '../../../test/services.ts'
import type { Room } from '../http/operations/room.ts'
import { beforeCommit } from '../storage/db.ts'
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
    await drain()
    const team = await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    const failing = services.asSystem(async (ctx) => {
      await ctx.emit('team.created', { organizationId: organization.id, teamId: 'never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await drain()).toBe(1)
    expect(heard).toEqual([
      {
        eventId: expect.any(String),
        type: 'team.created',
        actorId: admin.id,
        requestId: expect.any(String),
        createdAt: expect.any(String),
        organizationId: organization.id,
        teamId: team.id,
      },
    ])
    expect(await drain()).toBe(0)
  })

  it('are heard by type, by family and all together', async () => {
    const heard: string[] = []
    const listening = (name: string) =>
      job({
        name: `ear.${name}`,
        payload: Type.Object({ type: Type.String() }),
        run: async (_ctx, { type }) => {
          heard.push(`${name}: ${type}`)
        },
      })
    const jobs = [listening('one'), listening('family'), listening('all')]
    const [one, family, all] = jobs.map(({ name }) => name) as [string, string, string]
    const ear: Room = {
      name: 'ear',
      operations: [],
      jobs,
      listens: [
        { to: 'team.removed', job: one },
        { to: 'team.*', job: family },
        { to: '*', job: all },
      ],
    }
    const { organization, drain, services } = await furnish(await buildTestServices({ extraRooms: [ear] }))
    await drain()
    heard.length = 0
    const team = { organizationId: organization.id, teamId: 'some' }
    await services.asSystem(async (ctx) => {
      await ctx.emit('team.removed', team)
      await ctx.emit('organization.changed', { organizationId: organization.id, fields: [] })
    })
    await drain()
    expect(heard.sort()).toEqual([
      'all: organization.changed',
      'all: team.removed',
      'family: team.removed',
      'one: team.removed',
    ])
  })

  it('are written in one statement a transaction, and the jobs about them sent in one when they get their places', async () => {
    const { organization, services, sql } = await furnish(await buildTestServices())
    const team = { organizationId: organization.id, teamId: 'some' }
    const texts: string[] = []
    const query = pg.Client.prototype.query
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const text = (args[0] as { text?: string }).text ?? String(args[0])
      if (/into (events|jobs)\b/i.test(text)) texts.push(text)
      return Reflect.apply(query, this, args)
    })
    await services.asSystem(async (ctx) => {
      await ctx.emit('team.created', team, team)
      await ctx.emit('space.content_changed', { ...team, spaceId: 'gone', revisionId: 'gone' })
    })
    expect(texts).toEqual([expect.stringMatching(/into events/i)])
    while ((await services.sequenceEvents()) > 0);
    vi.restoreAllMocks()
    expect(texts.slice(1)).toEqual([expect.stringMatching(/into jobs/i)])
    const { rows } = await sql<{ type: string }>(
      `select type from events where organization_id = '${organization.id}' order by position desc limit 3`,
    )
    expect(rows.map(({ type }) => type)).toEqual(['space.content_changed', 'team.created', 'team.created'])
  })

  it('get places in the order of their commits, so that nobody who read on has missed one', async () => {
    const { organization, services, drain, sql } = await furnish(await buildTestServices())
    await drain()
    const emit = (teamId: string, before = async () => {}) =>
      services.asSystem(async (ctx) => {
        await ctx.emit('team.created', { organizationId: organization.id, teamId })
        // The event is written as the last of the transaction; what comes after it holds up the commit.
        beforeCommit(ctx.db, before)
      })
    let commit = () => {}
    let isWritten = () => {}
    const written = new Promise<void>((resolve) => {
      isWritten = resolve
    })
    const slow = emit('slow', () => {
      isWritten()
      return new Promise((resolve) => {
        commit = resolve
      })
    })
    await written
    await emit('quick')
    expect(await services.sequenceEvents()).toBe(1)
    commit()
    await slow
    expect(await services.sequenceEvents()).toBe(1)
    expect(await services.sequenceEvents()).toBe(0)
    const { rows } = await sql<{ team: string }>(
      `select payload ->> 'teamId' as team from events where type = 'team.created' order by sequence`,
    )
    expect(rows.map(({ team }) => team)).toEqual(['quick', 'slow'])
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
    await drain()
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
