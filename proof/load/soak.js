// Edits, merges, imports and crawls, again and again, and how much memory the processes have meanwhile.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../bench/client.js'
import { memoryOf } from '../../bench/processes.js'

const EVERY_SECONDS = 5

export async function soak({ url, token, space, pages, home, servers }, seconds, say) {
  const api = client(url, token)
  const elsewhere = await openElsewhere()
  const until = performance.now() + seconds * 1000
  const counts = { merges: 0, imports: 0, 'pages read': 0 }
  const go = async (work) => {
    for (let round = 0; performance.now() < until; round++) await work(round)
  }
  const memory = []
  const watch = go(async () => {
    memory.push(servers.reduce((sum, { pid }) => sum + memoryOf(pid), 0))
    await sleep(EVERY_SECONDS * 1000)
  })
  await Promise.all([
    watch,
    go(async (round) => {
      await merge(api, space, pages[round % pages.length].id, round)
      counts.merges += 1
      await sleep(200)
    }),
    go(async (round) => {
      await importPage(api, space, elsewhere.url, round)
      counts.imports += 1
      await sleep(2_000)
    }),
    go(async (round) => {
      const answer = await fetch(`${url}${home}${pages[round % pages.length].slug}`)
      if (!answer.ok) throw new Error(`A page of the site answered ${answer.status}`)
      await answer.arrayBuffer()
      counts['pages read'] += 1
    }),
  ])
  elsewhere.close()
  // The first quarter is for the compiler and the caches.
  const part = (from, to) => memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to))
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [before, after] = [mean(part(0.25, 0.5)), mean(part(0.75, 1))]
  say(`memory in MB: ${memory.map((value) => value.toFixed(0)).join(' ')}`)
  return [
    {
      minutes: (seconds / 60).toFixed(0),
      ...counts,
      'second quarter, MB': before.toFixed(0),
      'last quarter, MB': after.toFixed(0),
      growth: `${((after / before - 1) * 100).toFixed(1)} %`,
    },
  ]
}

async function merge(api, space, page, round) {
  const { number } = await api('POST', `${space}/change-requests`, { subject: `Round ${round}` })
  const at = `${space}/change-requests/${number}`
  const changes = [{ operation: 'update_page', page, document: { markdown: `Round ${round}.\n\n## Part\n` } }]
  await api('POST', `${at}/content`, { changes })
  await api('POST', `${at}/merge`)
}

/** Fetched, and converted in a process of its own. */
async function importPage(api, space, elsewhere, round) {
  const { number } = await api('POST', `${space}/change-requests`, { subject: `Import ${round}` })
  const at = `${space}/change-requests/${number}`
  await api('POST', `${at}/content/import`, { url: `${elsewhere}/round-${round}.html`, source: 'website' })
  await api('PATCH', at, { status: 'archived' })
}

async function openElsewhere() {
  const page = '<h1>From elsewhere</h1><p>Text <b>that others wrote</b>.</p><ul><li>one<li>two</ul>'
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
