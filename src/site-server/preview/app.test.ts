import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

const HOST = 'http://quire.test'

/** Browsers of people who sign in, and a space that is on no site. */
async function openApp() {
  const services = await openSpace()
  const { app, write, organization, space, as, admin } = services
  await write(
    page('Home', 'The canaryhome. See [the second](second.md).'),
    page('Second', 'The canarysecond.'),
  )
  const path = (address: string) => address.replace(HOST, '')
  const get = (address: string, cookie = '') =>
    app.inject({ url: path(address), headers: cookie ? { cookie } : {} })
  const post = (
    url: string,
    form: Record<string, string>,
    headers: Record<string, string> = { origin: HOST },
  ) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    })
  /** Pastes the token; answers the cookie that the browser keeps. */
  const signIn = async (person: Person) => {
    const answer = await post('/o/~sign-in', { token: person.token })
    expect(answer.statusCode, answer.body).toBe(303)
    return String(answer.headers['set-cookie']).split(';')[0] ?? ''
  }
  const org = `/o/${organization.id}`
  return { ...services, client: as(admin), get, post, path, signIn, org, home: `${org}/s/${space.id}` }
}

describe('signing in', () => {
  it('is asked for, with the way back, whatever is there', async () => {
    const { get, home } = await openApp()
    for (const address of [home, `${home}/second?x=1`, '/o', '/o/none/s/none']) {
      const answer = await get(address)
      expect([302, 303]).toContain(answer.statusCode)
      const door = String(answer.headers.location)
      expect(door).toBe(`/o/~sign-in?${new URLSearchParams({ next: address })}`)
      expect(answer.body).not.toMatch(/canary|Guide/)
      const page = await get(door)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(`name="next" value="${address}"`)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it('takes a token once, and the browser never keeps it', async () => {
    const { post, get, home, admin } = await openApp()
    const answer = await post('/o/~sign-in', { token: ` ${admin.token}\n`, next: `${home}/second` })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${home}/second`])
    const header = String(answer.headers['set-cookie'])
    expect(header).toMatch(/^quire-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
    expect(header).not.toContain(admin.token)
    const read = await get(String(answer.headers.location), header.split(';')[0])
    expect(read.statusCode).toBe(200)
    expect(read.body).toContain('canarysecond')
  })

  it('fails with a word about it, and leads nowhere else', async () => {
    const { post, admin } = await openApp()
    const failed = await post('/o/~sign-in', { token: 'quire_nonsense', next: '/o/x' })
    expect(failed.statusCode).toBe(401)
    expect(failed.body).toContain('role="alert"')
    expect(failed.body).toContain('value="/o/x"')
    expect(failed.headers['set-cookie']).toBeUndefined()
    for (const next of [
      '//evil.test/o',
      'https://evil.test/o',
      '/\\evil.test',
      '/other',
      '/o/../v1',
      '/o\\..\\x',
      'javascript:1',
    ]) {
      const { headers } = await post('/o/~sign-in', { token: admin.token, next })
      expect(headers.location, next).toBe('/o')
    }
  })

  it('is possible from pages of ours alone', async () => {
    const { post, admin } = await openApp()
    const form = { token: admin.token }
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.test' },
      { referer: `${HOST}/o` },
    ]) {
      for (const url of ['/o/~sign-in', '/o/~sign-out']) {
        const answer = await post(url, form, headers as Record<string, string>)
        expect(answer.statusCode).toBe(403)
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
    const own = await post('/o/~sign-in', form, { origin: 'http://localhost:8080', host: 'localhost:8080' })
    expect(own.statusCode).toBe(303)
  })

  it('is told with the user and the method, once it has succeeded', async () => {
    const { post, signIn, admin, sql } = await openApp()
    await signIn(admin)
    await post('/o/~sign-in', { token: 'quire_wrong' }, { origin: HOST })
    const { rows } = await sql<{ payload: object }>(
      `select payload from events where type = 'user.signed_in' and payload ->> 'userId' = '${admin.id}'`,
    )
    expect(rows).toEqual([{ payload: { userId: admin.id, method: 'token' } }])
  })

  it('ends with signing out, with the token, and after two weeks of rest', async () => {
    const { post, get, signIn, home, admin, client, tick } = await openApp()
    const [cookie, left] = [await signIn(admin), await signIn(admin)]
    const out = await post('/o/~sign-out', {}, { origin: HOST, cookie: left })
    expect(String(out.headers['set-cookie'])).toMatch(/^quire-session=; Path=\/; .*Expires=Thu, 01 Jan 1970/)
    // Not in this browser alone: whoever copied the cookie is out too.
    expect((await get(home, left)).statusCode).toBe(302)
    expect((await get(home, cookie)).statusCode).toBe(200)
    // Of two tokens, the one that was pasted counts.
    const { id, token } = await client.post('/v1/user/tokens', { label: 'other' }, 201)
    const other = await signIn({ ...admin, token })
    await client.delete(`/v1/user/tokens/${id}`, 205)
    expect((await get(home, other)).statusCode).toBe(302)
    expect((await get(home, cookie)).statusCode).toBe(200)
    tick(14.01)
    expect((await get(home, cookie)).statusCode).toBe(302)
  })

  it('can not be made up', async () => {
    const { get, signIn, home, admin, stranger } = await openApp()
    const cookie = await signIn(stranger)
    expect((await get(home, cookie)).statusCode).toBe(404)
    for (const value of ['', 'x.y.z', admin.token, admin.tokenId])
      expect((await get(home, `quire-session=${value}`)).statusCode, value).toBe(302)
  })
})

describe('what an answer calls `urls.app`', () => {
  it('opens a page that a member can read', async () => {
    const { client, get, path, signIn, reader, space, organization, url, open } = await openApp()
    const cookie = await signIn(reader)
    const collection = await client.post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
    const site = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const request = await open('Quiet hours')
    const content = await client.get(`${url}/content`)
    const { pages } = await client.get(`${url}/content/pages`)
    const { items } = await client.get(`${url}/revisions`)
    const opened: [string, string][] = [
      [(await client.get(organization.url)).urls.app, 'Guide'],
      [(await client.get(url)).urls.app, 'canaryhome'],
      // Clients append paths to it.
      [`${(await client.get(url)).urls.app}second`, 'canarysecond'],
      [`${(await client.get(url)).urls.app}~/changes/${request.number}/`, 'Quiet hours'],
      [pages[1].urls.app, 'canarysecond'],
      [collection.urls.app, 'Shelf'],
      [site.urls.app, 'canaryhome'],
      [request.urls.app, 'Quiet hours'],
      [content.urls.app, 'canaryhome'],
      [items.at(-1).urls.app, 'There are no pages here yet.'],
      ['/o', organization.title],
    ]
    for (const [address, word] of opened) {
      const answer = await get(address, cookie)
      expect(answer.statusCode, address).toBe(200)
      expect(answer.body, address).toContain(word)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['x-robots-tag']).toBe('noindex')
      expect([302, 303], address).toContain((await get(address)).statusCode)
      expect(path(address)).toMatch(/^\/o/)
    }
  })

  it('is not there for anybody else', async () => {
    const { client, get, signIn, stranger, guest, space, organization, url, open, org, home } =
      await openApp()
    const collection = await client.post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
    const site = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const request = await open('Quiet hours')
    const content = await client.get(`${url}/content`)
    const inside = [site, request, content, collection].map(({ urls }) => urls.app)
    const nobody = await get('/o/none/s/none', await signIn(stranger))
    expect(nobody.statusCode).toBe(404)
    for (const address of [org, home, `${home}/second`, `/s/${space.id}`, `/c/${collection.id}`, ...inside]) {
      let answer = await get(address, await signIn(stranger))
      if (answer.statusCode === 302)
        answer = await get(String(answer.headers.location), await signIn(stranger))
      // The same as for what is nowhere.
      expect([answer.statusCode, answer.body], address).toEqual([404, nobody.body])
    }
    // A guest is a member, and sees what they were given: nothing yet.
    const cookie = await signIn(guest)
    for (const address of [home, ...inside]) expect((await get(address, cookie)).statusCode).toBe(404)
    const list = await get(org, cookie)
    expect(list.statusCode).toBe(200)
    expect(list.body).not.toMatch(/Guide|Shelf|Docs|canary/)
  })

  it('does not cross organizations', async () => {
    const { get, signIn, admin, space, home } = await openApp()
    const other = await openApp()
    const cookie = await signIn(admin)
    expect((await get(home, cookie)).statusCode).toBe(200)
    expect((await get(`${other.org}/s/${space.id}`, cookie)).statusCode).toBe(404)
    expect((await get(other.home, cookie)).statusCode).toBe(404)
    expect((await get(other.org, cookie)).body).not.toContain('Guide')
  })

  it('ends for who is a member no longer, at the next request', async () => {
    const { as, admin, get, signIn, newMember, organization, home, org } = await openApp()
    const writer = await newMember('writer', 'edit')
    const cookie = await signIn(writer)
    expect((await get(home, cookie)).statusCode).toBe(200)
    await as(admin).delete(`${organization.url}/members/${writer.id}`, 204)
    for (const address of [home, `${home}/second`, `${home}/~search.json?q=canary`, org])
      expect((await get(address, cookie)).statusCode, address).toBe(404)
  })
})

describe('a space read by its members', () => {
  it('is the latest revision, with links that stay inside', async () => {
    const { get, signIn, reader, home, org, write, drain } = await openApp()
    const cookie = await signIn(reader)
    const { body } = await get(home, cookie)
    expect(body).toMatch(/class="preview".*Guide.*for members only/)
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="([^"#]+)/g))
      expect(href === org || href === home || href.startsWith(`${home}/`), href).toBe(true)
    expect(body).toContain(`href="${home}/second"`)
    await write(page('Third', 'The canarythird.'))
    await drain()
    expect((await get(`${home}/third`, cookie)).body).toContain('canarythird')
    const found = (await get(`${home}/~search.json?q=canarythird`, cookie)).json()
    expect(found.pages).toMatchObject([{ title: 'Third', href: `${home}/third` }])
  })

  it('can be read as it was', async () => {
    const { client, get, signIn, reader, home, url, write } = await openApp()
    const { urls } = await client.get(`${url}/content`)
    await write(page('Third', 'The canarythird.'))
    const cookie = await signIn(reader)
    const answer = await get(urls.app, cookie)
    expect(answer.body).toContain('canaryhome')
    expect(answer.body).toContain('as it was then')
    expect(answer.body).not.toContain('Third')
    expect((await get(`${home}/~/revisions/none`, cookie)).statusCode).toBe(404)
  })

  it('has conditional parts, which those who write have to see', async () => {
    const { get, signIn, reader, home, write } = await openApp()
    await write(page('Beta', 'The canarybeta.', { condition: 'visitor.claims.isBeta' }))
    const { body } = await get(`${home}/beta`, await signIn(reader))
    expect(body).toContain('canarybeta')
  })

  it('is found by the addresses that links in texts have', async () => {
    const { client, get, signIn, reader, home, space, url } = await openApp()
    const cookie = await signIn(reader)
    const { pages } = await client.get(`${url}/content/pages`)
    const follow = async (address: string) => {
      const first = await get(address)
      const second = await get(String(first.headers.location), cookie)
      return second.headers.location
    }
    expect(await follow(`/s/${space.id}`)).toBe(home)
    expect(await follow(`/s/${space.id}/${pages[1].id}`)).toBe(`${home}/second`)
  })

  it('given to a guest shows nothing of the rest', async () => {
    const { client, get, signIn, guest, home, org, organization, url } = await openApp()
    const other = await client.post(`${organization.url}/spaces`, { title: 'Canaryvault' }, 201)
    await client.post(`${url}/permissions`, { users: [guest.id], role: 'read' }, 204)
    const cookie = await signIn(guest)
    expect((await get(home, cookie)).body).toContain('canaryhome')
    const list = (await get(org, cookie)).body
    expect(list).toContain('Guide')
    expect(list).not.toContain('Canaryvault')
    expect((await get(`${org}/s/${other.id}`, cookie)).statusCode).toBe(404)
  })
})

describe('an API description', () => {
  it('has a page with its versions, what is wrong with it and who shows it, for those who may see it', async () => {
    const { get, signIn, client, organization, space, admin, guest, drain, write } = await openApp()
    const spec = `${organization.url}/openapi/pets`
    const say = async (text: string) => {
      await client.put(spec, { source: { text } })
      await drain()
      return client.get(spec)
    }
    const paths = { '/pets': { get: { summary: 'List pets', responses: {} } } }
    const { urls } = await say(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'P', version: '1' }, paths }),
    )
    await write(
      page(
        'Api',
        '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}',
      ),
    )
    await drain()
    const cookie = await signIn(admin)
    const { body, statusCode } = await get(urls.app, cookie)
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>pets</h1>')
    expect(body).toContain('the last one')
    expect(body).toContain(`/s/${space.id}"`)
    expect(body).not.toContain('Problems')
    expect((await get(`/o/${organization.id}`, cookie)).body).toContain(
      `href="${new URL(urls.app).pathname}"`,
    )
    await say('{"openapi": "3.1.0", "info": {"title": "<b>"}, "paths": {}}')
    const broken = (await get(urls.app, cookie)).body
    expect(broken).toContain('could not be read')
    expect(broken).toContain('must have a &quot;version&quot;')
    expect((await get(urls.app, await signIn(guest))).statusCode).toBe(404)
    expect((await get(`${urls.app}x`, cookie)).statusCode).toBe(404)
    expect((await get(urls.app)).statusCode).toBe(302)
  })
})
