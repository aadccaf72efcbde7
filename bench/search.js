// node bench/search.js URL TOKEN [--pages 500 --sections 100 --seconds 10 --clients 8 --space ID]
// Fills a space of a running Quire with sections, then searches it as several clients at once.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const WORDS = 20_000
const WORDS_A_SECTION = 60
const PAGES_A_REQUEST = 25
/** One section in so many is in Chinese, Japanese or Korean. */
const OTHER_SCRIPTS = 10
const SCRIPTS = [
  [0x4e00, 3000],
  [0x3041, 80],
  [0xac00, 3000],
]
const SYLLABLES = 'ba ce di fo gu la me ni ro su ta ve wi xo zu con pre tra ster ing'.split(' ')
const DAY = 24 * 60 * 60 * 1000
// The compiler has to see the code, and every connection its statements: a search passes through much of both, and a
// server is twice as fast after fifteen seconds of searching as in the first.
const WARM_UP_SECONDS = 15

/**
 * Fills (unless `space` is the id of one that was filled before) and searches. Returns milliseconds until everything
 * was found, and pages that were written meanwhile and after it, and percentiles by kind of query.
 */
export async function measureSearch({
  url,
  token,
  space,
  pages = 500,
  sections = 100,
  seconds = 10,
  clients = 8,
  say,
}) {
  const client = clientOf(url, token)
  const random = randomFrom(42)
  const words = vocabulary(random)
  const filling = space ? undefined : await fill(client, { words, random, pages, sections, say })
  const path = `/v1/spaces/${space ?? filling.space}/search`
  const ask = (query) => client('GET', `${path}?query=${encodeURIComponent(query)}`)
  const next = () => {
    const { kind, make } = KINDS[Math.floor(random() * KINDS.length)]
    return { kind, query: make(words, random) }
  }
  say?.(`warming up for ${WARM_UP_SECONDS} s`)
  await search({ ask, next, clients, seconds: WARM_UP_SECONDS })
  say?.(`searching: ${clients} clients, ${seconds} s`)
  const { times, empty } = await search({ ask, next, clients, seconds })
  const all = [...times.values()].flat()
  const rows = [...[...times].map(([kind, list]) => summary(kind, list)), summary('all', all)]
  return { ...filling, rows, empty, perSecond: all.length / seconds }
}

async function search({ ask, next, clients, seconds }) {
  const times = new Map(KINDS.map(({ kind }) => [kind, []]))
  let empty = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const { kind, query } = next()
        const start = performance.now()
        const { count } = await ask(query)
        times.get(kind).push(performance.now() - start)
        if (count === 0) empty += 1
      }
    }),
  )
  return { times, empty }
}

/** Each query is another one; words are as common in queries as they are in texts. */
const KINDS = [
  { kind: 'a word', make: (words, random) => pick(words, random) },
  { kind: 'two words', make: (words, random) => `${pick(words, random)} ${pick(words, random)}` },
  {
    kind: 'a beginning',
    make: (words, random) => pick(words, random).slice(0, 2 + Math.floor(random() * 3)),
  },
  { kind: 'a common word', make: (words, random) => words[Math.floor(random() * 5)] },
  { kind: 'a typing error', make: (words, random) => misspelt(pick(words, random), random) },
  { kind: 'other scripts', make: (_words, random) => run(random, 2 + Math.floor(random() * 2)) },
  {
    kind: 'five words',
    make: (words, random) => Array.from({ length: 5 }, () => pick(words, random)).join(' '),
  },
]

async function fill(client, { words, random, pages, sections, say }) {
  const organization = (await client('POST', '/v1/orgs', { title: 'Search bench' })).id
  const { id: space } = await client('POST', `/v1/orgs/${organization}/spaces`, { title: 'Many sections' })
  say?.(`writing ${pages} pages of ${sections} sections`)
  for (let done = 0; done < pages; done += PAGES_A_REQUEST) {
    const changes = Array.from({ length: Math.min(PAGES_A_REQUEST, pages - done) }, () => ({
      operation: 'insert_page',
      title: sentence(words, random, 3),
      document: { markdown: pageOf(words, random, sections) },
    }))
    await client('POST', `/v1/spaces/${space}/content`, { changes })
  }
  say?.('waiting until all is found')
  const start = performance.now()
  const meanwhile = await untilFound(client, space, 'meanwhile')
  while ((await client('GET', `/v1/spaces/${space}/search?query=meanwhile`)).outdated) await sleep(200)
  const indexed = performance.now() - start
  return { space, indexed, meanwhile, oneMore: await untilFound(client, space, 'onemore') }
}

/** Milliseconds until a page with this word, which is written now, is found. */
async function untilFound(client, space, word) {
  const changes = [
    { operation: 'insert_page', title: 'Last', document: { markdown: `The ${word} is here.` } },
  ]
  await client('POST', `/v1/spaces/${space}/content`, { changes })
  const start = performance.now()
  while (performance.now() - start < DAY) {
    const { items } = await client('GET', `/v1/spaces/${space}/search?query=${word}`)
    if (items.length > 0) return performance.now() - start
    await sleep(20)
  }
}

function pageOf(words, random, sections) {
  return Array.from({ length: sections }, () => {
    const isOther = random() < 1 / OTHER_SCRIPTS
    const body = isOther ? run(random, 150) : sentence(words, random, WORDS_A_SECTION)
    return `## ${sentence(words, random, 3)}\n\n${body}.`
  }).join('\n\n')
}

function vocabulary(random) {
  const words = new Set()
  while (words.size < WORDS) {
    const length = 2 + Math.floor(random() * 3)
    words.add(Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''))
  }
  return [...words]
}

/** A word by Zipf: the n-th most common is n times as rare as the first. */
function pick(words, random) {
  return words[Math.min(words.length, Math.floor(words.length ** random())) - 1]
}

function sentence(words, random, length) {
  return Array.from({ length }, () => pick(words, random)).join(' ')
}

function run(random, length) {
  const [from, count] = SCRIPTS[Math.floor(random() * SCRIPTS.length)]
  const zipf = () => Math.floor(count ** random()) - 1
  return Array.from({ length }, () => String.fromCodePoint(from + zipf())).join('')
}

function misspelt(word, random) {
  const at = Math.floor(random() * (word.length - 1))
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

/** The same numbers every time: mulberry32. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Plain node:http: the client shares the machine with what it measures, and fetch takes several times as much of it. */
function clientOf(url, token) {
  const agent = new Agent({ keepAlive: true })
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request(url + path, { agent, method, headers })
    sent.end(body && JSON.stringify(body))
    const [response] = await once(sent, 'response')
    const answer = await text(response)
    if (response.statusCode < 300) return JSON.parse(answer)
    throw new Error(`${method} ${path.slice(0, 100)} answered ${response.statusCode}: ${answer}`)
  }
}

function summary(kind, list) {
  const sorted = list.toSorted((one, other) => one - other)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { kind, count: list.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const GOAL = 50

export function describeSearch({ rows, perSecond, empty, indexed, meanwhile, oneMore }) {
  const all = rows.find(({ kind }) => kind === 'all')
  const told = all.p95 < GOAL ? 'reached' : 'MISSED'
  return [
    '',
    `Search over 50,000 sections, 8 clients, milliseconds (goal: p95 of all under ${GOAL}, ${told})`,
    '  query                  count      p50      p95      p99',
    ...rows.map(
      ({ kind, count, p50, p95, p99 }) =>
        `  ${kind.padEnd(20)} ${[count, p50, p95, p99].map((value) => value.toFixed(0).padStart(8)).join(' ')}`,
    ),
    `  ${perSecond.toFixed(0)} searches a second; ${empty} found nothing`,
    ...(oneMore === undefined
      ? []
      : [
          `  a new page was found after ${oneMore.toFixed(0)} ms (goal 1000); one that was written while all others were`,
          `  indexed, which took ${(indexed / 1000).toFixed(1)} s from then on, after ${meanwhile.toFixed(0)} ms`,
        ]),
  ].join('\n')
}

async function main() {
  const number = (name) => (flags[name] === undefined ? undefined : Number(flags[name]))
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      ['pages', 'sections', 'seconds', 'clients', 'space'].map((name) => [name, { type: 'string' }]),
    ),
  })
  const result = await measureSearch({
    url: positionals[0],
    token: positionals[1],
    space: flags.space,
    pages: number('pages'),
    sections: number('sections'),
    seconds: number('seconds'),
    clients: number('clients'),
    say: (what) => console.error(`… ${what}`),
  })
  const { rows, ...rest } = result
  console.table(rows.map(({ kind, ...numbers }) => ({ kind, ...rounded(numbers) })))
  console.log(JSON.stringify(rounded(rest)))
}

function rounded(numbers) {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 10) / 10 : value,
    ]),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
