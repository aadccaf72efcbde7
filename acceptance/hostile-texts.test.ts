// Texts, documents and pages made to be hard to read, sent to a server that others ask all the while.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer } from './server.ts'

const TOKEN = 'quire-acceptance-token-of-hostile-texts-0123456789'

let folder: string
let server: Server
let api: Api
let organization: string
let space: string

beforeAll(async () => {
  folder = await makeFolder()
  server = await startServer({ folder, env: { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN } })
  api = apiOf(server.url, TOKEN)
  organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Hostile' })).body.id}`
  space = `/v1/spaces/${(await api('POST', `${organization}/spaces`, { title: 'Texts' })).body.id}`
})

afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  await removeFolder(folder)
})

/** Somebody asks until the work is done, and always gets an answer. */
async function whileOthersAsk<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  return done
}

const insert = (document: object) =>
  api('POST', `${space}/content`, { changes: [{ operation: 'insert_page', title: 'Hostile', document }] })

const named = (count: number, value: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]))

async function bring(html: string) {
  const file = { name: 'a.html', type: 'text/html', size: Buffer.byteLength(html) }
  const { body } = await api('POST', `${organization}/storage/upload`, { file, kind: 'import_file' })
  await fetch(body.url, { method: 'PUT', headers: { 'content-type': file.type }, body: html })
  return api('POST', `${space}/content/import`, { url: body.url, source: 'html' })
}

describe('the server answers others, and with what is wrong', () => {
  it('when a text is a megabyte of brackets', async () => {
    const { status } = await whileOthersAsk(insert({ markdown: '['.repeat(1_000_000) }))
    expect(status).toBe(200)
  })

  it('when a document has a million values', async () => {
    const document = { object: 'document', data: {}, nodes: Array.from({ length: 900_000 }, () => 0) }
    const { status, body } = await whileOthersAsk(insert({ document }))
    expect(status).toBe(400)
    expect(body.error.message).toContain('nodes.0 must be object')
  })

  it('when a table has ten million cells', async () => {
    const data = { definition: named(1_000, { type: 'text' }), records: named(10_000, {}) }
    const document = { object: 'document', data: {}, nodes: [{ object: 'block', type: 'table', data }] }
    const { status, body } = await whileOthersAsk(insert({ document }))
    expect(status).toBe(413)
    expect(body.error.message).toContain('at most 200000')
  })

  it('when a page of HTML has elements in each other without end', async () => {
    const { status, body } = await whileOthersAsk(bring('<div>'.repeat(400_000)))
    expect(status).toBe(413)
    expect(body.error.message).toContain('nested more than 2000 deep')
  })
})
