// A site behind nginx's cache.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianProgram } from '../../test/debian-program.ts'
import {
  type Api,
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  type Server,
  startServer,
  until,
} from '../server.ts'

const TOKEN = 'acceptance-admin-token'
const PAGES = 10
const ROUNDS = 50

const program = debianProgram('nginx', 'nginx-light') ?? ''

let folder: string
let server: Server
let nginx: ChildProcess
let api: Api

beforeAll(async () => {
  if (program === '') return
  folder = await makeFolder()
  const { env } = await newDatabase()
  server = await startServer({
    folder,
    env: {
      ...env,
      QUIRE_ADMIN_TOKEN: TOKEN,
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_PUBLIC_URL: 'http://quire.test',
      QUIRE_TRUST_PROXY: 'on',
      QUIRE_SHARED_CACHE_SECONDS: '300',
    },
  })
  api = apiOf(server.url, TOKEN)
  await mkdir(join(folder, 'nginx'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx/${name};`,
  )
  const settings = join(folder, 'nginx', 'nginx.conf')
  await writeFile(
    settings,
    `daemon off; master_process off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log;
events {}
http {
  ${paths.join('\n  ')}
  access_log off;
  proxy_cache_path ${folder}/nginx/cache keys_zone=sites:10m max_size=100m inactive=1d;
  server {
    listen unix:${folder}/nginx/socket;
    location / {
      proxy_pass ${server.url};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For 192.0.2.1;
      proxy_set_header X-Forwarded-Proto https;
      proxy_cache sites;
      proxy_cache_key $host$request_uri;
      proxy_cache_lock on;
      proxy_cache_bypass $http_x_refresh;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`,
  )
  nginx = spawn(program, ['-c', settings, '-p', join(folder, 'nginx')], { stdio: 'ignore' })
  await until(async () => existsSync(join(folder, 'nginx', 'socket')))
})

afterAll(async () => {
  if (program === '') return
  nginx.kill('SIGTERM')
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

type Answer = { status: number; cache: string; text: string; expires?: string }

function read(host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socketPath = join(folder, 'nginx', 'socket')
    const sent = request({ socketPath, path, headers: { host, ...headers } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { 'x-cache': cache = '', 'x-accel-expires': expires } = response.headers
      const text = Buffer.concat(chunks).toString()
      resolve({ status: response.statusCode ?? 0, cache: String(cache), text, expires: expires?.toString() })
    })
    sent.on('error', reject).end()
  })
}

async function newSite(visibility: string, more: object = {}) {
  const organization = (await api('POST', '/v1/orgs', { title: 'Cached' })).body.id
  const space = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
  const changes = Array.from({ length: PAGES }, (_, at) => ({
    operation: 'insert_page',
    title: `Page ${at}`,
    document: { markdown: `Openword ${at}.` },
  }))
  const { body } = await api('POST', `/v1/spaces/${space}/content`, { changes })
  const page = body.changes[0].page.id
  const wanted = { title: 'Docs', visibility, spaces: [space] }
  const site = (await api('POST', `/v1/orgs/${organization}/sites`, wanted)).body.id
  const url = `/v1/orgs/${organization}/sites/${site}`
  const host = `docs-${site.toLowerCase()}.example.org`
  expect((await api('PATCH', url, { hostname: host, ...more })).status).toBe(200)
  expect((await api('POST', `${url}/publish`)).status).toBe(200)
  return { host, space, page, url }
}

/** Answers that the service itself gave to readers. */
async function answered() {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const [, count = '0'] = /quire_site_answer_duration_seconds_count\{kind="page"\} (\d+)/.exec(metrics) ?? []
  return Number(count)
}

async function readAll(host: string, headers: Record<string, string> = {}) {
  const before = await answered()
  const found: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++)
    for (let at = 0; at < PAGES; at++) {
      const { status, cache } = await read(host, `/page-${at}`, headers)
      const key = `${status} ${cache}`
      found[key] = (found[key] ?? 0) + 1
    }
  return { found, asked: (await answered()) - before }
}

describe.skipIf(program === '')("nginx's cache", () => {
  it('answers readers of public pages: the service sees each page once', async () => {
    const { host, page, space } = await newSite('public')
    expect(await readAll(host)).toEqual({
      found: { '200 MISS': PAGES, '200 HIT': PAGES * (ROUNDS - 1) },
      asked: PAGES,
    })
    // What is in cookies of others changes nothing of it.
    expect((await read(host, '/page-1', { cookie: '_ga=1' })).cache).toBe('HIT')
    const change = { operation: 'update_page', page, document: { markdown: 'A harbour instead.' } }
    await api('POST', `/v1/spaces/${space}/content`, { changes: [change] })
    const old = await read(host, '/page-0')
    expect([old.cache, old.text.includes('Openword 0.')]).toEqual(['HIT', true])
    const fresh = await read(host, '/page-0', { 'x-refresh': '1' })
    expect([fresh.cache, fresh.text.includes('A harbour instead.')]).toEqual(['BYPASS', true])
    const kept = await read(host, '/page-0')
    expect([kept.cache, kept.text.includes('A harbour instead.')]).toEqual(['HIT', true])
  })

  it.each([
    ['that are adaptive', 'public', { adaptiveContent: { enabled: true } }, 200],
    ['behind share links', 'share-link', {}, 403],
    ['for visitors who are known', 'visitor-auth', {}, 401],
  ])('never answers for pages %s', async (_, visibility, more, status) => {
    const { host } = await newSite(visibility, more)
    expect(await readAll(host)).toEqual({
      found: { [`${status} MISS`]: PAGES * ROUNDS },
      asked: PAGES * ROUNDS,
    })
  })
})
