import { gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { buildTestServices, furnish, openTestServices } from '../../../test/services.ts'
import { LongWork } from '../../engines/content/long-work.ts'
import { JsonBytes, JsonText } from '../domain/json-text.ts'
import { signedIn } from '../domain/subjects.ts'
import { operation } from './operations/operation.ts'
import { OneOf, StringOrNull } from './operations/shapes.ts'
import type { DelegatedRequest } from './requests/delegate.ts'

const LABELS = JSON.stringify({ labels: 'Bücher '.repeat(500) })

// A room that exists only here, to see the kit from a room's side.
const Parcel = Type.Object({
  note: Type.Optional(StringOrNull({ maxLength: 10 })),
  size: Type.Optional(Type.Integer()),
  label: Type.Optional(Type.Object({ text: Type.String() })),
  delivery: Type.Optional(
    Type.Object({ day: Type.Optional(Type.String()), speed: Type.Integer({ default: 1 }) }),
  ),
})
const Wrap = Type.Object({
  kind: OneOf(['wrap']),
  parcel: Type.String(),
  paper: Type.Optional(Type.String()),
  layers: Type.Integer({ default: 1 }),
})
const Send = Type.Object({ kind: OneOf(['send']), parcel: Type.String() })
const Steps = Type.Object({
  steps: Type.Array(
    Type.Unsafe<object>({
      type: 'object',
      discriminator: { propertyName: 'kind' },
      required: ['kind'],
      oneOf: [Wrap, Send],
    }),
  ),
})
const parcels = {
  name: 'parcels',
  operations: [
    operation({
      id: 'patchParcel',
      route: 'PATCH /v1/parcels',
      summary: 'Echo',
      on: signedIn,
      needs: 'ask',
      body: Parcel,
      returns: Type.Object({ keys: Type.Array(Type.String()), note: Type.Optional(StringOrNull()) }),
      run: ({ body }) => ({ keys: Object.keys(body), note: body.note }),
    }),
    operation({
      id: 'doSteps',
      route: 'POST /v1/parcels/steps',
      summary: 'Several things at once',
      on: signedIn,
      needs: 'ask',
      body: Steps,
      returns: Type.Object({}),
      run: () => ({}),
    }),
    operation({
      id: 'moveParcel',
      route: 'POST /v1/parcels/move',
      summary: 'Old way',
      on: signedIn,
      needs: 'ask',
      deprecated: { since: '2026-11-01', successor: '/v1/parcels' },
      returns: Type.Object({}),
      run: () => ({}),
    }),
    operation({
      id: 'weighParcel',
      route: 'POST /v1/parcels/weigh',
      summary: 'Answers in JSON text',
      on: signedIn,
      needs: 'ask',
      isVerbatim: true,
      returns: Type.Object({ grams: Type.Integer() }),
      run: () => new JsonText<{ grams: number }>('{"grams":7}'),
    }),
    operation({
      id: 'printLabels',
      route: 'GET /v1/parcels/labels',
      summary: 'Answers in bytes',
      on: signedIn,
      needs: 'ask',
      isVerbatim: true,
      returns: Type.Object({ labels: Type.String() }),
      run: () => new JsonBytes<{ labels: string }>(Buffer.from(LABELS), 'hash-of-labels'),
    }),
    operation({
      id: 'breakParcel',
      route: 'POST /v1/parcels/break',
      summary: 'Fails in an unforeseen way',
      on: signedIn,
      needs: 'ask',
      returns: Type.Object({}),
      run: () => {
        throw new Error('secret detail at /home/somebody/parcels.ts:12')
      },
    }),
    operation({
      id: 'carryParcel',
      route: 'POST /v1/parcels/carry',
      summary: 'Takes too long for this process',
      on: signedIn,
      needs: 'ask',
      returns: Type.Object({}),
      run: () => {
        throw new LongWork('too long')
      },
    }),
  ],
}

const delegated: DelegatedRequest[] = []
const delegate = async (request: DelegatedRequest) => {
  delegated.push(request)
  return { status: 200, headers: {}, body: Buffer.from('{}') }
}

async function openParcels() {
  const services = await furnish(await buildTestServices({ extraRooms: [parcels], delegate }))
  return { ...services, client: services.as(services.reader) }
}
const opened = openParcels()

describe('long work', () => {
  it('is given to another process, with who asks', async () => {
    const { app, reader } = await opened
    const headers = { authorization: `Bearer ${reader.token}` }
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/parcels/carry',
      headers,
      remoteAddress: '203.0.113.7',
    })
    expect(answer.statusCode).toBe(200)
    expect(delegated).toMatchObject([{ url: '/v1/parcels/carry', address: '203.0.113.7', headers }])
  })
})

describe('bodies', () => {
  it('tell absent, null and value apart, and are never coerced', async () => {
    const { client } = await opened
    expect(await client.patch('/v1/parcels', { note: null }, 200)).toEqual({ keys: ['note'], note: null })
    expect(await client.patch('/v1/parcels', { note: '' }, 200)).toEqual({ keys: ['note'], note: '' })
    const { error } = await client.patch('/v1/parcels', { size: '5' }, 400)
    expect(error).toMatchObject({
      code: 400,
      message: 'body.size must be integer',
      details: { field: 'body.size' },
    })
    await client.patch('/v1/parcels', { note: 5 }, 400)
  })

  it('are freed of fields nobody knows, and the answer names these', async () => {
    const { client } = await opened
    const answer = await client.send('PATCH', '/v1/parcels', {
      note: 'a',
      later: 1,
      label: { text: 'b', new: 2 },
    })
    expect(answer.json().keys).toEqual(['note', 'label'])
    expect(answer.headers['x-ignored-fields']).toBe('later, label.new')
  })

  it('of a change must change something', async () => {
    const { client } = await opened
    const { error } = await client.patch('/v1/parcels', {}, 400)
    expect(error.message).toContain('note, size, label')
  })

  it('with unknown fields only are refused with their names, at any level', async () => {
    const { client } = await opened
    const { error } = await client.patch('/v1/parcels', { notes: 'a', sise: 1 }, 400)
    expect(error).toMatchObject({
      message: 'Unknown fields notes, sise; this operation takes note, size, label, delivery',
      details: { field: 'body.notes', fields: ['note', 'size', 'label', 'delivery'] },
    })
    const nested = await client.patch('/v1/parcels', { note: 'a', delivery: { dya: 'Monday' } }, 400)
    expect(nested.error).toMatchObject({
      message: 'Unknown field delivery.dya; delivery takes day, speed',
      details: { field: 'body.delivery.dya', fields: ['day', 'speed'] },
    })
    await client.patch('/v1/parcels', { delivery: {} }, 200)
    await client.patch('/v1/parcels', { delivery: { day: 'Monday', hour: 8 } }, 200)
  })

  it('with a step of which only the kind was understood are refused', async () => {
    const { client } = await opened
    const steps = (...all: object[]) => ({ steps: all })
    const { error } = await client.post(
      '/v1/parcels/steps',
      steps({ kind: 'wrap', parcel: 'p', step: { paper: 'red' } }),
      400,
    )
    expect(error).toMatchObject({
      message: 'Unknown field steps.0.step; steps.0 takes kind, parcel, paper, layers',
      details: { field: 'body.steps.0.step' },
    })
    await client.post('/v1/parcels/steps', steps({ kind: 'wrap', parcel: 'p', papre: 'red' }), 400)
    await client.post('/v1/parcels/steps', steps({ kind: 'wrap', parcel: 'p', layers: 1, papre: 'red' }), 400)
    await client.post(
      '/v1/parcels/steps',
      steps({ kind: 'wrap', parcel: 'p', paper: 'red', gloss: true }),
      200,
    )
    await client.post('/v1/parcels/steps', steps({ kind: 'wrap', parcel: 'p' }), 200)
    await client.post('/v1/parcels/steps', steps({ kind: 'send', parcel: 'p', later: true }), 200)
  })

  it('that are no JSON, no UTF-8, too large, too deep, missing or of another type are refused in words', async () => {
    const { client } = await opened
    const patch = (body: string | Buffer, type = 'application/json') =>
      client.send('PATCH', '/v1/parcels', body, { 'content-type': type })
    expect((await patch('{"note": ')).json().error.message).toMatch(/^The body is not valid JSON/)
    expect((await patch(Buffer.from([0x22, 0xff, 0x22]))).json().error.message).toBe(
      'The body is not valid UTF-8',
    )
    expect((await patch(`"${'x'.repeat(3_000_000)}"`)).statusCode).toBe(413)
    expect((await patch('')).json().error.message).toBe('This operation needs a JSON body')
    expect((await patch('note=a', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await patch('{"note":"a"}', 'application/merge-patch+json')).statusCode).toBe(200)
    expect((await patch('[]')).json().error.message).toBe('body must be object')
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
    expect((await patch(deep)).statusCode).toBe(400)
    expect((await patch(`${'['.repeat(100_000)}`)).statusCode).toBe(400)
    expect((await patch('{"note":"a","__proto__":{"admin":true}}')).statusCode).toBe(400)
    expect((await patch('{"note":"a","constructor":{"prototype":{}}}')).statusCode).toBe(400)
  })

  it('cannot smuggle what the database could not keep', async () => {
    const { client } = await opened
    const { error } = await client.patch('/v1/parcels', { note: 'a\u0000b' }, 400)
    expect(error.message).toBe('body.note contains the NUL character')
    await client.patch('/v1/parcels', { note: '\ud83d' }, 400)
    await client.patch('/v1/parcels', { note: 'a', '\ud800': 1 }, 400)
    expect(await client.patch('/v1/parcels', { note: '👩‍👩‍👧‍👦é' }, 200)).toMatchObject({ note: '👩‍👩‍👧‍👦é' })
  })
})

describe('queries', () => {
  it('are converted from text, within their limits', async () => {
    const { as, reader, organization } = await openTestServices()
    const list = (query: string, status: number) =>
      as(reader).get(`${organization.url}/members?${query}`, status)
    await list('limit=1', 200)
    await list('limit=1000', 200)
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=',
      'limit=ten',
      'limit=1.5',
      'limit=-1',
      'limit=1&limit=2',
    ]) {
      const { error } = await list(query, 400)
      expect(error.details).toEqual({ field: 'query.limit' })
    }
    await list('order=asc&unknown=1', 200)
    await list('order=up', 400)
    await list('search=%00', 400)
  })
})

describe('paging', () => {
  it('walks a list without gaps or repeats while others write', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    const seen: string[] = []
    let page: string | undefined
    for (;;) {
      const query = page ? `limit=3&order=asc&page=${page}` : 'limit=3&order=asc'
      const list = await as(admin).get(`${organization.url}/members?${query}`)
      expect(list.count).toBe(list.items.length)
      seen.push(...list.items.map((item: { id: string }) => item.id))
      if (seen.length === 3) await newMember('latecomer', 'read')
      if (!list.next) break
      page = list.next.page
    }
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
  })

  it('refuses damaged cursors and cursors of another list', async () => {
    const { as, admin, organization } = await openTestServices()
    const { next } = await as(admin).get(`${organization.url}/members?limit=1`)
    const flipped = `${next.page.slice(0, -2)}AA`
    for (const page of ['nonsense', flipped, `${next.page}A`, '%00', '🙂']) {
      await as(admin).get(`${organization.url}/members?limit=1&page=${encodeURIComponent(page)}`, 400)
    }
    await as(admin).get(`${organization.url}/teams?page=${next.page}`, 400)
    await as(admin).get(`${organization.url}/members?limit=1&order=asc&page=${next.page}`, 400)
    await as(admin).get(`${organization.url}/members?limit=2&page=${next.page}`, 200)
    await as(admin).get(
      `${organization.url}/members?page=${next.page}&sort=joinedAt&order=desc&limit=1&x=1`,
      200,
    )
    await as(admin).get(`${organization.url}/members?limit=1&page=${next.page}`, 200)
  })
})

describe('requests and answers', () => {
  it('carry a request id, the given one if it is sane', async () => {
    const { client } = await opened
    const given = await client.send('GET', '/v1/user', undefined, { 'x-request-id': 'build-42' })
    expect(given.headers['x-request-id']).toBe('build-42')
    const odd = await client.send('GET', '/v1/user', undefined, { 'x-request-id': 'a b'.repeat(200) })
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-z]{26}$/)
    const failed = await client.send('GET', '/v1/nowhere', undefined, { 'x-request-id': 'lost-7' })
    expect(failed.json()).toEqual({
      error: { code: 404, message: 'There is nothing at GET /v1/nowhere', requestId: 'lost-7' },
    })
  })

  it('are not sent again when the client has them', async () => {
    const { client } = await opened
    const first = await client.send('GET', '/v1/user')
    const etag = String(first.headers.etag)
    const again = await client.send('GET', '/v1/user', undefined, { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers).not.toHaveProperty('content-length')
    const changed = await client.send('GET', '/v1/user', undefined, { 'if-none-match': 'W/"other"' })
    expect(changed.statusCode).toBe(200)
  })

  it('can be asked for without their body', async () => {
    const { client } = await opened
    const full = await client.send('GET', '/v1/user')
    const head = await client.send('HEAD', '/v1/user')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
    expect(head.headers.etag).toBe(full.headers.etag)
  })

  it('are compressed for those who can read it', async () => {
    const { as, admin, organization } = await openTestServices()
    const url = `${organization.url}/members`
    const packed = await as(admin).send('GET', url, undefined, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.etag).toBe((await as(admin).send('GET', url)).headers.etag)
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).count).toBe(7)
  })

  it('that are bytes are tagged, compressed and left out as all others', async () => {
    const { client } = await opened
    const read = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      client.send(method, '/v1/parcels/labels', undefined, headers)
    const full = await read({})
    expect([full.statusCode, full.body, full.headers.etag]).toEqual([200, LABELS, 'W/"hash-of-labels"'])
    expect(full.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    const packed = await read({ 'accept-encoding': 'gzip' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: full.headers.etag })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(LABELS)
    const known = await read({ 'if-none-match': 'W/"hash-of-labels"' })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect(known.headers).not.toHaveProperty('content-length')
    const head = await read({}, 'HEAD')
    expect([head.body, head.headers['content-length']]).toEqual(['', full.headers['content-length']])
  })

  it('reach browsers of other origins', async () => {
    const { client } = await opened
    const preflight = await client.send('OPTIONS', '/v1/user', undefined, {
      origin: 'https://app.example.org',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, content-type',
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH')
    const answer = await client.send('GET', '/v1/user', undefined, { origin: 'https://app.example.org' })
    expect(answer.headers['access-control-allow-origin']).toBeTruthy()
    expect(answer.headers['access-control-expose-headers']).toBe('*')
  })

  it('say which methods a path has', async () => {
    const { client } = await opened
    const answer = await client.send('DELETE', '/v1/orgs')
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'HEAD, GET, POST'])
    expect((await client.send('HEAD', '/v1/parcels')).statusCode).toBe(405)
    const below = await client.send('PATCH', '/v1/orgs/nowhere/teams/?limit=1', { title: 'A' })
    expect([below.statusCode, below.headers.allow]).toEqual([405, 'HEAD, GET, PUT'])
    expect((await client.send('PUT', '/v1/orgs/nowhere/nothing')).statusCode).toBe(404)
  })

  it('survive odd paths', async () => {
    const { client } = await opened
    for (const id of ['a%2fb', '..%2f..', '%F0%9F%99%82', "'; drop table users--", '__proto__']) {
      expect((await client.send('GET', `/v1/orgs/${id}`)).statusCode).toBe(404)
    }
    expect((await client.send('GET', '/v1/orgs/%00')).statusCode).toBe(400)
    const long = await client.send('GET', `/v1/orgs/${'x'.repeat(10_000)}`)
    expect(long.json().error).toMatchObject({
      code: 414,
      message: 'A path segment is too long',
    })
    for (const id of ['%zz', '%ff', '%c3%28']) {
      const answer = await client.send('GET', `/v1/orgs/${id}`)
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 400])
    }
  })

  it('of a failure tell the request id and nothing else', async () => {
    const { client } = await opened
    const answer = await client.send('POST', '/v1/parcels/break', {}, { 'x-request-id': 'r1' })
    expect(answer.json()).toEqual({
      error: {
        code: 500,
        message: 'Internal error; find the request id in the server log',
        requestId: 'r1',
      },
    })
  })

  it('announce what is deprecated and what to use instead', async () => {
    const { client } = await opened
    const answer = await client.send('POST', '/v1/parcels/move')
    expect(answer.headers.deprecation).toBe(`@${Date.parse('2026-11-01') / 1000}`)
    expect(answer.headers.link).toBe('</v1/parcels>; rel="successor-version"')
  })
})

describe('tokens', () => {
  it('must come as Bearer <token>', async () => {
    const { app } = await opened
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Basic abc',
      'quire_abc',
      'Bearer wrong',
    ]) {
      const answer = await app.inject({ url: '/v1/user', headers: { authorization } })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    const { reader } = await opened
    const answer = await app.inject({ url: '/v1/user', headers: { authorization: `bearer ${reader.token}` } })
    expect(answer.statusCode).toBe(200)
  })
})

describe('rate limits', () => {
  it('count by token, say what is left, and end after a minute', async () => {
    const services = await furnish(await buildTestServices({ rateLimit: 3 }))
    const { as, reader, admin } = services
    const ask = () => as(reader).send('GET', '/v1/user')
    const first = await ask()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
    await ask()
    await ask()
    const refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-remaining': '0' })
    expect(refused.json().error.details).toEqual({ retryAfter: 60 })
    await as(admin).get('/v1/user', 200)
    services.tick(1 / (24 * 60))
    await as(reader).get('/v1/user', 200)
  })

  it('slow down whoever guesses tokens, by address, and nobody else there', async () => {
    const { as, reader } = await furnish(await buildTestServices({ rateLimit: 2 }))
    await as('quire_guess1').get('/v1/user', 401)
    await as('quire_guess2').get('/v1/user', 401)
    await as('quire_guess3').get('/v1/user', 429)
    await as(reader).get('/v1/user', 200)
  })

  it('believe a proxy about the address only when told to', async () => {
    const guess = (forwarded: string) => ({ authorization: 'Bearer wrong', 'x-forwarded-for': forwarded })
    const { app: trusting } = await buildTestServices({ rateLimit: 1, trustProxy: true })
    await trusting.inject({ url: '/v1/user', headers: guess('203.0.113.1') })
    const other = await trusting.inject({ url: '/v1/user', headers: guess('203.0.113.2') })
    expect(other.statusCode).toBe(401)
    const { app: wary } = await buildTestServices({ rateLimit: 1 })
    await wary.inject({ url: '/v1/user', headers: guess('203.0.113.1') })
    const spoofed = await wary.inject({ url: '/v1/user', headers: guess('203.0.113.2') })
    expect(spoofed.statusCode).toBe(429)
  })
})

describe('idempotency keys', () => {
  const create = (title: string) => ['POST', '/v1/orgs', { title }] as const
  const titles = async (client: Awaited<typeof opened>['client'], title: string) =>
    (await client.get('/v1/orgs')).items.filter((item: { title: string }) => item.title === title).length

  it('make a repeated request take effect once, with the same answer', async () => {
    const { client } = await opened
    const first = await client.send(...create('Once'), { 'idempotency-key': 'k1' })
    const again = await client.send(...create('Once'), { 'idempotency-key': 'k1' })
    expect(again.statusCode).toBe(201)
    expect(again.json()).toEqual(first.json())
    expect(again.headers.location).toBe(first.headers.location)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await titles(client, 'Once')).toBe(1)
  })

  it('keep an answer that is JSON text as what it says', async () => {
    const { client } = await opened
    const weigh = () => client.send('POST', '/v1/parcels/weigh', undefined, { 'idempotency-key': 'k0' })
    const [first, again] = [await weigh(), await weigh()]
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect([first.json(), again.json()]).toEqual([{ grams: 7 }, { grams: 7 }])
  })

  it('make raced requests have one effect', async () => {
    const { client } = await opened
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.send(...create('Raced'), { 'idempotency-key': 'k2' })),
    )
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect(await titles(client, 'Raced')).toBe(1)
  })

  it('belong to one request, one token and one day', async () => {
    const { client, as, editor, tick } = await opened
    const first = await client.send(...create('Day'), { 'idempotency-key': 'k3' })
    expect((await client.send(...create('Other'), { 'idempotency-key': 'k3' })).statusCode).toBe(409)
    const theirs = await as(editor).send(...create('Day'), { 'idempotency-key': 'k3' })
    expect(theirs.json().id).not.toBe(first.json().id)
    tick(1.01)
    const nextDay = await client.send(...create('Day'), { 'idempotency-key': 'k3' })
    expect(nextDay.json().id).not.toBe(first.json().id)
  })

  it('are answered for those alone who may still ask', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    const leaver = await newMember('leaver', 'admin')
    const invite = () =>
      as(leaver).send(
        'POST',
        `${organization.url}/link-invites`,
        { role: 'admin' },
        { 'idempotency-key': 'k9' },
      )
    expect((await invite()).statusCode).toBe(201)
    await as(admin).patch(`${organization.url}/members/${leaver.id}`, { role: 'read' }, 200)
    expect((await invite()).statusCode).toBe(403)
    await as(admin).delete(`${organization.url}/members/${leaver.id}`, 204)
    expect((await invite()).statusCode).toBe(404)
  })

  it('are free again when the request failed', async () => {
    const { client } = await opened
    expect((await client.send(...create('x'), { 'idempotency-key': 'k4' })).statusCode).toBe(400)
    expect((await client.send(...create('Fixed'), { 'idempotency-key': 'k4' })).statusCode).toBe(201)
    expect((await client.send(...create('Fixed'), { 'idempotency-key': 'sp ace' })).statusCode).toBe(400)
  })

  it('keep no secret that the table could give away', async () => {
    const { client, sql } = await opened
    const made = await client.send('POST', '/v1/user/tokens', { label: 'ci' }, { 'idempotency-key': 'k5' })
    const again = await client.send('POST', '/v1/user/tokens', { label: 'ci' }, { 'idempotency-key': 'k5' })
    expect(again.json().token).toBe(made.json().token)
    const { rows } = await sql<{ text: string }>(
      `select encode(answer, 'escape') as text from idempotency_keys`,
    )
    for (const { text } of rows) expect(text).not.toContain(made.json().token.slice(6))
  })

  it('are swept when their day is over', async () => {
    const { client, tick, services, sql, drain } = await opened
    await client.send(...create('Swept'), { 'idempotency-key': 'k6' })
    await drain()
    tick(2)
    const sweep = services.jobs.find((job) => job.name === 'idempotency.sweep')
    if (sweep) await services.asSystem((ctx) => ctx.enqueue(sweep, {}))
    expect(await drain()).toBe(1)
    const { rows } = await sql<{ count: number }>('select count(*)::int as count from idempotency_keys')
    expect(rows[0]?.count).toBe(0)
  })
})
