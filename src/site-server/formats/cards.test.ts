import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../test/published-site.ts'
import { buildTestServices } from '../../../test/services.ts'
import { LaneBusy } from '../../world/threads/threads.ts'

const HOST = 'http://quire.test'

async function openCards(visibility = 'public') {
  const opened = await openPublished(visibility)
  const { app, base, interceptTasks, client, url, site } = opened
  // Another title for each test: what has the same words is the same picture.
  const title = `Docs ${site.id}`
  await client.patch(url, { title })
  const drawn: unknown[] = []
  interceptTasks(({ name, input }, go) => {
    if (name === 'card.draw') drawn.push(input)
    return go()
  })
  const get = (where: string, headers: Record<string, string> = {}) =>
    app.inject({ url: new URL(where, base).href.slice(HOST.length), headers })
  const cardOf = async (where: string, headers?: Record<string, string>) =>
    /<meta property="og:image" content="([^"]+)">/.exec((await get(where, headers)).body)?.[1]
  return { ...opened, get, cardOf, drawn, title }
}

describe('the picture of a page', () => {
  it('is drawn once, of the page, and kept by everybody', async () => {
    const { get, cardOf, drawn, base, title } = await openCards()
    const address = String(await cardOf('second'))
    expect(address).toMatch(new RegExp(`^${base}~card/.+\\.png$`))
    const { body } = await get('second')
    const tags = [
      ...body.matchAll(/<meta (?:name|property)="((?:twitter|og:image):[^"]+)" content="([^"]*)">/g),
    ]
    expect(Object.fromEntries(tags.map(([, name, content]) => [name, content]))).toEqual({
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': `Second | ${title}`,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Second',
      'twitter:image': address,
      'twitter:image:alt': `Second | ${title}`,
    })
    const answer = await get(address)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(imageSize(answer.rawPayload)).toMatchObject({ width: 1200, height: 630 })
    expect((await get(address)).rawPayload.equals(answer.rawPayload)).toBe(true)
    expect(drawn).toMatchObject([{ site: title, title: 'Second' }])
  })

  it('has another address when it is another', async () => {
    const { get, cardOf, client, spaces, drawn } = await openCards()
    const before = String(await cardOf('second'))
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const changes = [{ operation: 'update_page', page: second.id, title: 'Another' }]
    await client.post(`${spaces.guide}/content`, { changes })
    const after = String(await cardOf('second'))
    expect(after).not.toBe(before)
    // Whoever has the old address gets the picture of now, and asks again.
    expect((await get(before)).headers['cache-control']).not.toContain('immutable')
    expect(drawn).toMatchObject([{ title: 'Another' }])
  })

  it('shows no words but those of a page that is there for who asks', async () => {
    const { get, cardOf, client, spaces, drawn, signIn } = await openCards()
    const address = String(await cardOf('second'))
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const idOf = (wanted: string) => pages.find(({ title }: { title: string }) => title === wanted).id
    const at = (id: string) => address.replace(idOf('Second'), id)
    for (const where of [at(idOf('Beta')), at('none'), `${address}/../..`, at('..')])
      expect((await get(where)).statusCode, where).toBe(404)
    await get(address.replace(/[^/]+\.png$/, 'other-words.png'))
    expect(drawn).toMatchObject([{ title: 'Second' }])
    const cookie = `quire_visitor=${await signIn({ isBeta: true })}`
    const beta = await get(at(idOf('Beta')), { cookie })
    expect([beta.statusCode, beta.headers['cache-control']]).toEqual([200, 'private, no-store'])
  })

  it('is none where only some may read', async () => {
    const { get, cardOf, signIn } = await openCards('visitor-auth')
    const cookie = `quire_visitor=${await signIn({})}`
    expect(await cardOf('second', { cookie })).toBeUndefined()
    expect((await get('~card/a/b/c.png')).statusCode).toBe(401)
  })

  it('gives way to the one that was chosen', async () => {
    const { cardOf, client, url } = await openCards()
    const settings = await client.get(`${url}/customization`)
    const preview = 'https://pictures.example.org/card.png'
    await client.put(`${url}/customization`, { ...settings, socialPreview: { url: preview } })
    expect(await cardOf('second')).toBe(preview)
  })

  it('comes later when too many are drawn', async () => {
    const { get, cardOf, interceptTasks } = await openCards()
    const address = String(await cardOf('second'))
    interceptTasks(({ name }, go) => (name === 'card.draw' ? Promise.reject(new LaneBusy('busy')) : go()))
    const answer = await get(address)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  })

  it('may be asked for as often as others may search', async () => {
    const { app } = await buildTestServices({ rateLimit: 2 })
    const ask = async () => (await app.inject({ url: '/sites/docs/~card/a/b/c.png' })).statusCode
    expect([await ask(), await ask(), await ask()]).toEqual([404, 404, 429])
  })
})
