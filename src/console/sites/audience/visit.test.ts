// A private site that people read with their account here, on our own address and on a host name of its own.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openPublished } from '../../../../test/published-site.ts'
import type { Person } from '../../../../test/services.ts'

const ORIGIN = 'http://quire.test'
type Headers = Record<string, string>

/** A browser that keeps the cookies of each host apart, and follows nothing by itself. */
function openStrictBrowser(app: Awaited<ReturnType<typeof openPublished>>['app']) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  async function get(address: string) {
    const { host, pathname, search } = new URL(address, ORIGIN)
    const jar = jarOf(host)
    const headers: Headers = { host, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    const answer = await app.inject({ url: pathname + search, headers })
    for (const text of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(text)) ?? []
      jar.set(name, value)
    }
    const { location } = answer.headers
    const to = location === undefined ? undefined : new URL(String(location), new URL(address, ORIGIN)).href
    return { status: answer.statusCode, body: answer.body, to, headers: answer.headers }
  }
  /** Through all redirects; a loop fails. */
  async function open(address: string) {
    const way = [address]
    for (let times = 0; times < 6; times++) {
      const answer = await get(way.at(-1) ?? '')
      if (!answer.to) return { ...answer, way }
      way.push(answer.to)
    }
    throw new Error(`Goes round: ${way.join(' ')}`)
  }
  return { get, open, jarOf }
}

async function openPrivate({ guests = false } = {}) {
  const opened = await openPublished('visitor-auth')
  const { app, client, url, site } = opened
  await client.patch(`${url}/publishing/auth`, { backend: 'account', guests })
  const hostname = `docs-${site.id}.example.org`
  const own = `https://${hostname}/`
  const newBrowser = async (person?: Person) => {
    const browser = openStrictBrowser(app)
    if (!person) return browser
    const signed = openBrowser(app)
    await signed.post('/o/~sign-in?token=', { token: person.token })
    for (const [name, value] of signed.cookies) browser.jarOf('quire.test').set(name, value)
    return browser
  }
  const useHostname = () => client.patch(url, { hostname })
  /** As far as the code, which the browser does not use. */
  const codeFor = async (browser: ReturnType<typeof openStrictBrowser>, address: string) => {
    const asked = await browser.get(address)
    const given = await browser.get(asked.to ?? '')
    return given.to ?? ''
  }
  return { ...opened, hostname, own, newBrowser, useHostname, codeFor }
}

describe('a site read with accounts', () => {
  it('brings members who are signed in to the page they asked for, on any host', async () => {
    const { base, own, newBrowser, useHostname, reader, editor } = await openPrivate()
    const browser = await newBrowser(reader)
    const there = await browser.open(`${base}second?a=1`)
    expect([there.status, there.way.at(-1)]).toEqual([200, `${base}second?a=1`])
    expect(there.body).toContain('More openword.')
    expect(there.headers['cache-control']).toBe('private, no-store')
    // From now on it is the site alone that is asked.
    expect((await browser.open(base)).way).toHaveLength(1)
    await useHostname()
    const other = await newBrowser(editor)
    const read = await other.open(`${own}second`)
    expect([read.status, read.way.at(-1)]).toEqual([200, `${own}second`])
    expect([...other.jarOf(new URL(own).host).keys()].sort()).toEqual([
      '__Host-quire_account',
      '__Host-quire_binding',
    ])
  })

  it('asks who is not signed in to sign in first, and leads back', async () => {
    const { base, newBrowser, reader, app } = await openPrivate()
    const asked = await (await newBrowser()).open(`${base}second`)
    expect([asked.status, asked.way.at(-1)]).toEqual([200, expect.stringContaining('/o/~sign-in?next=')])
    const browser = openBrowser(app)
    const entry = await browser.get(`${base}second`)
    const next = new URL(entry.url, ORIGIN).searchParams.get('next') ?? ''
    const read = await browser.post('/o/~sign-in?token=', { token: reader.token, next })
    expect([read.url, read.status]).toEqual([`${base}second`.slice(ORIGIN.length), 200])
    expect(read.body).toContain('More openword.')
  })

  it('is for members, and for guests where it says so; strangers learn nothing', async () => {
    const { base, client, url, newBrowser, guest, stranger } = await openPrivate()
    for (const person of [guest, stranger]) {
      const refused = await (await newBrowser(person)).open(base)
      expect([refused.status, refused.body]).toEqual([403, expect.stringContaining(person.email)])
      expect(refused.body).not.toMatch(/openword|Docs</)
    }
    const before = await client.get(`${url}/publishing/auth`)
    expect(before).toMatchObject({ backend: 'account', guests: false })
    const { privateKey } = await client.patch(`${url}/publishing/auth`, { backend: 'account', guests: true })
    expect(privateKey).toBe(before.privateKey)
    expect((await (await newBrowser(guest)).open(base)).body).toContain('openword')
    expect((await (await newBrowser(stranger)).open(base)).status).toBe(403)
    await client.patch(`${url}/publishing/auth`, { backend: 'account', guests: false })
    expect((await (await newBrowser(guest)).open(base)).status).toBe(403)
  })

  it('knows of a reader what it declared, and no more', async () => {
    const { base, client, url, newBrowser, reader, spaces } = await openPrivate()
    const changes = [
      {
        operation: 'insert_page',
        title: 'Staff',
        document: {
          markdown:
            '{% if visitor.claims.role == "read" %}\nFor readersonly.\n{% endif %}\n\n{% if visitor.claims.email %}\nKnown mailknown.\n{% endif %}',
        },
      },
    ]
    await client.post(`${spaces.guide}/content`, { changes })
    const browser = await newBrowser(reader)
    expect((await browser.open(`${base}staff`)).body).not.toMatch(/readersonly|mailknown/)
    const role = { type: 'string', description: 'Role in the organization' }
    const jsonSchema = { type: 'object', properties: { role }, additionalProperties: false }
    await client.put(`${url}/adaptive-schema`, { jsonSchema })
    const { body } = await browser.open(`${base}staff`)
    expect(body).toContain('readersonly')
    expect(body).not.toContain('mailknown')
  })
})

describe('a visit', () => {
  it.each([
    [
      'signs out',
      async ({ services }: Opened, { id }: Person) => {
        await services.asSystem((ctx) => ctx.db.deleteFrom('sessions').where('userId', '=', id).execute())
      },
    ],
    [
      'leaves the organization',
      ({ client, organization }: Opened, { id }: Person) =>
        client.delete(`${organization.url}/members/${id}`, 204),
    ],
    [
      'is suspended',
      ({ services }: Opened, { id }: Person) =>
        services.asSystem((ctx) =>
          ctx.db.updateTable('users').set({ suspendedAt: ctx.clock.now() }).where('id', '=', id).execute(),
        ),
    ],
    [
      'becomes a guest',
      ({ client, organization }: Opened, { id }: Person) =>
        client.patch(`${organization.url}/members/${id}`, { role: null }),
    ],
    [
      'must show a second factor from now on',
      ({ sql, organization }: Opened) =>
        sql(`update organizations set requires_second_factor = true where id = '${organization.id}'`),
    ],
    [
      'read a site that now has another way in',
      ({ client, url }: Opened) => client.patch(`${url}/publishing/auth`, { backend: 'custom' }),
    ],
  ])('ends with the next page when somebody %s', async (_, end) => {
    const opened = await openPrivate()
    const { base, newBrowser, editor } = opened
    const browser = await newBrowser(editor)
    expect((await browser.open(base)).status).toBe(200)
    await end(opened, editor)
    const next = await browser.get(base)
    expect([next.status, next.body]).toEqual([expect.any(Number), expect.not.stringContaining('openword')])
    expect(next.status).not.toBe(200)
  })

  it('asks the console again after half a day, which goes unnoticed', async () => {
    const { base, newBrowser, editor, tick } = await openPrivate()
    const browser = await newBrowser(editor)
    await browser.open(base)
    tick(0.49)
    expect((await browser.open(base)).way).toHaveLength(1)
    tick(0.02)
    expect((await browser.open(base)).way).toHaveLength(4)
  })
})

describe('an attacker', () => {
  it('has no code sent to a place that is not the site', async () => {
    const { base, own, hostname, newBrowser, useHostname, reader } = await openPrivate()
    await useHostname()
    const browser = await newBrowser(reader)
    const binding = 'a'.repeat(43)
    const visit = (to: string) => browser.get(`/o/~visit?${new URLSearchParams({ to, binding })}`)
    for (const good of [base, own])
      expect((await visit(good)).to).toMatch(new RegExp(`^${good}\\?quire_code=`))
    for (const to of [
      'https://evil.example/',
      `https://evil.example/?x=${base}`,
      `${base}`.replace('quire.test', 'quire.test.evil.example'),
      `http://${hostname}/`,
      `https://${hostname}:8443/`,
      `https://user:secret@${hostname}/`,
      `https://${hostname}@evil.example/`,
      `https://sub.${hostname}/`,
      `//evil.example/`,
      `javascript:alert(1)//${hostname}/`,
      `${ORIGIN}/o/~account`,
      `${ORIGIN}/sites/none/`,
      '',
    ]) {
      const refused = await visit(to)
      expect([to, refused.status, refused.to]).toEqual([to, 403, undefined])
    }
    for (const wrong of ['', 'short', `${binding}&to=x`, 'a'.repeat(44)]) {
      const asked = `/o/~visit?${new URLSearchParams({ to: base, binding: wrong })}`
      expect([wrong, (await browser.get(asked)).status]).toEqual([wrong, 403])
    }
  })

  it('uses no code twice, late, in another browser, on another host or at another site', async () => {
    const opened = await openPrivate()
    const { client, organization, base, own, newBrowser, useHostname, codeFor, reader, tick, stopClock } =
      opened
    stopClock()
    await useHostname()
    const other = await client.post(
      `${organization.url}/sites`,
      { title: 'Other', visibility: 'visitor-auth', spaces: [opened.spaces.guide.split('/').at(-1)] },
      201,
    )
    const otherUrl = `${organization.url}/sites/${other.id}`
    await client.patch(`${otherUrl}/publishing/auth`, { backend: 'account' })
    const { urls } = await client.post(`${otherUrl}/publish`)
    const victim = await newBrowser(reader)
    const isIn = async (browser: typeof victim, at = base) => (await browser.get(at)).status === 200

    const used = await codeFor(victim, base)
    expect((await victim.get(used)).to).toBe(base)
    const again = await newBrowser()
    for (const [name, value] of victim.jarOf('quire.test'))
      if (name === 'quire_binding') again.jarOf('quire.test').set(name, value)
    expect([(await again.get(used)).status, await isIn(again)]).toEqual([401, false])

    const stolen = await codeFor(await newBrowser(reader), base)
    const thief = await newBrowser()
    await thief.get(base)
    expect([(await thief.get(stolen)).status, await isIn(thief)]).toEqual([401, false])

    // Login CSRF: the code of the attacker, in the browser of somebody who has begun nothing.
    const bait = await codeFor(await newBrowser(reader), base)
    const innocent = await newBrowser()
    const baited = await innocent.get(bait)
    expect([baited.status, innocent.jarOf('quire.test').has('quire_account')]).toEqual([401, false])
    expect(baited.body).toContain(`href="${base.slice(ORIGIN.length)}"`)

    const late = await newBrowser(reader)
    const old = await codeFor(late, base)
    tick(61 / 86_400)
    expect([(await late.get(old)).status, await isIn(late)]).toEqual([401, false])

    const wrongPlace = await newBrowser(reader)
    const forOther = await codeFor(wrongPlace, urls.published)
    const code = new URL(forOther).searchParams.get('quire_code') ?? ''
    for (const [at, jar] of [
      [base, 'quire.test'],
      [own, new URL(own).host],
    ] as const) {
      const binding = wrongPlace.jarOf('quire.test').get('quire_binding') ?? ''
      wrongPlace.jarOf(jar).set('quire_binding', binding).set('__Host-quire_binding', binding)
      expect((await wrongPlace.get(`${at}?quire_code=${code}`)).status).toBe(401)
    }
    // It was used up by the first try.
    expect((await wrongPlace.get(forOther)).status).toBe(401)
  })

  it('takes no cookie of one site or host to another, and makes none', async () => {
    const { base, own, hostname, newBrowser, useHostname, reader } = await openPrivate()
    const browser = await newBrowser(reader)
    await browser.open(base)
    const cookie = browser.jarOf('quire.test').get('quire_account') ?? ''
    await useHostname()
    const elsewhere = await newBrowser()
    elsewhere.jarOf(hostname).set('__Host-quire_account', cookie)
    expect((await elsewhere.get(own)).status).toBe(302)
    const [session = '', until = '', signature = ''] = cookie.split('.')
    for (const forged of [
      `${session}.${Number(until) + 1}.${signature}`,
      `${session.slice(0, -1)}x.${until}.${signature}`,
      `${session}.${until}.`,
      `${session}.${until}`,
      '..',
      '',
    ]) {
      const attacker = await newBrowser()
      attacker.jarOf('quire.test').set('quire_account', forged)
      expect([forged, (await attacker.get(base)).status]).toEqual([forged, 302])
    }
  })

  it('gets no thousands of codes', async () => {
    const { base, newBrowser, reader, stopClock } = await openPrivate()
    stopClock()
    const browser = await newBrowser(reader)
    const ask = () => browser.get(`/o/~visit?${new URLSearchParams({ to: base, binding: 'b'.repeat(43) })}`)
    const statuses = []
    for (let times = 0; times < 62; times++) statuses.push((await ask()).status)
    expect([...new Set(statuses.slice(0, 60))]).toEqual([303])
    expect(statuses.slice(60)).toEqual([400, 400])
  })
})

type Opened = Awaited<ReturnType<typeof openPrivate>>
