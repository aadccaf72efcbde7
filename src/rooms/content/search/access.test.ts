import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openShelf } from '../../../../test/shelf.ts'

const idsIn = (answer: Answer): string[] => answer.items.map((item: Answer) => item.id)

describe('who searches', () => {
  it('finds only what they may read', async () => {
    const { as, admin, reader, guest, stranger, organization, newSpace, write, ask, space, url } =
      await openShelf()
    const secret = await newSpace('Secret')
    await write([{ title: 'Open', markdown: 'canaria in the open' }])
    await write([{ title: 'Closed', markdown: 'canaria canariabird' }], `/v1/spaces/${secret.id}`)
    const found = async (who: typeof guest, query = 'canaria') =>
      idsIn(await ask(query, organization.url, who)).toSorted()
    expect(await found(reader)).toEqual([space.id, secret.id].toSorted())
    expect(await found(guest)).toEqual([])
    await as(guest).get(`${url}/search?query=canaria`, 404)
    await as(admin).post(`${url}/permissions`, { users: [guest.id], role: 'read' }, 204)
    expect(await found(guest)).toEqual([space.id])
    expect((await ask('canaria', url, guest)).count).toBe(1)
    // Neither by its whole, nor by its beginning, nor by what is near to it.
    for (const typed of ['canariabird', 'canariabi', 'canariabrid', 'canariabird open']) {
      const answer = JSON.stringify(await ask(typed, organization.url, guest))
      expect(answer).not.toMatch(/canariabird|Closed|Secret/)
    }
    await as(guest).get(`/v1/spaces/${secret.id}/search?query=canaria`, 404)
    for (const place of [url, `/v1/spaces/${secret.id}`, organization.url]) {
      await as(stranger).get(`${place}/search?query=canaria`, 404)
      await as().get(`${place}/search?query=canaria`, 401)
    }
  })

  it('finds nothing of other organizations', async () => {
    const one = await openShelf()
    const other = await openShelf()
    await one.write([{ title: 'Theirs', markdown: 'bluethroat' }])
    expect((await other.ask('bluethroat', other.organization.url)).items).toEqual([])
    expect((await other.ask('bluethroat')).items).toEqual([])
    // No near word, and no beginning of one, is taken from elsewhere either.
    await other.write([{ title: 'Ours', markdown: 'bluethroad' }])
    expect((await other.ask('bluethroat')).items).toMatchObject([{ title: 'Ours' }])
  })

  it('finds nothing in the trash, and all of it again behind that', async () => {
    const { as, admin, organization, ask, write, space, url, tick, drain, sql } = await openShelf()
    await write([{ title: 'Page', markdown: 'wryneck' }])
    await as(admin).delete(url, 205)
    expect((await ask('wryneck', organization.url)).items).toEqual([])
    expect((await ask('wryneck')).items).toEqual([])
    await as(admin).post(`${url}/restore`, undefined, 200)
    expect(idsIn(await ask('wryneck', organization.url))).toEqual([space.id])
    await as(admin).delete(url, 205)
    tick(8)
    await drain()
    for (const table of ['search_indexes', 'search_sections', 'search_words'])
      expect((await sql(`select from ${table} where space_id = '${space.id}'`)).rows).toEqual([])
  })

  it('finds a space where it was transferred, and no longer where it was', async () => {
    const { as, admin, organization, ask, write, space, url, sql } = await openShelf()
    await write([{ title: 'Page', markdown: 'wryneck' }])
    const other = await as(admin).post('/v1/orgs', { title: 'Other' }, 201)
    await as(admin).post(`${url}/transfer`, { organization: other.id }, 200)
    expect((await ask('wryneck', organization.url)).items).toEqual([])
    for (const typed of ['wryneck', 'wrynec', 'wrynekc'])
      expect(idsIn(await ask(typed, `/v1/orgs/${other.id}`))).toEqual([space.id])
    await write([{ title: 'More', markdown: 'dotterel' }])
    expect(idsIn(await ask('dotterel', `/v1/orgs/${other.id}`))).toEqual([space.id])
    expect((await sql(`select from search_words where organization_id = '${organization.id}'`)).rows).toEqual(
      [],
    )
  })

  it('may type anything', async () => {
    const { as, admin, write, ask, organization, url } = await openShelf()
    await write([{ title: 'Odd', markdown: "it's 100% <b>a & b</b> | c ! (d) : * \\\\ e" }])
    const odd = [
      '',
      ' ',
      "'",
      '"',
      '&',
      '|',
      '!',
      ':*',
      '\\',
      "\\'",
      '()',
      '<->',
      'a:*',
      'a & !b',
      "'a' <2> 'b'",
    ]
    odd.push(
      '🦉',
      '👩‍👩‍👧',
      '❤️',
      'ﷺ',
      '𝒳𝒴',
      '½',
      '%_',
      "'; drop table spaces; --",
      '\u202e',
      '\ufeff',
      '@^+=',
    )
    odd.push(
      'a'.repeat(512),
      'é'.repeat(512),
      '語'.repeat(512),
      '🦉'.repeat(256),
      'a '.repeat(256),
      'a.'.repeat(256),
    )
    odd.push(Array.from({ length: 170 }, (_, at) => String.fromCodePoint(0x4e00 + at * 3)).join(' a'))
    for (const typed of odd) {
      expect((await ask(typed)).count, typed).toBeLessThanOrEqual(1)
      await ask(typed, organization.url)
    }
    await as(admin).get(`${url}/search?query=${'a'.repeat(513)}`, 400)
    await as(admin).get(`${url}/search`, 400)
    await as(admin).get(`${url}/search?query=a%00b`, 400)
  })
})

describe('long lists', () => {
  it('come page by page, each once', async () => {
    const { as, admin, write, url } = await openShelf()
    await write(
      Array.from({ length: 25 }, (_, at) => ({
        title: `Swift ${at}`,
        markdown: `swift ${'and '.repeat(at)}`,
      })),
    )
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const answer = await as(admin).get(`${url}/search?query=swift&limit=10${cursor}`)
      seen.push(...idsIn(answer))
      cursor = `&page=${answer.next?.page}`
      expect(answer.next === undefined).toBe(page === 2)
    }
    expect(new Set(seen).size).toBe(25)
    await as(admin).get(`${url}/search?query=swift&page=nonsense`, 400)
  })

  it('of spaces have the best first, and each with its best pages', async () => {
    const { as, admin, organization, newSpace, write, space } = await openShelf()
    const better = await newSpace('Better')
    await write([{ title: 'Other', markdown: 'a dunnock' }])
    await write(
      Array.from({ length: 30 }, (_, at) => ({ title: `Dunnock ${at}` })),
      `/v1/spaces/${better.id}`,
    )
    const first = await as(admin).get(`${organization.url}/search?query=dunnock&limit=1`)
    expect(idsIn(first)).toEqual([better.id])
    expect(first.items[0].pages).toHaveLength(10)
    const second = await as(admin).get(
      `${organization.url}/search?query=dunnock&limit=1&page=${first.next.page}`,
    )
    expect(idsIn(second)).toEqual([space.id])
    expect(second.next).toBeUndefined()
  })

  it('of spaces leave out none, however much is found in the others', async () => {
    const { organization, newSpace, write, ask, space } = await openShelf()
    const found = [space.id]
    await write([{ title: 'Other', markdown: 'a dipper' }])
    for (let count = 0; count < 13; count++) {
      const { id } = await newSpace(`Space ${count}`)
      const pages = Array.from({ length: 10 }, (_, at) => ({ title: `Dipper ${at}`, markdown: 'dipper' }))
      await write(pages, `/v1/spaces/${id}`)
      found.push(id)
    }
    const answer = await ask('dipper', organization.url)
    expect(idsIn(answer).toSorted()).toEqual(found.toSorted())
    // Titles first.
    expect(idsIn(answer).at(-1)).toBe(space.id)
  })
})
