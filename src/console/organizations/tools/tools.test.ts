// API references, translations and the health of an installation, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/console.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { makeAdministrator, type Person } from '../../../../test/services.ts'

async function openTools() {
  const services = await openSpace()
  const { app, organization, as, admin } = services
  let browsers = 0
  const signedIn = async ({ token }: Pick<Person, 'token'>) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}`
  return { ...services, signedIn, browser: await signedIn(admin), home, client: as(admin) }
}

const specOf = (...paths: string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  })
const formOf = (fields: Record<string, string>, text: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([text], 'openapi.json'))
  return form
}

describe('an API reference', () => {
  it('comes from a file, says what is wrong and what changed, and goes', async () => {
    const { browser, home, drain, client, organization } = await openTools()
    const made = await browser.send(`${home}/~specs`, formOf({ slug: 'pets' }, specOf('/pets', '/owners')))
    await drain()
    expect((await browser.get(made.url)).body).toContain('Up to date')
    await browser.send(made.url, formOf({ action: 'replace' }, specOf('/pets')))
    await drain()
    expect((await browser.get(made.url)).body).toMatch(/− GET \/owners.*badge failure/s)
    await browser.send(
      made.url,
      formOf({ action: 'replace' }, '{"openapi": "3.1.0", "info": {"title": "Pets"}, "paths": {}}'),
    )
    await drain()
    expect((await browser.get(made.url)).body).toMatch(/Could not be read.*Problems.*version/s)
    await browser.post(made.url, { action: 'visibility', public: 'on' })
    expect((await client.get(`${organization.url}/openapi/pets`)).visibility).toBe('public')
    expect((await browser.post(made.url, { action: 'fetch' })).status).toBe(404)
    expect((await browser.post(made.url, { action: 'delete' })).body).toContain('no API references yet')
  })
})

describe('a translation', () => {
  it('is made for a space, gets languages, and terms that stay the same', async () => {
    const { browser, home, space, write, client, organization } = await openTools()
    await write(page('Lamp'))
    const form = { action: 'create', title: 'Lamps', space: space.id, language: 'en', languages: 'de, fr' }
    const made = await browser.post(`${home}/~translations`, form)
    expect(made.body).toMatch(/Lamps.*>de<.*>fr</s)
    await browser.post(made.url, { action: 'save', title: 'Lights', languages: 'de' })
    const path = `${organization.url}/translations/${made.url.split('/').at(-1)}`
    expect(await client.get(path)).toMatchObject({ title: 'Lights', languages: ['de'] })
    const terms = { action: 'add-terms', terms: 'en=lamp, de=Lampe\n\nen=wick, de=Docht' }
    expect((await browser.post(`${home}/~translations`, terms)).body).toMatch(/Docht/)
    const { items } = await client.get(`${organization.url}/translations-glossary`)
    expect(items).toHaveLength(2)
    await browser.post(`${home}/~translations`, { action: 'remove-term', term: items[0].id })
    expect((await client.get(`${organization.url}/translations-glossary`)).items).toHaveLength(1)
    expect((await browser.post(made.url, { action: 'delete' })).body).toContain('no translations yet')
  })
})

describe('the health of an installation', () => {
  it('is for its administrators', async () => {
    const { browser, signedIn, services } = await openTools()
    expect((await browser.get('/o/~health')).status).toBe(404)
    expect((await browser.post('/o/~health', { job: 'x' })).status).toBe(404)
    const administrator = await makeAdministrator(services)
    const shown = await (await signedIn(administrator)).get('/o/~health')
    expect(shown.body).toMatch(/Release.*No work has failed/s)
  })
})
