// node bench/crawl.js REPOSITORY.git … [--minutes 10]
// Publishes real repositories as `quire publish` does, beside a running Quire, and reads each site as a visitor who
// follows every link of it: pages, their Markdown, pictures, files. Tells which answers were no page, which pages show
// tags of Markdown as text, and which links lead nowhere: those that the repository itself has wrong, and those that it
// has not. Ends with 1 where something is wrong that is ours.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { client } from './client.js'
import { freePort, startQuire, stop } from './processes.js'

const { values, positionals: repositories } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
})
if (repositories.length === 0) {
  console.error('Name bare Git repositories of Markdown pages: node bench/crawl.js docs.git')
  process.exit(2)
}

const run = promisify(execFile)
const QUIRE = fileURLToPath(new URL('../bin/quire.js', import.meta.url))
const TOKEN = 'token-of-the-bench-that-crawls'
const AT_ONCE = 4
const MOST_TIMES = 10
const MOST_SHOWN = 20
const folder = mkdtempSync(join(tmpdir(), 'quire-crawl-'))
chmodSync(folder, 0o711)
const undoing = [() => rmSync(folder, { recursive: true, force: true })]
const stopLater = (child) => undoing.push(() => stop(child))

try {
  mkdirSync(join(folder, 'repositories'))
  const server = fork(new URL('./git-server.js', import.meta.url), [join(folder, 'repositories')])
  stopLater(server)
  const [gitPort] = await once(server, 'message')
  const port = await freePort()
  const environment = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_ALLOW_PRIVATE_NETWORK: 'on' }
  const quire = await startQuire({ folder, port, environment, onSpawn: stopLater })
  const api = client(quire.url, TOKEN)
  const { id: organization } = await api('POST', '/v1/orgs', { title: 'Crawled' })
  for (const repository of repositories) {
    const source = await offered(repository, gitPort)
    const site = await publish(source, { organization, port, environment })
    const crawled = await crawl(quire.url + new URL(site.address).pathname)
    const links = await brokenLinks(api, site.space, source)
    if (tell(repository, crawled, links)) process.exitCode = 1
  }
} finally {
  for (const undo of undoing.reverse()) await undo()
}

/** A copy, as whoever owns it may be somebody whom Git does not trust. */
async function offered(repository, gitPort) {
  const name = basename(repository)
  const copy = join(folder, 'repositories', name)
  cpSync(resolve(repository), copy, { recursive: true })
  const git = async (...args) => (await run('git', ['-C', copy, ...args], { maxBuffer: 1 << 26 })).stdout
  return {
    url: `http://127.0.0.1:${gitPort}/${name}`,
    branch: (await git('symbolic-ref', '--short', 'HEAD')).trim(),
    files: (await git('ls-tree', '-r', '-z', '--name-only', 'HEAD')).split('\0').filter(Boolean),
  }
}

async function publish({ url, branch }, { organization, port, environment }) {
  const args = [QUIRE, 'publish', url, '--branch', branch, '--org', organization, '--json']
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('QUIRE_'))
  const env = {
    ...Object.fromEntries(own),
    ...environment,
    PORT: String(port),
    QUIRE_DATA_DIR: join(folder, 'data'),
  }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 1 << 26 })
  return JSON.parse(stdout)
}

/** Every address of the site that a page of it names, once. */
async function crawl(home) {
  const started = performance.now()
  const deadline = started + Number(values.minutes) * 60_000
  const crawled = { statuses: new Map(), wrong: [], raw: [], anchors: [], pages: 0, left: 0, seconds: 0 }
  const waiting = [home, `${home}sitemap.xml`, `${home}llms.txt`, `${home}llms-full.txt`]
  /** Where each was named first. */
  const namedOn = new Map(waiting.map((url) => [url, '']))
  const [named, ids] = [[], new Map()]
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const url = waiting.shift()
      if (url === undefined || performance.now() > deadline) return
      await read(url)
    }
  })
  // A lane that finds nothing to do ends, while another may still find something.
  await Promise.all(lanes)
  while (waiting.length > 0 && performance.now() < deadline) await read(waiting.shift())
  for (const { url, anchor, on } of named)
    if (ids.has(url) && !ids.get(url).has(anchor)) crawled.anchors.push(`${on} → ${url}#${anchor}`)
  return { ...crawled, left: waiting.length, seconds: (performance.now() - started) / 1000 }

  async function read(url) {
    const answer = await asked(url)
    crawled.statuses.set(answer.status, (crawled.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status !== 200) crawled.wrong.push(`${answer.status} ${url} on ${namedOn.get(url)}`)
    const body = await answer.text?.()
    if (!answer.headers?.get('content-type')?.startsWith('text/html') || answer.status !== 200) return
    crawled.pages += 1
    const raw = /.{0,40}\{%.{0,40}/.exec(wordsIn(body))
    if (raw) crawled.raw.push(`${url}: ${raw[0]}`)
    ids.set(url, new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescaped(id))))
    for (const href of addressesIn(body)) {
      const { origin, pathname, search, hash } = new URL(href, answer.url)
      const found = origin + pathname + search
      if (!found.startsWith(home)) continue
      // The skip link and the outline of the page itself are what the ids were made for.
      if (hash.length > 1 && found !== url)
        named.push({ url: found, anchor: decoded(hash.slice(1)), on: url })
      if (namedOn.has(found)) continue
      namedOn.set(found, url)
      waiting.push(found)
    }
  }
}

/** As a crawler that minds what it is told: of a page that others are waited for, it asks again. */
async function asked(url) {
  for (let times = 0; ; times++) {
    const answer = await fetch(url).catch((error) => ({ status: String(error.cause ?? error) }))
    const wait = Number(answer.headers?.get('retry-after'))
    if (answer.status !== 503 || !wait || times === MOST_TIMES) return answer
    await answer.arrayBuffer()
    await sleep(wait * 1000)
  }
}

function addressesIn(html) {
  return [...html.matchAll(/ (?:href|src|data-copy-page|data-branch|data-more)="([^"]*)"/g)]
    .map(([, found]) => unescaped(found))
    .filter((found) => URL.canParse(found, 'http://here'))
}

/** What is read, outside of code. */
function wordsIn(html) {
  return unescaped(html.replace(/<(pre|code|script|style)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' '))
}

function unescaped(text) {
  const letters = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => letters[name])
}

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Links that lead to nothing in the space: `source` has nothing there either, or it has, and the fault is ours. */
async function brokenLinks(api, space, { files }) {
  // A job brings the index of links behind an import.
  while ((await api('GET', `/v1/spaces/${space}/search?query=the`)).outdated) await sleep(100)
  const found = { source: [], ours: [] }
  const names = new Set(files.map((path) => path.toLowerCase()))
  for (let page = ''; page !== undefined; ) {
    const list = await api('GET', `/v1/spaces/${space}/links?status=broken&limit=100${page}`)
    for (const { targetReference, locationReferences } of list.items)
      for (const { page: on } of locationReferences) {
        const target = targetReference?.url ?? JSON.stringify(targetReference)
        const isThere = placesOf(target).some((path) => names.has(path.toLowerCase()))
        found[isThere ? 'ours' : 'source'].push(`${on?.git?.path ?? on?.path}: ${target}`)
      }
    page = list.next ? `&page=${encodeURIComponent(list.next.page)}` : undefined
  }
  return found
}

/** Which files a link may mean. Its target is told from the top of the space. */
function placesOf(target) {
  const path = decoded(target.replace(/[?#].*$/, ''))
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return []
  const place = posix.normalize(path.replace(/^\//, '')).replace(/\/$/, '')
  return [place, `${place}.md`, posix.join(place, 'README.md'), place.replace(/\.html$/, '.md')]
}

/** True where something is wrong that is ours. */
function tell(repository, { statuses, wrong, raw, anchors, pages, left, seconds }, { source, ours }) {
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  console.log(`${basename(repository)}: ${pages} pages in ${seconds.toFixed(0)} s; answers ${counts}`)
  if (left > 0) console.log(`  Cut off after ${values.minutes} minutes, ${left} addresses were not read`)
  show('Answers that were no page', wrong)
  show('Tags that are shown as text', raw)
  show('Links to a file of the repository that lead nowhere', ours)
  show('Links that lead to nothing in the repository', source)
  show('Anchors that their page does not have', anchors)
  return wrong.length + raw.length + ours.length > 0
}

function show(what, found) {
  console.log(`  ${what}: ${found.length}`)
  for (const one of found.slice(0, MOST_SHOWN)) console.log(`    ${one}`)
  if (found.length > MOST_SHOWN) console.log(`    and ${found.length - MOST_SHOWN} more`)
}
