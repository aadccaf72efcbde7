// node bench/sites.js URL TOKEN [--seconds 3]
// What readers of sites ask for, beside two bare servers that send the same bytes: one does nothing else, the other asks
// the database first which site it is. On sites of one and of many spaces, and of few and of many pages. The running
// Quire must not limit rates. Without the bench around it, only the first of the two is there.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'

const CONNECTIONS = 16
const MANY_SPACES = 500
const MANY_PAGES = 10_000
const PAGES_A_REQUEST = 50
const ROUNDS = 3

const TEXT = `A page as people write them, with some words in a row so that it has a length.

## Part of it

{% hint style="info" %}
Something to know, and [a link](other.md).
{% endhint %}

\`\`\`js
const answer = 42
\`\`\`

`.repeat(40)

/** Returns rows of requests a second and their ratio to the bare servers. */
export async function measureSites({ url, token, connection, seconds = 3, say }) {
  const api = clientOf(url, token)
  const organization = (await api('POST', '/v1/orgs', { title: 'Readers' })).id
  const shapes = [
    { name: '1 space, 10 pages', spaces: 1, pages: 10 },
    { name: `${MANY_SPACES} spaces, 10 pages`, spaces: MANY_SPACES, pages: 10 },
    { name: `1 space, ${MANY_PAGES} pages`, spaces: 1, pages: MANY_PAGES },
  ]
  const rows = []
  for (const shape of shapes) {
    say?.(`making a site of ${shape.name}`)
    const site = await makeSite(api, organization, shape)
    for (const asked of await questionsOf(url, api, site)) {
      say?.(`asking: ${asked.name}, ${shape.name}`)
      const row = { ...asked, shape: shape.name, ...(await beside(asked, seconds, connection)) }
      rows.push(row)
      say?.(lineOf(row))
    }
  }
  return rows
}

async function makeSite(api, organization, { spaces, pages }) {
  const ids = []
  for (let at = 0; at < spaces; at++)
    ids.push((await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Space ${at}` })).id)
  for (let at = 0; at < pages; at += PAGES_A_REQUEST) {
    const count = Math.min(PAGES_A_REQUEST, pages - at)
    const changes = Array.from({ length: count }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${at + index}`,
      document: { markdown: at + index < 20 ? TEXT : `Page ${at + index}.` },
    }))
    await api('POST', `/v1/spaces/${ids[0]}/content`, { changes })
  }
  const site = await api('POST', `/v1/orgs/${organization}/sites`, {
    title: 'Docs',
    spaces: ids.slice(0, 100),
  })
  const where = `/v1/orgs/${organization}/sites/${site.id}`
  for (const spaceId of ids.slice(100)) await api('POST', `${where}/site-spaces`, { spaceId })
  return { where, published: (await api('POST', `${where}/publish`)).urls.published }
}

async function questionsOf(url, api, { where, published }) {
  const address = `${published}page-3`
  const lookup = { url: address }
  const { apiToken } = await api('POST', '/v1/urls/published', lookup)
  const page = url + new URL(address).pathname
  return [
    {
      name: 'resolve an address',
      request: {
        url: `${url}/v1/urls/published`,
        method: 'POST',
        body: JSON.stringify(lookup),
        headers: { 'content-type': 'application/json' },
      },
    },
    {
      name: 'a published site',
      request: { url: `${url}${where}/published`, headers: { authorization: `Bearer ${apiToken}` } },
    },
    { name: 'a page', request: { url: page } },
  ]
}

/** The least that a server without memory asks for. */
const WHICH_SITE = {
  name: 'site',
  text: 'select id, title, visibility from sites where lower(basename) = lower($1)',
  values: ['docs'],
}

/** Several rounds, one beside the other, since machines are noisy; the middle one counts. */
export async function beside({ request }, seconds, connection) {
  const answer = await fetch(request.url, request)
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${request.url} answered ${answer.status}: ${body}`)
  const bytes = { contentType: answer.headers.get('content-type'), body }
  const sending = await startBare(bytes, request)
  const reading = connection && (await startBare({ ...bytes, connection, statement: WHICH_SITE }, request))
  try {
    await load(request, 1)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await load(request, seconds)
      const bare = await load(sending.request, seconds)
      const withRead = reading && (await load(reading.request, seconds))
      rounds.push({ perSecond: ours, bare, ratio: ours / bare, withRead, ratioWithRead: ours / withRead })
    }
    rounds.sort((a, b) => a.ratio - b.ratio)
    return { bytes: Buffer.byteLength(body), ...rounds[Math.floor(ROUNDS / 2)] }
  } finally {
    sending.stop()
    reading?.stop()
  }
}

async function startBare(told, request) {
  const child = fork(fileURLToPath(new URL('same-bytes.js', import.meta.url)))
  child.send(told)
  const [port] = await once(child, 'message')
  const its = { ...request, url: `http://127.0.0.1:${port}/` }
  await load(its, 1)
  return { request: its, stop: () => child.kill('SIGTERM') }
}

async function load({ url, method = 'GET', body, headers }, seconds) {
  const result = await autocannon({ url, method, body, headers, connections: CONNECTIONS, duration: seconds })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url} failed: ${result.errors}, ${result.non2xx}`)
  return result['2xx'] / result.duration
}

function clientOf(url, token) {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}

export function describeSites(rows) {
  return rows.map(lineOf).join('\n')
}

function lineOf({ name, shape, bytes, perSecond, bare, ratio, withRead, ratioWithRead }) {
  const [ours, theirs] = [perSecond, bare].map((number) => number.toFixed(0).padStart(6))
  const size = `${String(bytes).padStart(7)} bytes`
  const reading = withRead
    ? `  with a read ${withRead.toFixed(0).padStart(6)}/s  ratio ${ratioWithRead.toFixed(2)}`
    : ''
  return `${name.padEnd(19)} ${shape.padEnd(21)} ${size} ${ours}/s  bare ${theirs}/s  ratio ${ratio.toFixed(2)}${reading}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '3' } },
  })
  const [url, token] = positionals
  const say = (what) => console.error(`… ${what}`)
  const rows = await measureSites({ url, token, seconds: Number(values.seconds), say })
  console.log(describeSites(rows))
}
