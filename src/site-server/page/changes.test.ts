import { describe, expect, it } from 'vitest'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { changedVersionTask } from '../../rooms/api-references/openapi/tasks.ts'
import { TaskTimeout } from '../../world/threads/threads.ts'

const operation = (summary: string, parameters: object[] = []) => ({
  summary,
  tags: ['pets'],
  parameters,
  responses: {},
})
const described = (version: string, paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Pet shop', version },
  paths,
})
const FIRST = described('1', {
  '/pets': { get: operation('List pets') },
  '/old': { get: operation('The old one') },
})
const LIMIT = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }
const SECOND = described('2', {
  '/pets': { get: operation('List pets', [LIMIT]), post: operation('Add a pet') },
})
const COMPUTED = {
  operation: 'insert_page',
  type: 'computed',
  title: 'Reference',
  computed: {
    type: 'builtin:openapi',
    props: {},
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
  },
}
const block = (path: string) =>
  `{% openapi-operation spec="pets" path="${path}" method="get" %}\n[pets](https://example.org/)\n{% endopenapi-operation %}\n`

async function openChanges(visibility?: string) {
  const opened = await openPublished(visibility)
  const { client, organization, drain, app, base, spaces } = opened
  const path = new URL(base).pathname
  return {
    ...opened,
    path,
    say: async (document: object, slug = 'pets') => {
      await client.put(`${organization.url}/openapi/${slug}`, { source: { text: JSON.stringify(document) } })
      await drain()
    },
    write: async (changes: object[], space = spaces.guide) => {
      await client.post(`${space}/content`, { changes })
      await drain()
    },
    get: (where: string, cookie = '') =>
      app.inject({ url: where.startsWith('/') ? where : path + where, headers: { cookie } }),
  }
}

it('the Markdown of an operation has its labels in the language of the page', async () => {
  const { say, write, get, client, spaces, drain } = await openChanges()
  await say(SECOND)
  await write([page('Api', block('/pets'))])
  expect((await get('api.md')).body).toContain('**Query parameters**')
  await client.patch(spaces.guide, { language: 'de' })
  await drain()
  const { body } = await get('api.md')
  expect(body).toContain('**Abfrageparameter**')
  expect(body).toContain('List pets')
})

describe('what changed in an API', () => {
  it('is a page of the site that describes it, with each version and where its operations are', async () => {
    const { say, write, get, path } = await openChanges()
    await say(FIRST)
    await write([COMPUTED])
    expect((await get('~changes/pets')).body).toContain('The first version that is known here.')
    await say(SECOND)
    const { body, statusCode } = await get('~changes/pets')
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>What changed</h1>')
    expect(body.indexOf('<bdi>2</bdi>')).toBeLessThan(body.indexOf('<bdi>1</bdi>'))
    expect(body).toContain(`href="${path}pets#list-pets"><bdi>List pets</bdi>`)
    expect(body).toContain(`href="${path}pets#add-a-pet"><bdi>Add a pet</bdi>`)
    expect(body).toContain('<span class="api-changed-title"><bdi>The old one</bdi></span>')
    expect(body).toContain(
      '<li class="breaks">The query parameter &quot;limit&quot; was added, and is required</li>',
    )
    // Of the version, of the removed operation and of the changed one, and not of the added one.
    expect(body.match(/<span class="breaking">/g)).toHaveLength(3)
    const shown = await get('pets')
    expect(shown.body).toContain(`href="${path}~changes/pets"`)
    expect(shown.body).toContain('id="add-a-pet"')
    const text = await get('~changes/pets.md')
    expect(text.headers['content-type']).toContain('text/markdown')
    expect(text.body).toContain('* changed **Breaking**: List pets `GET /pets`\n  * **Breaking** The query')
  })

  it('says of a description of which some is shown nothing of the rest', async () => {
    const { say, write, get, path } = await openChanges()
    await say(FIRST)
    await write([page('By hand', block('/pets'))])
    await say(SECOND)
    const { body } = await get('~changes/pets')
    expect(body).toContain(`href="${path}by-hand#list-pets"`)
    expect(body).not.toContain('Add a pet')
    expect(body).not.toContain('The old one')
  })

  it('is there for those who read a page with something of it, and for nobody else', async () => {
    const { say, write, get, spaces, signIn } = await openChanges()
    await say(FIRST)
    await say(FIRST, 'unused')
    await write([page('For some', block('/pets'), { condition: 'visitor.claims.isBeta' })])
    expect((await get('~changes/pets')).statusCode).toBe(404)
    expect((await get('~changes/pets', `quire_visitor=${await signIn({ isBeta: true })}`)).statusCode).toBe(
      200,
    )
    expect((await get('~changes/unused')).statusCode).toBe(404)
    await write([page('Hidden', block('/pets'), { hidden: true })])
    expect((await get('~changes/pets')).statusCode).toBe(404)
    expect((await get('hidden')).body).not.toContain('~changes')
    await write([page('Elsewhere', block('/pets'))], spaces.secret)
    expect((await get('~changes/pets')).statusCode).toBe(404)
    await write([page('In parts', `{% if visitor.claims.isBeta %}\n${block('/pets')}{% endif %}\n`)])
    expect((await get('~changes/pets')).statusCode).toBe(404)
    await write([page('Open', block('/pets'))])
    expect((await get('~changes/pets')).statusCode).toBe(200)
  })

  it('is behind the door of the site', async () => {
    const { say, write, get } = await openChanges('share-link')
    await say(FIRST)
    await write([COMPUTED])
    const { statusCode, body } = await get('~changes/pets')
    expect(statusCode).toBe(403)
    expect(body).not.toContain('Pet shop')
  })

  it('has twenty versions on a page, and a link to those before', async () => {
    const { say, write, get } = await openChanges()
    await write([COMPUTED])
    for (let at = 1; at <= 22; at += 1) await say({ ...FIRST, info: { title: 'Pet shop', version: `${at}` } })
    const { body } = await get('~changes/pets')
    expect(body.match(/class="api-version"/g)).toHaveLength(20)
    const [, older = ''] = /href="([^"]+\?before=[^"]+)"/.exec(body) ?? []
    const rest = await get(older)
    expect(rest.body.match(/class="api-version"/g)).toHaveLength(2)
    expect(rest.body).toContain('The first version that is known here.')
  })

  it('is compared once; what takes too long is tried again after a while', async () => {
    const { say, write, get, tick, interceptTasks } = await openChanges()
    await write([COMPUTED])
    let compared = 0
    let isSlow = false
    interceptTasks(({ name }, go) => {
      if (name !== changedVersionTask.name) return go()
      compared += 1
      return isSlow ? Promise.reject(new TaskTimeout('took too long')) : go()
    })
    await say(FIRST)
    await say(SECOND)
    expect(compared).toBe(2)
    for (let at = 0; at < 3; at += 1) expect((await get('~changes/pets')).body).toContain('Add a pet')
    expect(compared).toBe(2)
    isSlow = true
    await say({ ...FIRST, info: { title: 'Pet shop', version: '3' } })
    for (let at = 0; at < 3; at += 1)
      expect((await get('~changes/pets')).body).toContain('This version is not compared yet.')
    expect(compared).toBe(3)
    isSlow = false
    tick(5 / (24 * 60))
    expect((await get('~changes/pets')).body).not.toContain('This version is not compared yet.')
    expect(compared).toBe(4)
  })
})
