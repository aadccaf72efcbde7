import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

type Space = Pick<Awaited<ReturnType<typeof openSpace>>, 'as' | 'admin' | 'organization' | 'space' | 'url'>

/** Readers of a space that is published, alone or beside others. */
async function publish({ as, admin, organization, space, url }: Space, { beside = [] as string[] } = {}) {
  const client = as(admin)
  const site = await client.post(
    `${organization.url}/sites`,
    { title: 'Docs', visibility: 'public', spaces: [...beside, space.id] },
    201,
  )
  const siteUrl = `${organization.url}/sites/${site.id}`
  await client.patch(siteUrl, { adaptiveContent: { enabled: true } })
  const { urls } = await client.post(`${siteUrl}/publish`)
  const base: string = urls.published
  const siteSpaces = (await client.get(`${siteUrl}/site-spaces`)).items
  const siteSpace = siteSpaces.find((one: { space: { id: string } }) => one.space.id === space.id)
  const way = beside.length > 0 ? `${siteSpace.path}/` : ''
  const resolve = (path: string, visitor: object) =>
    as().post('/v1/urls/published', { url: base + path, visitor })

  /** Where a path leads: three ways to ask, and one answer. */
  async function leads(path: string, visitor: object = {}) {
    const resolved = await resolve(way + encodeURI(path), visitor)
    const reader = as((await resolve('', visitor)).apiToken)
    const redirect = await reader.send('GET', `${siteUrl}/redirect?source=/${encodeURI(way + path)}`)
    const found = await reader.send('GET', `${url}/content/path/${encodeURIComponent(path)}`)
    const now: string = found.statusCode === 200 ? found.json().path : 'nowhere'
    const isElsewhere = now !== 'nowhere' && now !== path
    const target = base + way + now
    expect(resolved.redirect).toBe(isElsewhere ? target : undefined)
    expect(redirect.statusCode).toBe(isElsewhere ? 200 : 404)
    if (isElsewhere) {
      const destination = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: found.json().id }
      expect(redirect.json()).toMatchObject({ target, redirect: { destination } })
    }
    return now
  }
  return { leads, base, siteUrl, siteSpace, resolve, client }
}

type Leads = Awaited<ReturnType<typeof publish>>['leads']

async function whereTo(leads: Leads, paths: string[]) {
  const answers: Record<string, string> = {}
  for (const path of paths) answers[path] = await leads(path)
  return answers
}

/** A space with pages `a`, `a/b`, `a/b/c` and `x`, by their ids. */
async function openTree() {
  const space = await openSpace()
  const insert = async (title: string, into?: string) =>
    (await space.write(page(title, `About ${title}.`, { into })))[0].page.id as string
  const home = await insert('Home')
  const a = await insert('A')
  const b = await insert('B', a)
  const c = await insert('C', b)
  const x = await insert('X')
  const site = await publish(space)
  await space.drain()
  const change = async (...changes: object[]) => {
    await space.write(...changes)
    await space.drain()
  }
  const rename = (id: string, slug: string) => change({ operation: 'update_page', page: id, slug })
  const move = (id: string, into: string | null) => change({ operation: 'update_page', page: id, into })
  const remove = (id: string) => change({ operation: 'delete_page', page: id })
  return { ...space, ...site, insert, change, rename, move, remove, pages: { home, a, b, c, x } }
}

describe('the old path of a page', () => {
  it('leads to where it is once it was renamed, however often', async () => {
    const { leads, rename, pages } = await openTree()
    expect(await whereTo(leads, ['x', 'x1', 'x2'])).toEqual({ x: 'x', x1: 'nowhere', x2: 'nowhere' })
    await rename(pages.x, 'x1')
    expect(await whereTo(leads, ['x', 'x1'])).toEqual({ x: 'x1', x1: 'x1' })
    await rename(pages.x, 'x2')
    expect(await whereTo(leads, ['x', 'x1', 'x2'])).toEqual({ x: 'x2', x1: 'x2', x2: 'x2' })
    await rename(pages.x, 'x')
    expect(await whereTo(leads, ['x', 'x1', 'x2'])).toEqual({ x: 'x', x1: 'x', x2: 'x' })
  })

  it('is known also where it was one between two looks', async () => {
    const { leads, write, drain, pages } = await openTree()
    for (const slug of ['x1', 'x2']) await write({ operation: 'update_page', page: pages.x, slug })
    await drain()
    expect(await whereTo(leads, ['x', 'x1'])).toEqual({ x: 'x2', x1: 'x2' })
  })

  it('leads to another level, and so do those of all pages below', async () => {
    const { leads, move, rename, pages } = await openTree()
    await move(pages.b, pages.x)
    expect(await whereTo(leads, ['a/b', 'a/b/c'])).toEqual({ 'a/b': 'x/b', 'a/b/c': 'x/b/c' })
    await rename(pages.c, 'c1')
    await rename(pages.x, 'x1')
    expect(await whereTo(leads, ['a/b/c', 'x/b/c', 'x1/b/c', 'a/b/none'])).toEqual({
      'a/b/c': 'x1/b/c1',
      'x/b/c': 'x1/b/c1',
      'x1/b/c': 'x1/b/c1',
      'a/b/none': 'nowhere',
    })
  })

  it('survives that the page above it is deleted', async () => {
    const { leads, move, remove, pages } = await openTree()
    await move(pages.c, pages.x)
    await remove(pages.a)
    expect(await whereTo(leads, ['a/b/c', 'a/b', 'a'])).toEqual({
      'a/b/c': 'x/c',
      'a/b': 'nowhere',
      a: 'nowhere',
    })
  })

  it('leads nowhere once the page is deleted', async () => {
    const { leads, rename, remove, pages } = await openTree()
    await rename(pages.x, 'x1')
    await remove(pages.x)
    await remove(pages.b)
    expect(await whereTo(leads, ['x', 'x1', 'a/b/c'])).toEqual({
      x: 'nowhere',
      x1: 'nowhere',
      'a/b/c': 'nowhere',
    })
  })

  it('is that of a new page as soon as one takes it, and what was below it still leads there', async () => {
    const { leads, insert, drain, rename, pages } = await openTree()
    await rename(pages.a, 'a1')
    const other = await insert('A')
    await drain()
    expect(await whereTo(leads, ['a', 'a/b/c'])).toEqual({ a: 'a', 'a/b/c': 'a1/b/c' })
    await rename(other, 'a2')
    expect(await whereTo(leads, ['a', 'a/b'])).toEqual({ a: 'a2', 'a/b': 'a1/b' })
  })

  it('is that of the other one when two pages change places', async () => {
    const { leads, change, pages } = await openTree()
    await change(
      { operation: 'update_page', page: pages.x, slug: 'between' },
      { operation: 'update_page', page: pages.a, slug: 'x' },
      { operation: 'update_page', page: pages.x, slug: 'a' },
    )
    expect(await whereTo(leads, ['x', 'a', 'a/b', 'between'])).toEqual({
      x: 'x',
      a: 'a',
      'a/b': 'x/b',
      between: 'nowhere',
    })
  })

  it('is followed when a change request is merged, and not before', async () => {
    const { leads, open, edit, merge, drain, pages } = await openTree()
    const { number } = await open()
    await edit(number, { operation: 'update_page', page: pages.x, slug: 'x1' })
    await edit(number, { operation: 'update_page', page: pages.x, slug: 'x2' })
    await drain()
    expect(await whereTo(leads, ['x', 'x2'])).toEqual({ x: 'x', x2: 'nowhere' })
    await merge(number)
    await drain()
    expect(await whereTo(leads, ['x', 'x1', 'x2'])).toEqual({ x: 'x2', x1: 'nowhere', x2: 'x2' })
  })

  it('is the same on every site that shows the space', async () => {
    const tree = await openTree()
    const { leads, rename, as, admin, organization, pages } = tree
    const first = await as(admin).post(`${organization.url}/spaces`, { title: 'First' }, 201)
    const other = await publish(tree, { beside: [first.id] })
    await rename(pages.x, 'x1')
    expect(await leads('x')).toBe('x1')
    expect(await other.leads('x')).toBe('x1')
    expect((await other.resolve('x', {})).redirect).toBeUndefined()
  })

  it('tells nobody of a page that is not for them', async () => {
    const { leads, rename, change, client, siteUrl, insert, drain, pages } = await openTree()
    await change({ operation: 'update_page', page: pages.x, condition: 'visitor.claims.isBeta' })
    await rename(pages.x, 'x1')
    expect(await whereTo(leads, ['x', 'x1'])).toEqual({ x: 'nowhere', x1: 'nowhere' })
    const { privateKey } = await client.get(`${siteUrl}/publishing/auth`)
    const jwt = new SignJWT({ isBeta: true }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
    const beta = { jwtToken: await jwt.sign(new TextEncoder().encode(privateKey)) }
    expect([await leads('x', beta), await leads('x1', beta)]).toEqual(['x1', 'x1'])
    // Below a hidden page nothing is seen either, and what is hidden takes no path from what is not.
    await rename(pages.c, 'c1')
    await change({ operation: 'update_page', page: pages.a, condition: 'visitor.claims.isBeta' })
    expect([await leads('a/b/c'), await leads('a/b/c', beta)]).toEqual(['nowhere', 'a/b/c1'])
    await rename(pages.home, 'start')
    const hidden = await insert('Home')
    await drain()
    await change({ operation: 'update_page', page: hidden, condition: 'visitor.claims.isBeta' })
    expect([await leads('home'), await leads('home', beta)]).toEqual(['start', 'home'])
  })

  it('is found for members too, also in a change request and in an older revision', async () => {
    const { as, reader, space, url, rename, open, edit, pages } = await openTree()
    const { revision } = await as(reader).get(url)
    await rename(pages.x, 'x1')
    const { number } = await open()
    await edit(number, { operation: 'update_page', page: pages.x, slug: 'x2' })
    const at = (content: string) => as(reader).get(`${url}/${content}/path/x`)
    expect((await at('content')).path).toBe('x1')
    expect((await at(`change-requests/${number}/content`)).path).toBe('x2')
    expect((await at(`revisions/${revision}`)).path).toBe('x')
    const found = await as(reader).get(`/v1/urls/content?url=${encodeURIComponent(`${space.urls.app}/x`)}`)
    expect(found.page.path).toBe('x1')
  })

  it('is known from before there were old paths', async () => {
    const { leads, rename, sql, space, services, drain, pages } = await openTree()
    await rename(pages.x, 'x1')
    await rename(pages.a, 'a1')
    await sql(`delete from former_place_indexes where space_id = '${space.id}'`)
    expect(await leads('x')).toBe('nowhere')
    const catchUp = services.jobs.find(({ name }) => name === 'spaces.catch-up-indexes')
    await services.asSystem((ctx) => catchUp?.run(ctx, {}, () => Promise.reject()) ?? Promise.reject())
    await drain()
    expect(await whereTo(leads, ['x', 'a/b'])).toEqual({ x: 'x1', 'a/b': 'a1/b' })
  })
})

describe('the order of redirects', () => {
  it('is the page, that of the site, that of the repository, the old path', async () => {
    const space = await openSyncedSpace({
      '.gitbook.yaml': 'redirects:\n  two: b.md\n',
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'c.md': '# C\n',
    })
    await space.imports()
    const { resolve, base, siteUrl, siteSpace, client, leads } = await publish(space)
    const [a, b, c] = [await space.page('A'), await space.page('B'), await space.page('C')]
    const change = async (id: string, slug: string) => {
      await space.write({ operation: 'update_page', page: id, slug })
      await space.drain()
    }
    await change(a.id, 'two')
    expect(await leads('two')).toBe('two')
    await change(a.id, 'a')
    expect(await leads('two')).toBe('b')
    const destination = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: c.id }
    await client.post(`${siteUrl}/redirects`, { source: '/two', destination }, 201)
    expect((await resolve('two?q=1', {})).redirect).toBe(`${base}c?q=1`)
    await change(b.id, 'two')
    expect((await resolve('two', {})).redirect).toBeUndefined()
    expect((await client.get(`${siteUrl}/redirect?source=/two`)).target).toBe(`${base}c`)
  })
})

describe('redirects of a repository', () => {
  const FILES = {
    '.gitbook.yaml': [
      'root: ./docs/',
      'redirects:',
      '  old/page: ./howto/install.md',
      '  /old/folder/: howto',
      '  older%20page: howto/install.md#top',
      '  start: ./',
      '  dead: nowhere.md',
      '  out: https://example.org/',
      '  howto/install: README.md',
      '',
    ].join('\n'),
    'docs/README.md': '# Home\n',
    'docs/SUMMARY.md': '* [Home](README.md)\n* [How to](howto/README.md)\n  * [Install](howto/install.md)\n',
    'docs/howto/README.md': '# How to\n',
    'docs/howto/install.md':
      '# Install\n\nInstall it from the package, then start it and look at the page.\n',
  }

  it('lead to pages, wherever these are by then', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const { leads } = await publish(space)
    const home = (await space.page('Home')).path
    expect(
      await whereTo(leads, ['old/page', 'old/folder', 'older page', 'start', 'dead', 'out', 'howto/install']),
    ).toEqual({
      'old/page': 'howto/install',
      'old/folder': 'howto',
      'older page': 'howto/install',
      start: home,
      dead: 'nowhere',
      out: 'nowhere',
      // A page that is there.
      'howto/install': 'howto/install',
    })
    const { id } = await space.page('How to')
    await space.write({ operation: 'update_page', page: id, slug: 'manual' })
    expect(await whereTo(leads, ['old/page', 'old/folder', 'howto/install'])).toEqual({
      'old/page': 'manual/install',
      'old/folder': 'manual',
      'howto/install': home,
    })
  })

  it('follow a file that the repository renames, and its old path does too', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const { leads } = await publish(space)
    await space.commit({
      '.gitbook.yaml': 'root: ./docs/\nredirects:\n  old/page: ./howto/setup.md\n',
      'docs/SUMMARY.md': '* [Home](README.md)\n* [How to](howto/README.md)\n  * [Install](howto/setup.md)\n',
      'docs/howto/install.md': null,
      'docs/howto/setup.md': FILES['docs/howto/install.md'],
    })
    await space.imports()
    expect(await whereTo(leads, ['old/page', 'howto/install', 'howto/setup', 'start'])).toEqual({
      'old/page': 'howto/setup',
      'howto/install': 'howto/setup',
      'howto/setup': 'howto/setup',
      start: 'nowhere',
    })
  })
})
