// Furnishes the database and finds out, by watching, which statements Quire runs for a request.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addMembers,
  buildApp,
  findOrCreateUsers,
  foundOrganization,
  inlineThreads,
  issueToken,
  memoryBlobs,
  openDatabase,
  openLog,
  openServices,
  rooms,
  systemClock,
  systemFetcher,
  systemGit,
  systemIds,
  systemScripts,
  vaultWith,
} from '../dist/program/bench.js'

export const ROLES = ['edit', 'comment']
const ID = /^[0-9a-z]{26}$/

/**
 * Services of our own on the same database: it makes the people and answers each request of the bench once,
 * while its statements are written down.
 */
export async function openStudio(connection, publicUrl) {
  const { seen, onConnect } = watcher()
  const database = openDatabase(connection, { maxConnections: 2, onConnect })
  const log = openLog('silent')
  const fetcher = systemFetcher({ allowPrivateNetwork: false })
  const world = {
    clock: systemClock,
    ids: systemIds(),
    fetcher,
    git: systemGit({
      folder: join(tmpdir(), 'quire-bench-git'),
      allowPrivateNetwork: false,
      allowLocalPaths: false,
    }),
    blobs: memoryBlobs(),
    threads: inlineThreads,
    scripts: systemScripts({ fetcher }),
    vault: vaultWith(Buffer.alloc(32)),
  }
  const foundation = { ...world, log, database, publicUrl, rooms }
  const services = await openServices({ ...foundation, supervise: false })
  const app = await buildApp(services, { trustProxy: false })
  const people = await services.asSystem(furnish)
  const scene = { ...people, ...(await writePage(app, people)) }
  return {
    ...scene,
    app,
    services,
    pool: database.pool,
    record: (requests) => record(app, scene, seen, requests),
    async close() {
      await app.close()
      await services.close()
    },
  }
}

async function furnish(ctx) {
  const emails = Array.from({ length: 201 }, (_, at) => `person.${at}@example.org`)
  const people = (await findOrCreateUsers(ctx, emails)).map(({ user }) => user.id)
  const [founder, ...members] = people
  const { token } = await issueToken(ctx, founder, { label: 'bench' })
  const { id } = await foundOrganization(ctx, founder, { title: 'Bench' })
  await addMembers(
    ctx,
    id,
    members.map((userId) => ({ userId, role: ROLES[1] })),
  )
  return { token, founder, members, organizationId: id }
}

async function writePage(app, { token, organizationId }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (url, payload) => (await app.inject({ method: 'POST', url, headers, payload })).json()
  const { id: spaceId } = await post(`/v1/orgs/${organizationId}/spaces`, { title: 'Guide' })
  const markdown = Array.from({ length: 20 }, (_, at) => `Paragraph ${at} of a page.`).join('\n\n')
  const changes = [{ operation: 'insert_page', title: 'Home', document: { markdown } }]
  const made = await post(`/v1/spaces/${spaceId}/content`, { changes })
  const space = await app.inject({ method: 'GET', url: `/v1/spaces/${spaceId}`, headers })
  return { spaceId, pageId: made.changes[0].page.id, revisionId: space.json().revision }
}

/** Keeps every query of all connections, in order; empty it before what you want to see. */
function watcher() {
  const seen = []
  return {
    seen,
    onConnect(client) {
      const query = client.query
      client.query = function (config, ...rest) {
        seen.push(typeof config === 'string' ? { text: config, values: [] } : config)
        return query.call(this, config, ...rest)
      }
    },
  }
}

async function record(app, scene, seen, requests) {
  const { token, founder, members, organizationId, spaceId, pageId, revisionId } = scene
  const headers = { authorization: `Bearer ${token}` }
  const known = new Set([organizationId, founder, ...members, spaceId, pageId, revisionId])
  const statements = new Map()
  const recorded = []
  // The first use of a token in a minute is written down, which is no part of the usual request.
  await answered(app, { method: 'GET', url: '/v1/user', headers })
  for (const { method, path, body } of requests) {
    const request = { method, url: path, headers: { ...headers, ...contentType(body) }, payload: body }
    // The usual read finds in the cache what never changes.
    if (method === 'GET') await answered(app, request)
    seen.length = 0
    const response = await answered(app, request)
    const queries = seen.slice()
    const steps = queries.map((query) => stepOf(query, statements, known))
    recorded.push({
      key: body === undefined ? path : `${path} ${body}`,
      steps,
      coreSteps: coreOf(queries).map((at) => steps[at]),
      contentType: response.headers['content-type'],
      body: response.body,
    })
  }
  return {
    statements: [...statements.values()].map(({ name, text }) => ({ name, text })),
    requests: recorded,
  }
}

function contentType(body) {
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

async function answered(app, request) {
  const response = await app.inject(request)
  if (response.statusCode === 200) return response
  throw new Error(`${request.method} ${request.url} answered ${response.statusCode}: ${response.body}`)
}

function stepOf({ name, text, values }, statements, known) {
  if (!statements.has(text)) statements.set(text, { at: statements.size, name, text })
  return { statement: statements.get(text).at, values: values.map((value) => portable(value, known)) }
}

/** A value as JSON can carry it; times and new ids become holes to be filled anew for every request. */
function portable(value, known) {
  if (value instanceof Date) return { fresh: 'time' }
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') }
  const isFresh = (text) => typeof text === 'string' && ID.test(text) && !known.has(text)
  if (isFresh(value)) return { fresh: 'id' }
  if (Array.isArray(value) && value.length === 1 && isFresh(value[0])) return { fresh: 'ids' }
  return value
}

/**
 * Which queries would be left if nobody asked who the caller is and what they may do: of a read the last one,
 * of a write the transaction from the first lock or change on.
 */
function coreOf(queries) {
  const begin = queries.findIndex(({ text }) => text === 'begin')
  if (begin < 0) return [queries.length - 1]
  const first = queries.findIndex(({ text }) => /^\s*(insert|update|delete)\b|\bfor update$/.test(text))
  return [begin, ...queries.keys()].filter((at, place) => place === 0 || at >= first)
}
