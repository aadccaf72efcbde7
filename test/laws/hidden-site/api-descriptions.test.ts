// What an API description says of operations and schemas is a text of its own, which everybody who is shown a part of it
// reads as its author wrote it: links in it lead to no pages, hidden or not. What it says of a tag is the text of a page.
import { expect, it } from 'vitest'
import type { Answer } from '../../counterparts/client.ts'
import { page } from '../../pages.ts'
import { openPublished } from '../../published-site.ts'
import { HOST, SOME } from './canaries.ts'

async function openDescribed() {
  const opened = await openPublished()
  const { client, spaces, organization, drain, app, base, signIn } = opened
  const write = (...changes: object[]) => client.post(`${spaces.guide}/content`, { changes })
  await write(page('Canary title', 'Hidden.', { slug: 'canary-slug', ...SOME }))
  const { pages } = await client.get(`${spaces.guide}/content/pages`)
  const { id } = pages.find(({ title }: Answer) => title === 'Canary title')
  const address = `${HOST}/s/${spaces.guide.split('/').at(-1)}/${id}`
  const links = (where: string) =>
    `Of ${where}: [${where} file](canary-slug.md), [${where} address](${address}).`
  const schema = { $ref: '#/components/schemas/Pet' }
  const get = {
    summary: 'List pets',
    tags: ['Pets'],
    description: links('operation'),
    parameters: [
      { name: 'limit', in: 'query', description: links('parameter'), schema: { type: 'integer' } },
    ],
    responses: { 200: { description: links('response'), content: { 'application/json': { schema } } } },
  }
  const api = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1', description: links('api') },
    tags: [{ name: 'Pets', description: `${links('tag')}\n\nMore.` }],
    paths: { '/pets': { get } },
    components: { schemas: { Pet: { type: 'object', description: links('schema') } } },
  }
  await client.put(`${organization.url}/openapi/pets`, { source: { text: JSON.stringify(api) } })
  const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } }
  const computed = { type: 'builtin:openapi', props: {}, dependencies }
  await write({ operation: 'insert_page', type: 'computed', title: 'Reference', computed })
  await drain()
  const cookie = `quire_visitor=${await signIn({ isBeta: true })}`
  const read = async (path: string, isInsider = false) => {
    const headers: Record<string, string> = isInsider ? { cookie } : {}
    const { body, statusCode } = await app.inject({ url: base.slice(HOST.length) + path, headers })
    expect(statusCode).toBe(200)
    return body
  }
  return { ...opened, read, address, id }
}

const mainOf = (body: string) => body.slice(body.indexOf('<main'), body.indexOf('</main>'))
const operationOf = (body: string) => /<section class="api-operation">.*?<\/section>/s.exec(body)?.[0] ?? ''

it('resolves links in what is said of a tag, and tells nothing of hidden pages', async () => {
  const { read, id } = await openDescribed()
  const insider = mainOf(await read('pets', true))
  expect(insider).toMatch(/<a href="[^"]*\/canary-slug">tag file<\/a>/)
  expect(insider).toMatch(/<a href="[^"]*\/canary-slug">tag address<\/a>/)
  const [before = ''] = mainOf(await read('pets')).split('<section class="api-operation">')
  expect(before).toContain('Of tag: tag file, tag address.')
  expect(before).not.toMatch(/canary/i)
  expect(before).not.toContain(id)
  const [text = ''] = (await read('pets.md')).split('## List pets')
  expect(text).toContain('Of tag: tag file, tag address.')
})

it('resolves links in what is said of operations and schemas for nobody', async () => {
  const { read, address } = await openDescribed()
  const shown = operationOf(mainOf(await read('pets')))
  expect(operationOf(mainOf(await read('pets', true)))).toBe(shown)
  for (const where of ['operation', 'parameter', 'response', 'schema']) {
    expect(shown).toContain(`<span class="broken-link">${where} file</span>`)
    expect(shown).toContain(`<a href="${address}" rel="noopener">${where} address</a>`)
  }
  // Neither its title nor where it is: an address of the site would have the one, and a card both.
  expect(shown).not.toMatch(/canary/i)
  const text = (body: string) => body.slice(body.indexOf('## List pets'))
  const written = text(await read('pets.md'))
  expect(text(await read('pets.md', true))).toBe(written)
  expect(written).toContain(`[operation file](canary-slug.md), [operation address](${address})`)
})

it('hands out a description as it was written, to those who may read it', async () => {
  const { as, resolve, organization, address } = await openDescribed()
  const { apiToken } = await resolve('', {})
  const { filesystem } = await as(apiToken as string).get(
    `${organization.url}/openapi/pets/versions/latest/content`,
  )
  const [{ specification }] = filesystem
  expect(specification.tags[0].description).toContain(`[tag file](canary-slug.md), [tag address](${address})`)
})
