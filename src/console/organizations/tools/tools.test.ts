// API references, translations and the health of an installation, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { buildTestServices, makeAdministrator, type Person } from '../../../../test/services.ts'
import type { Check } from '../../../world/machine/machine.ts'

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

  it('is shown in a space that can be edited directly', async () => {
    const { browser, home, drain, client, space } = await openTools()
    const made = await browser.send(`${home}/~specs`, formOf({ slug: 'pets' }, specOf('/pets')))
    await drain()
    expect((await browser.get(made.url)).body).toContain(`<option value="${space.id}">`)
    const { url } = await browser.send(made.url, formOf({ action: 'show', space: space.id }, ''))
    expect(url).toBe(`${home}/s/${space.id}/~/pages`)
    const { pages } = await client.get(`/v1/spaces/${space.id}/content/pages?computed=false`)
    expect(pages.at(-1)).toMatchObject({ title: 'pets', type: 'computed' })
    await client.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' })
    expect((await browser.get(made.url)).body).not.toContain('Show it in a space')
  })
})

describe('a translation', () => {
  it('is made for a space, gets languages, and terms that stay the same', async () => {
    const { browser, home, space, write, client, organization } = await openTools()
    await write(page('Lamp'))
    const form = { action: 'create', title: 'Lamps', space: space.id, language: 'en', languages: 'de, fr' }
    const made = await browser.post(`${home}/~translations`, form)
    expect(made.body).toMatch(/Lamps.*>German<.*>French</s)
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

describe('texts beside their translations', () => {
  async function openUnits() {
    const opened = await openTools()
    const { browser, home, space, write } = opened
    await write(page('Lamp', 'Turn the *wick* up.\n\nThen light it.'))
    const form = { action: 'create', title: 'Lamps', space: space.id, language: 'en', languages: 'de' }
    const made = await browser.post(`${home}/~translations`, form)
    await opened.drain()
    const at = `${made.url.split('?')[0]}/de`
    const shown = (await browser.get(at)).body
    const unitOf = (body: string, text: string) => {
      const before = body.slice(0, body.indexOf(text))
      const row = body.slice(before.lastIndexOf('<li'))
      return /name="unit-\d+" value="([^"]+)"/.exec(row)?.[1] ?? ''
    }
    return { ...opened, at, shown, unitOf }
  }

  it('are written by people; what does not fit stays on the page with its reason', async () => {
    const { browser, at, shown, unitOf } = await openUnits()
    expect(shown).toMatch(/Turn the \{1\}wick\{\/1\} up.*\{1\}…\{\/1\}/s)
    const [lit, wick] = [unitOf(shown, 'Then light it.'), unitOf(shown, 'Turn the')]
    const sent = {
      action: 'save',
      ...{ 'unit-0': lit, 'target-0': 'Dann anzünden.' },
      ...{ 'unit-1': wick, 'target-1': 'Den Docht hochdrehen.' },
    }
    const refused = await browser.post(at, sent)
    expect(refused.body).toMatch(/1 translation was not saved/)
    expect(refused.body).toMatch(
      /aria-invalid="true"[^>]*>Den Docht hochdrehen\.<\/textarea>\s*<p class="fault"[^>]*>[^<]*\{1\}/s,
    )
    const good = { ...sent, 'target-1': 'Den {1}Docht{/1} hochdrehen.' }
    const saved = await browser.post(at, good)
    expect(saved.body).toContain('1 translation was saved')
    expect(saved.body).not.toContain('Then light it.')
    expect((await browser.get(`${at}?state=translated`)).body).toContain('Dann anzünden.')
  })

  it('leave as XLIFF and come back, and are for those who may edit', async () => {
    const { browser, at, signedIn, reader, stranger } = await openUnits()
    const file = await browser.get(`${at}?xliff`)
    expect(String(file.headers['content-disposition'])).toContain('de.xlf')
    expect(file.body).toMatch(/<xliff.*Then light it\./s)
    const translated = file.body.replace(
      /(<source[^>]*>Then light it\.<\/source>)(\s*<target[^>]*>.*?<\/target>|\s*<target\/>)?/s,
      '$1<target>Dann anzünden.</target>',
    )
    const form = new FormData()
    form.append('action', 'import')
    form.append('file', new File([translated], 'de.xlf'))
    expect((await browser.send(at, form)).body).toContain('1 translation was saved')
    const bad = new FormData()
    bad.append('action', 'import')
    bad.append('file', new File(['<html>'], 'de.xlf'))
    expect((await browser.send(at, bad)).status).toBe(400)
    const weak = await signedIn(reader)
    expect((await weak.get(at)).body).not.toMatch(/value="(save|import)"/)
    expect((await weak.post(at, { action: 'save', 'unit-0': 'x', 'target-0': 'y' })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(at)).status).toBe(404)
    expect((await browser.get(`${at}x`)).status).toBe(400)
  })
})

describe('the health of an installation', () => {
  it('is for its administrators', async () => {
    const { browser, signedIn, services } = await openTools()
    expect((await browser.get('/o/~health')).status).toBe(404)
    expect((await browser.post('/o/~health', { job: 'x' })).status).toBe(404)
    const administrator = await makeAdministrator(services)
    const shown = await (await signedIn(administrator)).get('/o/~health')
    expect(shown.body).toMatch(/Release.*Database.*Largest tables.*No work has failed/s)
    expect(shown.body).not.toContain('Files of all spaces')
  })

  it('says how large the files are, by organization', async () => {
    const { browser, sql, admin, write, drain, home } = await openTools()
    await sql(`update users set is_administrator = true where id = '${admin.id}'`)
    const files = [
      { name: 'a.bin', contentType: 'text/plain', base64: Buffer.alloc(3_000).toString('base64') },
    ]
    await write({ operation: 'insert_files', files })
    await drain()
    expect((await browser.get('/o/~health')).body).toMatch(
      new RegExp(`Files of all spaces.*<a href="${home}">.*1 file</td><td class="number">3 kB`, 's'),
    )
  })

  it('is checked when they ask, and what failed is told first', async () => {
    const checks: Check[] = [
      { name: 'git', state: 'fine', finding: '2.50.0' },
      { name: 'disk space', state: 'failed', finding: '0.4 GB free', advice: 'Free at least 1 GB.' },
    ]
    const machine = {
      examine: async () => checks,
      freeSpace: async () => [{ folder: 'data', bytes: 4e8 }],
    }
    const { app, services } = await buildTestServices({ machine })
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token: (await makeAdministrator(services)).token })
    const before = await browser.get('/o/~health')
    expect(before.body).toMatch(/Free disk space.*400 MB/s)
    expect(before.body).not.toContain('disk space</span>')
    const after = await browser.post('/o/~health', { action: 'examine' })
    expect(after.body).toMatch(/Checks that failed: 1.*0\.4 GB free.*Free at least 1 GB.*2\.50\.0/s)
  })
})
