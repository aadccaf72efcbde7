// What one, two and four processes answer behind nginx, on one PostgreSQL; and whether memory grows while people work for
// twenty minutes.
import autocannon from 'autocannon'
import { client } from '../../bench/client.js'
import { freePort } from '../../bench/processes.js'
import { openService } from '../service.js'
import { openNginx } from './nginx.js'
import { soak } from './soak.js'

const LONG = { processes: [1, 2, 4], seconds: 20, soakSeconds: 20 * 60 }
const SHORT = { processes: [1], seconds: 1, soakSeconds: 10 }
const CONNECTIONS = 32
const PAGES = 200

export async function measureLoad({ isShort, say }) {
  const { processes, seconds, soakSeconds } = isShort ? SHORT : LONG
  const rows = []
  for (const count of processes) {
    say(`load on ${count} processes`)
    rows.push(...(await withSite(count, (site) => measure(site, count, seconds))))
  }
  say(`work for ${soakSeconds} seconds`)
  const memory = await withSite(2, (site) => soak(site, soakSeconds, say))
  return { load: rows, soak: memory }
}

async function withSite(processes, work) {
  const port = await freePort()
  // Sites are found by the name that people use, which is that of nginx.
  const environment = { QUIRE_ALLOW_PRIVATE_NETWORK: 'on', QUIRE_PUBLIC_URL: `http://127.0.0.1:${port}` }
  const service = await openService({ processes, environment })
  try {
    const nginx = await openNginx(service.folder, port, service.servers)
    try {
      return await work({ ...(await makeSite(service.servers[0])), url: nginx.url, servers: service.servers })
    } finally {
      await nginx.close()
    }
  } finally {
    await service.close()
  }
}

async function makeSite({ url, token }) {
  const api = client(url, token)
  const { id } = await api('POST', '/v1/orgs', { title: 'Load' })
  const at = `/v1/orgs/${id}`
  const space = await api('POST', `${at}/spaces`, { title: 'Guide' })
  const words = 'Words that people read.\n\n## Part\n\n```js\nconst answer = 42\n```\n\n'
  for (let made = 0; made < PAGES; made += 50) {
    const changes = Array.from({ length: 50 }, (_, which) => ({
      operation: 'insert_page',
      title: `Page ${made + which}`,
      document: { markdown: words.repeat(20) },
    }))
    await api('POST', `/v1/spaces/${space.id}/content`, { changes })
  }
  const { pages } = await api('GET', `/v1/spaces/${space.id}/content/pages`)
  const site = await api('POST', `${at}/sites`, { title: 'Docs', spaces: [space.id] })
  const { urls } = await api('POST', `${at}/sites/${site.id}/publish`)
  return { api, token, space: `/v1/spaces/${space.id}`, pages, home: new URL(urls.published).pathname }
}

async function measure({ url, token, space, pages, home }, processes, seconds) {
  const some = pages.slice(0, 40)
  const kinds = {
    'a page by the API': some.map(({ id }) => ({ path: `${space}/content/page/${id}?format=markdown` })),
    'a page of a site': some.map(({ slug }) => ({ path: `${home}${slug}` })),
  }
  const rows = []
  for (const [kind, requests] of Object.entries(kinds)) {
    const run = (options) =>
      autocannon({
        url,
        connections: CONNECTIONS,
        headers: { authorization: `Bearer ${token}` },
        requests,
        ...options,
      })
    await run({ duration: Math.min(5, seconds) })
    const full = await run({ duration: seconds })
    const rate = full['2xx'] / full.duration
    const half = await run({ duration: seconds, overallRate: Math.max(1, Math.round(rate / 2)) })
    for (const { errors, non2xx } of [full, half])
      if (errors + non2xx > 0) throw new Error(`${kind}: ${errors} errors, ${non2xx} refusals`)
    rows.push({
      request: kind,
      processes,
      'a second': rate.toFixed(0),
      'half load: median, p99 (ms)': `${half.latency.p50}, ${half.latency.p99}`,
      'full load: median, p99 (ms)': `${full.latency.p50}, ${full.latency.p99}`,
    })
  }
  return rows
}
