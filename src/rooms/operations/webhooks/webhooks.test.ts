import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestServices, furnish } from '../../../../test/services.ts'
import { runJob } from '../../../services.ts'
import { type FakePage, type FakeRequest, fakeFetcher } from '../../../world/network/fake-fetcher.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { systemFetcher } from '../../../world/network/fetcher.ts'
import { forgetDeliveries } from './jobs.ts'

const HOOK = 'https://hooks.example/quire'
const OTHER = 'https://other.example/quire'
const MINUTE = 1 / (24 * 60)

type Receive = (request: FakeRequest) => FakePage | Promise<FakePage>
type Delivery = { id: string; type: string; status: string; attempts: number; error?: string }

async function openWebhooks(receive: Receive = () => 'ok', other: Receive = () => 'ok') {
  const setting = await furnish(await buildTestServices())
  const { as, admin, organization, services, drain } = setting
  const received: FakeRequest[] = []
  const receivedByOther: FakeRequest[] = []
  services.fetcher.fetch = fakeFetcher({
    [HOOK]: (request) => {
      received.push(request)
      return receive(request)
    },
    [OTHER]: (request) => {
      receivedByOther.push(request)
      return other(request)
    },
  }).fetch
  await drain()
  const url = `${organization.url}/webhooks`
  const create = (body: object = {}) => as(admin).post(url, { url: HOOK, events: ['team.*'], ...body }, 201)
  const webhook = await create()
  const one = `${url}/${webhook.id}`
  return {
    ...setting,
    url,
    one,
    webhook,
    create,
    received,
    receivedByOther,
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    addTeam: (title = 'Writers') => as(admin).put(`${organization.url}/teams`, { title }, 201),
    deliveries: async (query = ''): Promise<Delivery[]> =>
      (await as(admin).get(`${one}/deliveries${query}`)).items,
    now: () => as(admin).get(one),
  }
}

describe('a webhook', () => {
  it('is sent the events it wants, signed', async () => {
    const { webhook, addTeam, drain, received, as, admin, organization, deliveries } = await openWebhooks()
    const team = await addTeam()
    await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    await drain()
    expect(received).toHaveLength(1)
    const [request] = received as [FakeRequest]
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    const event = new Webhook(webhook.secret).verify(request.body, request.headers)
    expect(event).toMatchObject({
      object: 'event',
      id: request.headers['webhook-id'],
      type: 'team.created',
      actor: { kind: 'user', id: admin.id },
      payload: { teamId: team.id },
    })
    expect(await deliveries()).toMatchObject([
      { type: 'team.created', status: 'delivered', attempts: 1, answer: { status: 200, body: 'ok' } },
    ])
  })

  it('is not sent what happened before it was made', async () => {
    const { addTeam, create, drain, receivedByOther, tick } = await openWebhooks()
    // Not handed on yet when the other webhook is made.
    await addTeam('Before')
    tick(MINUTE)
    await create({ url: OTHER })
    tick(MINUTE)
    const after = await addTeam('After')
    await drain()
    expect(receivedByOther.map(({ body }) => JSON.parse(body).payload)).toEqual([
      expect.objectContaining({ teamId: after.id }),
    ])
  })

  it('is seen, changed and deleted, and never shows its secret again', async () => {
    const { as, admin, url, one, webhook, create, addTeam, drain, received } = await openWebhooks()
    expect(webhook).toMatchObject({ object: 'webhook', url: HOOK, events: ['team.*'], enabled: true })
    const { secret, ...shown } = webhook
    expect(secret).toMatch(/^whsec_/)
    expect(await as(admin).get(one)).toEqual(shown)
    expect((await as(admin).get(url)).items).toEqual([shown])
    const description = 'Tells the chat'
    expect(await as(admin).patch(one, { events: ['space.*'], description })).toEqual({
      ...shown,
      events: ['space.*'],
      description,
    })
    await addTeam()
    await drain()
    expect(received).toEqual([])
    await as(admin).delete(one, 205)
    await as(admin).delete(one, 204)
    await as(admin).get(one, 404)
    await create({ events: ['*'] })
  })

  it('refuses addresses and events that there are not', async () => {
    const { as, admin, url, one } = await openWebhooks()
    for (const body of [
      { url: 'ftp://hooks.example/' },
      { url: 'hooks.example' },
      { events: ['teem.*'] },
      { events: [] },
    ]) {
      await as(admin).post(url, { url: HOOK, events: ['*'], ...body }, 400)
      await as(admin).patch(one, body, 400)
    }
  })

  it('is a matter of admins, and of its organization', async () => {
    const { as, creator, stranger, url, one, addTeam, drain, deliveries } = await openWebhooks()
    await addTeam()
    await drain()
    const [{ id }] = (await deliveries()) as [Delivery]
    await as(creator).get(url, 403)
    await as(creator).post(url, { url: HOOK, events: ['*'] }, 403)
    await as(creator).get(one, 404)
    await as(creator).post(`${one}/deliveries/${id}/replay`, undefined, 404)
    await as(stranger).get(one, 404)
    const [own] = (await as(stranger).get('/v1/orgs')).items
    await as(stranger).get(`/v1/orgs/${own.id}/webhooks/${one.split('/').at(-1)}`, 404)
  })

  it('is tried alone', async () => {
    const { as, admin, create, one, drain, received, receivedByOther, bodies } = await openWebhooks()
    await create({ url: OTHER, events: ['*'] })
    await drain()
    receivedByOther.length = 0
    await as(admin).post(`${one}/test`, undefined, 204)
    await drain()
    expect(bodies()).toMatchObject([{ type: 'webhook.tested' }])
    expect(received).toHaveLength(1)
    expect(receivedByOther).toEqual([])
  })

  it('signs with the secret before too, for a day', async () => {
    const { as, admin, webhook, one, addTeam, drain, received, tick } = await openWebhooks()
    const { secret } = await as(admin).post(`${one}/rotate-secret`)
    expect(secret).not.toBe(webhook.secret)
    await addTeam()
    await drain()
    tick(1.01)
    await addTeam('Others')
    await drain()
    const signatures = received.map(({ headers }) => headers['webhook-signature']?.split(' ').length)
    expect(signatures).toEqual([2, 1])
    const [first] = received as [FakeRequest]
    for (const known of [secret, webhook.secret])
      expect(new Webhook(known).verify(first.body, first.headers)).toBeTruthy()
  })
})

describe('deliveries', () => {
  it('are tried again with growing pauses, and come in order for each resource', async () => {
    let isBroken = true
    const opened = await openWebhooks((request) =>
      isBroken && request.body.includes('broken') ? { status: 500, body: 'no' } : 'ok',
    )
    const { services, organization, drain, tick, bodies, deliveries, now } = opened
    const told = (teamId: string) => ({ organizationId: organization.id, teamId })
    await services.asSystem(async (ctx) => {
      await ctx.emit('team.created', told('broken'), told('whole'))
      await ctx.emit('team.changed', told('broken'), told('whole'))
    })
    await drain()
    const sent = () => bodies().map(({ type, payload }) => `${type} ${payload.teamId}`)
    // What is behind a failure waits; the other resource does not.
    expect(sent().sort()).toEqual(['team.changed whole', 'team.created broken', 'team.created whole'])
    expect(await deliveries('?status=waiting')).toMatchObject([
      { type: 'team.changed', attempts: 0 },
      { type: 'team.created', attempts: 1, answer: { status: 500, body: 'no' }, error: expect.any(String) },
    ])
    await drain()
    expect(sent()).toHaveLength(3)
    for (const [minutes, attempts] of [
      [0.1, 2],
      [0.4, 2],
      [0.2, 3],
      [2.1, 4],
    ] as const) {
      tick(minutes * MINUTE)
      await drain()
      expect(await deliveries('?status=waiting')).toMatchObject([{ attempts: 0 }, { attempts }])
    }
    isBroken = false
    tick(11 * MINUTE)
    await drain()
    expect(sent().slice(-2)).toEqual(['team.created broken', 'team.changed broken'])
    const ids = bodies().filter(({ type, payload }) => type === 'team.created' && payload.teamId === 'broken')
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(await deliveries('?status=waiting')).toEqual([])
    expect((await now()).failingSince).toBeUndefined()
  })

  it('end after a day of failures, with the webhook disabled, an event, and nothing sent any more', async () => {
    const { addTeam, drain, tick, received, deliveries, now, events, as, admin, one } = await openWebhooks(
      () => ({ status: 503 }),
    )
    await addTeam()
    await drain()
    const { failingSince } = await now()
    expect(failingSince).toEqual(expect.any(String))
    for (let hours = 0; hours < 25; hours += 1) {
      tick(1 / 24)
      await drain()
    }
    expect(received.length).toBeGreaterThan(8)
    expect(await now()).toMatchObject({
      enabled: false,
      disabledReason: 'The receiver has accepted nothing for a day',
    })
    expect(await deliveries()).toMatchObject([{ status: 'failed' }])
    expect((await events()).filter(({ type }) => type === 'webhook.disabled')).toHaveLength(1)
    const before = received.length
    await addTeam('Others')
    tick(1)
    await drain()
    expect(received).toHaveLength(before)
    await as(admin).post(`${one}/test`, undefined, 409)
    await as(admin).patch(one, { enabled: true })
    await as(admin).post(`${one}/test`, undefined, 204)
    await drain()
    expect(received).toHaveLength(before + 1)
  })

  it('that the receiver never takes are given up, and those behind them go on, where it takes others', async () => {
    const isRefused = ({ body }: FakeRequest) => /"team.created".*"teamId":"broken"/.test(body)
    const { services, organization, addTeam, drain, tick, deliveries, now, bodies } = await openWebhooks(
      (request) => (isRefused(request) ? { status: 500 } : 'ok'),
    )
    const told = { organizationId: organization.id, teamId: 'broken' }
    await services.asSystem(async (ctx) => {
      await ctx.emit('team.created', told)
      await ctx.emit('team.changed', told)
    })
    await drain()
    for (let hours = 0; hours < 25; hours += 1) {
      if (hours === 12) await addTeam('Others')
      tick(1 / 24)
      await drain()
    }
    expect(await now()).toMatchObject({ enabled: true })
    expect(await deliveries('?status=failed')).toMatchObject([{ type: 'team.created' }])
    expect(await deliveries('?status=waiting')).toEqual([])
    expect(bodies().at(-1)).toMatchObject({ type: 'team.changed', payload: { teamId: 'broken' } })
    await addTeam('Later')
    await drain()
    expect(bodies().at(-1)).toMatchObject({ type: 'team.created' })
  })

  it('end at once where the receiver says that it is gone', async () => {
    const { addTeam, drain, now } = await openWebhooks(() => ({ status: 410 }))
    await addTeam()
    await drain()
    expect(await now()).toMatchObject({ enabled: false })
  })

  it('are replayed as the same event', async () => {
    const { as, admin, addTeam, drain, received, deliveries, one, create, url } = await openWebhooks()
    await addTeam()
    await drain()
    const [first] = (await deliveries()) as [Delivery]
    await as(admin).post(`${one}/deliveries/${first.id}/replay`, undefined, 204)
    await drain()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(received[0]?.headers['webhook-id']),
    )
    const [second] = (await deliveries()) as [Delivery]
    expect(second.id).not.toBe(first.id)
    expect(await as(admin).get(`${one}/deliveries/${second.id}`)).toEqual(second)
    const other = await create({ url: OTHER })
    await as(admin).get(`${url}/${other.id}/deliveries/${first.id}`, 404)
    await as(admin).get(`${one}/deliveries/none`, 404)
    await as(admin).patch(one, { enabled: false })
    await as(admin).post(`${one}/deliveries/${first.id}/replay`, undefined, 409)
  })

  it('to a slow receiver hold up nobody else', async () => {
    let answer = (_page: FakePage) => {}
    const slow = new Promise<FakePage>((resolve) => {
      answer = resolve
    })
    const { addTeam, create, drain, received, receivedByOther } = await openWebhooks(() => slow)
    await create({ url: OTHER })
    await addTeam()
    const draining = drain()
    await expect.poll(() => [received.length, receivedByOther.length]).toEqual([1, 1])
    answer('ok')
    await draining
  })

  it.each([
    [
      'does not answer',
      () => new FetchFailure('FETCH_TIMEOUT', 'hooks.example did not answer'),
      /did not answer/,
    ],
    ['redirects', () => ({ status: 307, headers: { location: OTHER } }), /redirects: use the URL/],
    ['answers too much', () => ({ body: 'x'.repeat(2_000_000) }), /larger than the limit/],
    ['fails', () => ({ status: 404, body: 'a\0b' }), /answered 404/],
  ] as const)('say why, where a receiver %s', async (_what, receive, words) => {
    const { addTeam, drain, deliveries, receivedByOther } = await openWebhooks(receive)
    await addTeam()
    await drain()
    expect(await deliveries()).toMatchObject([{ status: 'waiting', error: expect.stringMatching(words) }])
    expect(receivedByOther).toEqual([])
  })

  it('reach no private network, also where a name changes its mind', async () => {
    const { services, as, admin, one, addTeam, drain, deliveries, tick } = await openWebhooks()
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const answers = [['203.0.113.9', '127.0.0.1'], ['127.0.0.1']]
    services.fetcher.fetch = systemFetcher({
      allowPrivateNetwork: false,
      resolve: async () => answers.shift() ?? ['127.0.0.1'],
    }).fetch
    await addTeam()
    await as(admin).patch(one, { url: `http://rebinding.example:${port}/` })
    for (let round = 0; round < 2; round += 1) {
      await drain()
      tick(MINUTE)
    }
    await as(admin).patch(one, { url: `http://127.0.0.1:${port}/` })
    tick(1)
    await drain()
    const [delivery] = (await deliveries()) as [Delivery]
    expect(delivery).toMatchObject({
      attempts: 3,
      error: expect.stringContaining('is a private address'),
    })
    expect(asked).toEqual([])
  })

  it('are forgotten after thirty days', async () => {
    const { addTeam, drain, tick, services, deliveries } = await openWebhooks()
    await addTeam()
    await drain()
    tick(29)
    await runJob(services, forgetDeliveries, {})
    expect(await deliveries()).toHaveLength(1)
    tick(2)
    await runJob(services, forgetDeliveries, {})
    expect(await deliveries()).toEqual([])
  })

  it('of a process that died are taken up again when its claim has ended', async () => {
    const { services, addTeam, received, drain, tick } = await openWebhooks()
    await addTeam()
    await services.sequenceEvents()
    const poller = services.rooms
      .flatMap((room) => room.pollers ?? [])
      .find(({ name }) => name === 'webhooks.deliver')
    const claimed = await services.asSystem(async (ctx) => poller?.claim(ctx, 10, []))
    expect(claimed).toHaveLength(1)
    await drain()
    expect(received).toEqual([])
    tick(MINUTE)
    await drain()
    expect(received).toHaveLength(1)
  })
})
