// Two megabytes of what is hard to read, at every door: how long the event loop of the server is held up meanwhile, how
// long others wait for an answer, beside a process that does nothing, and how much memory it takes: what the server has
// more than before the first of them, and all that another process of ours has.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './client.js'
import { memoryOf, startIdle, stop, watchLoops } from './processes.js'

const SIZE = 2_000_000
const GOALS = { milliseconds: 100, megabytes: 500 }
/** What indexes a page begins a moment after it was written. */
const AFTERWARDS = 3_000

const filled = (piece, size = SIZE) => piece.repeat(Math.floor(size / piece.length))
const block = (type, more) => ({ object: 'block', type, ...more })
const paragraph = (text) =>
  block('paragraph', { nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }] })
const times = (count, value) => Array.from({ length: count }, () => value)
const named = (count, value) => Object.fromEntries(times(count, value).map((each, at) => [`n${at}`, each]))

const TEXTS = {
  headings: filled('# a\n', SIZE / 2),
  items: filled('- a\n', SIZE / 2),
  rows: `a|b\n-|-\n${filled('a|b\n', SIZE / 2)}`,
  links: filled('[a](b.md) ', SIZE / 2),
  brackets: filled('[', SIZE / 2),
}

const DOCUMENTS = {
  'values of nothing': { nodes: times(900_000, 0) },
  paragraphs: { nodes: times(13_000, paragraph('a')) },
  'a table of empty cells': {
    nodes: [
      block('table', { data: { definition: named(1_000, { type: 'text' }), records: named(10_000, {}) } }),
    ],
  },
}

const PAGES = {
  'lines of HTML': ['html', filled('a<br>', 1_400_000)],
  'elements in elements': ['html', filled('<b>')],
  'rows of HTML': ['html', `<table>${filled('<tr><td>a<td>b')}</table>`],
  'links in links': ['html', `${'<a href="#a">'.repeat(140)}${filled('a<br>', 1_400_000)}`],
  'lines of code': ['html', `<pre>${filled('\n')}a</pre>`],
}

export async function measureHostile({ url, token, say, child, stopLater }) {
  const api = client(url, token)
  const organization = await api('POST', '/v1/orgs', { title: 'Bench of hostile texts' })
  const idle = startIdle({ onSpawn: stopLater })
  const server = { api, url, organization, child, idle, atRest: memoryOf(child.pid) }
  const results = []
  for (const [kind, work] of worksOf(server)) {
    say(kind)
    results.push({ kind, ...(await measured(server, work)) })
  }
  await stop(idle)
  return results
}

function worksOf(server) {
  const texts = Object.entries(TEXTS).map(([kind, markdown]) => [
    `Markdown: ${kind}`,
    () => writeAndRead(server, { markdown }),
  ])
  const documents = Object.entries(DOCUMENTS).map(([kind, document]) => [
    `document: ${kind}`,
    () => writeAndRead(server, { document: { object: 'document', data: {}, ...document } }),
  ])
  const pages = Object.entries(PAGES).map(([kind, [source, text]]) => [
    `import: ${kind}`,
    () => bring(server, source, text),
  ])
  return [...texts, ...documents, ...pages]
}

async function openSpace({ api, organization }) {
  const space = await api('POST', `/v1/orgs/${organization.id}/spaces`, { title: 'Hostile' })
  return `/v1/spaces/${space.id}`
}

/** Inserted, read twice, renamed. */
async function writeAndRead(server, document) {
  const { api } = server
  const at = await openSpace(server)
  const insert = { operation: 'insert_page', title: 'Hostile', document }
  const { changes } = await api('POST', `${at}/content`, { changes: [insert] })
  const page = changes[0].page.id
  for (let round = 0; round < 2; round++) await api.text('GET', `${at}/content/page/${page}?format=document`)
  await api('POST', `${at}/content`, { changes: [{ operation: 'update_page', page, title: 'B', slug: 'b' }] })
}

async function bring(server, source, text) {
  const { api, url, organization } = server
  const at = await openSpace(server)
  const bytes = Buffer.from(text)
  const file = { name: 'a.html', type: 'text/html', size: bytes.length }
  const upload = await api('POST', `/v1/orgs/${organization.id}/storage/upload`, {
    file,
    kind: 'import_file',
  })
  const { pathname, search } = new URL(upload.url)
  const sent = await fetch(url + pathname + search, {
    method: 'PUT',
    headers: { 'content-type': file.type },
    body: bytes,
  })
  if (!sent.ok) throw new Error(`The upload is answered with ${sent.status}`)
  await api('POST', `${at}/content/import`, { url: upload.url, source })
}

async function measured({ url, child, idle, atRest }, work) {
  const told = watchLoops(child, idle)
  const others = askOthers(url)
  const memory = watchMemory(child.pid, atRest)
  const began = performance.now()
  const outcome = await work().then(
    () => 'done',
    (error) => /answered (\d+: .*)/s.exec(error.message)?.[1] ?? error.message,
  )
  const seconds = (performance.now() - began) / 1000
  await sleep(AFTERWARDS)
  const [blocked, idled] = await told()
  return { outcome, seconds, blocked, idled, waited: await others.end(), ...memory.end() }
}

/** Somebody who asks all the while. */
function askOthers(url) {
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - began)
      await sleep(5)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return longest
    },
  }
}

/** The most that the server takes, and the most that one of the processes it started does. */
function watchMemory(pid, atRest) {
  let [server, other] = [0, 0]
  const timer = setInterval(() => {
    server = Math.max(server, (memoryOf(pid) ?? 0) - atRest)
    for (const each of childrenOf(pid)) other = Math.max(other, memoryOf(each) ?? 0)
  }, 50)
  return {
    end() {
      clearInterval(timer)
      return { server, other }
    },
  }
}

/** Those that run our code; the database has a limit of its own. */
function childrenOf(pid) {
  const isOurs = (id) => {
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
      return Number(parent) === pid && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('node')
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))
}

export function describeHostile(results) {
  const cell = (number) => number.toFixed(0).padStart(8)
  const lines = results.map(({ kind, outcome, seconds, blocked, idled, waited, server, other }) => {
    const isGood = blocked - idled < GOALS.milliseconds && Math.max(server, other) < GOALS.megabytes
    const figures = [blocked, idled, waited, server, other].map(cell).join('')
    return `  ${kind.padEnd(34)}${seconds.toFixed(1).padStart(6)} s${figures}   ${isGood ? 'yes' : 'NO '}   ${outcome.slice(0, 60)}`
  })
  return [
    `Hostile texts; goal: held up less than ${GOALS.milliseconds} ms longer than the idle process, less than ${GOALS.megabytes} MB:`,
    `  ${''.padEnd(34)}        ${['held up', 'idle', 'waited', 'server', 'others'].map((name) => name.padStart(8)).join('')}`,
    ...lines,
    '',
  ].join('\n')
}
