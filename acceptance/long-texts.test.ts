// Long texts: worked on in other processes, so that everybody else is answered meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer } from './server.ts'

const TOKEN = 'quire-acceptance-token-of-long-texts-0123456789'

let folder: string
let server: Server
let api: Api
let space: string
let organization: string

beforeAll(async () => {
  folder = await makeFolder()
  const { env } = await newDatabase()
  server = await startServer({ folder, env: { ...env, QUIRE_ADMIN_TOKEN: TOKEN } })
  api = apiOf(server.url, TOKEN)
  organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Long' })).body.id}`
  const { body } = await api('POST', `${organization}/spaces`, { title: 'Texts' })
  space = `/v1/spaces/${body.id}`
})

afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  await removeFolder(folder)
})

describe('a long text', () => {
  const markdown = Array.from({ length: 4_000 }, (_, at) => `Paragraph ${at} of [many](other.md).`).join(
    '\n\n',
  )

  it('is written, read, edited and moved like any other', async () => {
    const made = await api('POST', `${space}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Long', document: { markdown } },
        { operation: 'insert_page', title: 'Other', document: { markdown: 'Short.' } },
      ],
    })
    expect(made.status).toBe(200)
    expect(made.headers.get('x-request-id')).toBeTruthy()
    const [long, other] = made.body.changes.map((change: { page: { id: string } }) => change.page.id)
    const read = await api('GET', `${space}/content/page/${long}?format=document`)
    expect(read.status).toBe(200)
    expect(read.body.document.nodes).toHaveLength(4_000)
    const { document } = read.body
    document.nodes[1].nodes[0].leaves[0].text = 'Edited 1 of '
    const edit = { operation: 'update_page', page: long, document: { document } }
    expect((await api('POST', `${space}/content`, { changes: [edit] })).status).toBe(200)
    const rename = { operation: 'update_page', page: other, slug: 'another' }
    expect((await api('POST', `${space}/content`, { changes: [rename] })).status).toBe(200)
    const { body } = await api('GET', `${space}/content/page/${long}?format=markdown`)
    const lines = markdown.replaceAll('(other.md)', '(another.md)').replace('Paragraph 1 of', 'Edited 1 of')
    expect(body.markdown).toBe(lines)
  })

  it('is read on a site, as a page, as Markdown and by agents', async () => {
    const page = { operation: 'insert_page', title: 'Published', document: { markdown } }
    expect((await api('POST', `${space}/content`, { changes: [page] })).status).toBe(200)
    const { body: site } = await api('POST', `${organization}/sites`, { spaces: [space.split('/').at(-1)] })
    const { body } = await api('POST', `${organization}/sites/${site.id}/publish`)
    const address = server.url + new URL(body.urls.published).pathname
    for (const [path, part] of [
      ['published', 'Paragraph 3999 of '],
      ['published.md', 'Paragraph 3999 of [many](other.md).'],
    ]) {
      const answer = await fetch(address + path)
      expect(answer.status, path).toBe(200)
      expect(await answer.text()).toContain(part)
    }
    const from = markdown.length - 1_000
    const params = { name: 'getPage', arguments: { page: 'published', from } }
    const answer = await fetch(`${address}~mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    expect(answer.status).toBe(200)
    expect((await answer.json()).result.content[0].text).toContain('Paragraph 3999 of [many](other.md).')
  })

  it('is read in the preview of a change request, with its marks', async () => {
    const page = { operation: 'insert_page', title: 'Proposed', document: { markdown } }
    const made = await api('POST', `${space}/content`, { changes: [page] })
    const { body: request } = await api('POST', `${space}/change-requests`, { subject: 'Longer' })
    const longer = { markdown: `${markdown}\n\nThe last one.` }
    const edit = { operation: 'update_page', page: made.body.changes[0].page.id, document: longer }
    const url = `${space}/change-requests/${request.number}/content`
    expect((await api('POST', url, { changes: [edit] })).status).toBe(200)
    const { pathname, search } = new URL(request.urls.preview)
    const first = await fetch(server.url + pathname + search, { redirect: 'manual' })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const answer = await fetch(`${server.url}${first.headers.get('location')}/proposed`, {
      headers: { cookie },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).toMatch(
      /<div class="changed added" id="page:change-1"><p class="change">new<\/p><p>The last one\./,
    )
  })

  it('is refused to strangers and to wrong bodies as everything is', async () => {
    const page = { operation: 'insert_page', title: 'Long', document: { markdown } }
    const stranger = apiOf(server.url, 'nobody')
    expect((await stranger('POST', `${space}/content`, { changes: [page] })).status).toBe(401)
    const wrong = { ...page, into: 'nowhere' }
    expect((await api('POST', `${space}/content`, { changes: [wrong] })).status).toBe(404)
  })
})
