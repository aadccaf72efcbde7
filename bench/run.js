// npm run bench [-- --seconds 5 --rounds 3 --only requests,search,git,pdf,parsing,hostile,openapi,translations,conditions,sites,events,webhooks --json FILE]
// Requests a second of Quire beside those of a bare server that does the same without checks; searching; Git; PDF;
// parsing; translations; conditions; what readers of sites ask for; events, and those that are sent to others.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCluster } from '../dist/program/bench.js'
import { describeConditions, measureConditions } from './conditions.js'
import { describeEvents, measureEvents } from './events.js'
import { describeGit, measureGit } from './git.js'
import { describeHostile, measureHostile } from './hostile.js'
import { CONNECTIONS, load } from './load.js'
import { describeOpenapi, measureOpenapi } from './openapi.js'
import { describeParsing, measureParsing } from './parse.js'
import { describePdf, measurePdf } from './pdf.js'
import { freePort, memoryOf, startBare, startQuire, stop } from './processes.js'
import { openStudio, ROLES } from './record.js'
import { describe, summarize } from './report.js'
import { describeSearch, measureSearch } from './search.js'
import { describeSites, measureSites } from './sites.js'
import { describeTranslations, measureTranslations } from './translations.js'
import { describeWebhooks, measureWebhooks } from './webhooks.js'

// Quire is much slower until the compiler has seen enough of it; the bare server has far less to compile.
const WARM_UP_SECONDS = 5
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: {
      type: 'string',
      default:
        'requests,search,git,pdf,parsing,hostile,openapi,translations,conditions,sites,events,webhooks',
    },
    json: { type: 'string' },
  },
})
const settings = {
  seconds: positive('seconds'),
  rounds: positive('rounds'),
  connections: CONNECTIONS,
}

function positive(name) {
  const number = Number(flags[name])
  if (Number.isInteger(number) && number > 0 && number <= 600) return number
  console.error(`--${name} must be a whole number from 1 to 600`)
  process.exit(2)
}

const undoing = []
let cleaned
let current

/** Undoes what was done, last thing first; once. */
function cleanUp() {
  cleaned ??= (async () => {
    current?.stop()
    for (const undo of undoing.reverse()) {
      await undo().catch((error) => console.error(`While cleaning up: ${error.message}`))
    }
  })()
  return cleaned
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    if (cleaned) return
    say('stopping and cleaning up')
    await cleanUp()
    process.exit(130)
  })
}

function say(what) {
  console.error(`… ${what}`)
}

const stopLater = (child) => undoing.push(() => stop(child))

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'))
  undoing.push(() => rm(folder, { recursive: true, force: true }))
  // Started by root, the database runs as somebody else, who has to get to its folder.
  await chmod(folder, 0o711)
  const port = await freePort()
  // The Git server of the bench is on this machine.
  const environment = { QUIRE_ALLOW_PRIVATE_NETWORK: 'on' }
  const start = () => startQuire({ folder, port, environment, onSpawn: stopLater })

  say('first start, on an empty folder')
  const first = await start()
  await stop(first.child)
  say('second start')
  const quire = await start()
  await sleep(5_000)
  const memory = [{ when: '5 s after the start', megabytes: memoryOf(quire.pid) }]

  say('furnishing: an organization of 200 members beside its founder')
  const cluster = await openCluster({ folder: join(folder, 'data') })
  undoing.push(() => cluster.leave())
  const studio = await openStudio(cluster.connection, quire.url)
  undoing.push(() => studio.close())
  const result = { node: process.version, settings, memory }
  if (wants('requests')) {
    const cases = casesOf(studio)
    const bare = await openBare(folder, cluster, studio, cases)
    await requireSameBytes(cases, studio, quire, bare)
    result.cases = await measure(cases, studio, quire, bare)
    say('resting for 10 s')
    await sleep(10_000)
    memory.push({ when: '10 s after the load', megabytes: memoryOf(quire.pid) })
  }
  const server = { url: quire.url, token: studio.token, say }
  if (wants('search')) result.search = await measureSearch(server)
  if (wants('git')) result.git = await measureGit({ ...server, child: quire.child, folder, stopLater })
  if (wants('pdf')) result.pdf = await measurePdf(server)
  if (wants('hostile')) result.hostile = await measureHostile({ ...server, child: quire.child, stopLater })
  if (wants('openapi')) result.openapi = await measureOpenapi({ ...server, child: quire.child, stopLater })
  if (wants('translations')) result.translations = await measureTranslations(server)
  if (wants('parsing')) result.parsing = measureParsing()
  if (wants('conditions')) result.conditions = measureConditions()
  if (wants('sites')) result.sites = await measureSites({ ...server, connection: cluster.connection })
  if (wants('events')) result.events = await measureEvents({ ...studio, say })
  if (wants('webhooks')) result.webhooks = await measureWebhooks(server)
  result.starts = [
    { what: 'first, on an empty folder', milliseconds: first.milliseconds },
    { what: 'second', milliseconds: quire.milliseconds },
  ]
  return result
}

const wants = (part) => flags.only.split(',').includes(part)

function casesOf({ organizationId, members, spaceId, pageId }) {
  const organization = `/v1/orgs/${organizationId}`
  const changes = ROLES.flatMap((role) =>
    // A lane a member: where two connections changed the same one, some changes would change nothing.
    members.map((id, lane) => ({
      lane,
      method: 'PATCH',
      path: `${organization}/members/${id}`,
      body: JSON.stringify({ role }),
    })),
  )
  const list = `${organization}/members?limit=50`
  return [
    { name: 'GET /v1/orgs/{id}', goal: 0.6, requests: [{ method: 'GET', path: organization }] },
    { name: 'GET …/members?limit=50', goal: 0.6, requests: [{ method: 'GET', path: list }] },
    {
      name: 'GET …/content/page/{id}',
      goal: 0.6,
      requests: [{ method: 'GET', path: `/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown` }],
    },
    { name: 'PATCH …/members/{id}', goal: 0.5, requests: changes, isWrite: true },
  ]
}

async function openBare(folder, { connection }, studio, cases) {
  const recordFile = join(folder, 'record.json')
  const record = await studio.record(cases.flatMap(({ requests }) => requests))
  await writeFile(recordFile, JSON.stringify({ connection, ...record }), { mode: 0o600 })
  return startBare({ recordFile, onSpawn: stopLater })
}

/** A comparison of servers that answer differently would say nothing. */
async function requireSameBytes(cases, { token }, quire, bare) {
  for (const { name, requests } of cases) {
    const { method, path, body } = requests[0]
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const bodies = []
    for (const url of [quire.url, `${bare.url}/same`, `${bare.url}/core`]) {
      const response = await fetch(url + path, { method, headers, body })
      bodies.push(await response.text())
    }
    if (new Set(bodies).size > 1) throw new Error(`${name}: the answers differ:\n${bodies.join('\n')}`)
  }
}

async function measure(cases, studio, quire, bare) {
  const sides = [
    { side: 'quire', server: quire },
    { side: 'same', server: bare, prefix: '/same' },
    { side: 'core', server: bare, prefix: '/core' },
  ]
  const summaries = []
  for (const trial of cases) {
    for (const side of sides) await measureOnce(trial, side, studio, WARM_UP_SECONDS)
    const rounds = []
    for (let round = 1; round <= settings.rounds; round++) {
      // There and back again, so that a machine that grows slower or faster favours nobody.
      const order = round % 2 ? sides : sides.toReversed()
      const results = {}
      for (const side of order) results[side.side] = await measureOnce(trial, side, studio, settings.seconds)
      const shown = sides.map(({ side }) => `${side} ${results[side].perSecond.toFixed(0)}/s`)
      say(`${trial.name}, round ${round} of ${settings.rounds}: ${shown.join(', ')}`)
      rounds.push(results)
    }
    summaries.push(summarize(trial, rounds))
  }
  return summaries
}

async function measureOnce({ name, requests, isWrite }, { side, server, prefix }, studio, seconds) {
  const { pool, token, organizationId, members } = studio
  if (isWrite) {
    // The first pass sets the first role; and everybody begins with equally tidy tables.
    await pool.query('update members set role = $1 where organization_id = $2 and user_id = any($3)', [
      ROLES[1],
      organizationId,
      members,
    ])
    await pool.query('truncate events')
    await pool.query('vacuum (analyze) members')
  }
  await pool.query('checkpoint')
  const onStart = (running) => {
    current = running
  }
  const result = await load({ server, prefix, requests, token, seconds, onStart })
  if (isWrite) await requireWrites(pool, result.answered, `${name} on ${side}`)
  return result
}

async function requireWrites(pool, answered, what) {
  const { rows } = await pool.query("select count(*)::int as count from events where type = 'member.changed'")
  if (rows[0].count < answered) throw new Error(`${what}: ${answered} answers, but ${rows[0].count} changes`)
}

try {
  const result = await main()
  if (result.cases) console.log(describe(result))
  if (result.search) console.log(describeSearch(result.search))
  if (result.git) console.log(describeGit(result.git))
  if (result.pdf) console.log(describePdf(result.pdf))
  if (result.hostile) console.log(describeHostile(result.hostile))
  if (result.openapi) console.log(describeOpenapi(result.openapi))
  if (result.translations) console.log(describeTranslations(result.translations))
  if (result.parsing) console.log(describeParsing(result.parsing))
  if (result.conditions) console.log(describeConditions(result.conditions))
  if (result.sites) console.log(describeSites(result.sites))
  if (result.events) console.log(describeEvents(result.events))
  if (result.webhooks) console.log(describeWebhooks(result.webhooks))
  if (flags.json) await writeFile(flags.json, `${JSON.stringify(result, null, 2)}\n`)
} catch (error) {
  // What fails while everything is being stopped fails because of that.
  if (!cleaned) {
    console.error(error)
    process.exitCode = 1
  }
} finally {
  await cleanUp()
}
