// Somebody in many organizations finds each of them, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openTestServices } from '../../../test/services.ts'

const MANY = 60

async function openMany() {
  const services = await openTestServices()
  const { app, as, newPerson } = services
  const person = await newPerson('Consultant')
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token: person.token })
  const found = async (title: string) => (await as(person).post('/v1/orgs', { title }, 201)).id as string
  return { ...services, person, browser, found }
}

const linksIn = (body: string) => [...body.matchAll(/href="\/o\/(\w{26})"/g)].map(([, id = '']) => id)

describe('somebody in many organizations', () => {
  it('finds each of them in the list, once and by name', async () => {
    const { browser, found, organization } = await openMany()
    const ids: string[] = []
    for (let at = 0; at < MANY; at += 1)
      ids.push(await found(`Harbour ${String(MANY - at).padStart(2, '0')}`))
    const home = await browser.get('/o')
    expect(home.body).toContain('href="/o/~organizations"')
    expect(home.body).toContain('You belong to more organizations than are shown here.')
    const seen: string[] = []
    let next: string | undefined = '/o/~organizations'
    while (next !== undefined) {
      const { status, body } = await browser.get(next)
      expect(status).toBe(200)
      seen.push(...linksIn(body))
      next = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen).toEqual(ids.toReversed())
    expect(seen).not.toContain(organization.id)
  })

  it('finds one by a part of its name, with its letters as they are', async () => {
    const { browser, found } = await openMany()
    const [harbour, percent] = [await found('North Harbour'), await found('100% Wool')]
    await found('Lighthouse')
    const search = async (text: string) =>
      linksIn((await browser.get(`/o/~organizations?${new URLSearchParams({ search: text })}`)).body)
    expect(await search('harBOUR')).toEqual([harbour])
    expect(await search('0%')).toEqual([percent])
    const none = await browser.get('/o/~organizations?search=nowhere')
    expect(none.body).toContain('Nothing was found for “nowhere”.')
  })

  it('is led nowhere else by home where all are there', async () => {
    const { browser, found } = await openMany()
    await found('Lighthouse')
    expect((await browser.get('/o')).body).not.toContain('You belong to more')
  })
})
