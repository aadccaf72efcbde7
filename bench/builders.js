// node bench/builders.js REPOSITORY.git [--pages 1000]
// From a Git repository of real pages to a site that serves every one of them: Quire (import, links and search, publish,
// first fetch of each page) beside Eleventy with a bare layout and VitePress with a full sidebar. Both are installed for
// it from npm, in a folder that is deleted afterwards. Then one page is changed.
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { client } from './client.js'
import { freePort, startQuire, stop } from './processes.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '1000' } },
})
const [repository] = positionals
if (!repository) {
  console.error('Name a bare Git repository of Markdown pages: node bench/builders.js docs.git')
  process.exit(2)
}

const HERE = fileURLToPath(new URL('builders/', import.meta.url))
const TOKEN = 'token-of-the-bench-of-builders'
const TICKS_A_SECOND = 100
const LANES = 4
const agent = new Agent({ keepAlive: true })
const folder = mkdtempSync(join(tmpdir(), 'quire-builders-'))
chmodSync(folder, 0o711)
const undoing = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const pages = takePages()
  console.log(`${pages.length} pages of ${repository}`)
  const results = [await measureEleventy(pages), await measureVitePress(pages), await measureQuire(pages)]
  for (const { name, cpu, wall, written } of results)
    console.log(
      `${name.padEnd(10)} ${cpu.toFixed(1).padStart(6)} s of CPU ${wall.toFixed(1).padStart(6)} s  ${(pages.length / wall).toFixed(0).padStart(5)} pages/s  ${written} pages`,
    )
  const [eleventy, vitepress, quire] = results
  console.log(`CPU beside Eleventy ${(quire.cpu / eleventy.cpu).toFixed(2)} (goal 1.5 at most)`)
  console.log(`Faster than VitePress by ${(vitepress.wall / quire.wall).toFixed(1)} (goal 10 at least)`)
  console.log(
    `Shown with raw tags: ${quire.raw}; one page changed: live after ${quire.changed.join(', ')} ms (goal 300)`,
  )
  console.log(`First view of a page after a change of it: ${quire.cold.join(', ')} ms (goal 30)`)
} finally {
  for (const undo of undoing.reverse()) await undo()
}

/** The pages in a folder, the same for all; and a repository of them. */
function takePages() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  const clone = join(folder, 'clone')
  git('clone', '--quiet', resolve(repository), clone)
  const known = git('-C', clone, 'ls-files', '-z', '*.md').split('\0')
  const pages = known
    .filter((path) => /\.md$/.test(path) && !/(^|\/)SUMMARY\.md$/.test(path))
    .slice(0, Number(values.pages))
  for (const path of pages) {
    mkdirSync(dirname(join(folder, 'pages', path)), { recursive: true })
    cpSync(join(clone, path), join(folder, 'pages', path))
  }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  const work = join(folder, 'work')
  cpSync(join(folder, 'pages'), work, { recursive: true })
  git('-C', work, 'init', '--quiet', '--initial-branch=main')
  git('-C', work, 'add', '-A')
  git(
    '-C',
    work,
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@example.org',
    'commit',
    '--quiet',
    '-m',
    'Pages',
  )
  git('clone', '--quiet', '--bare', work, join(folder, 'pages.git'))
  git('-C', join(folder, 'pages.git'), 'repack', '-adq')
  for (const name of ['package.json', 'eleventy.config.js']) cpSync(join(HERE, name), join(folder, name))
  mkdirSync(join(folder, 'layouts'))
  cpSync(join(HERE, 'bare.html'), join(folder, 'layouts', 'bare.html'))
  mkdirSync(join(folder, '.vitepress'))
  cpSync(join(HERE, 'vitepress.config.js'), join(folder, '.vitepress', 'config.js'))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'ignore' })
  return pages
}

function measureEleventy() {
  return build('Eleventy', 'eleventy', ['--quiet'], 'built-by-eleventy')
}

function measureVitePress() {
  return build('VitePress', 'vitepress', ['build'], 'built-by-vitepress')
}

/** `time` of the shell counts a process with all that it starts. */
async function build(name, program, args, output) {
  const command = `time -p node_modules/.bin/${program} ${args.join(' ')} >/dev/null`
  const child = spawn('bash', ['-c', command], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name} failed: ${told.slice(-2000)}`)
  const seconds = (what) => Number(new RegExp(`^${what} ([\\d.]+)`, 'm').exec(told)?.[1])
  const written = readdirSync(join(folder, output), { recursive: true }).filter((path) =>
    path.endsWith('.html'),
  )
  return { name, cpu: seconds('user') + seconds('sys'), wall: seconds('real'), written: written.length }
}

async function measureQuire(pages) {
  const stopLater = (child) => undoing.push(() => stop(child))
  const server = fork(new URL('./git-server.js', import.meta.url), [folder])
  stopLater(server)
  const [port] = await once(server, 'message')
  const environment = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_ALLOW_PRIVATE_NETWORK: 'on' }
  const quire = await startQuire({ folder, port: await freePort(), environment, onSpawn: stopLater })
  const api = client(quire.url, TOKEN)
  await sleep(3_000)
  const [cpu, began] = [processorTime(quire.pid), performance.now()]
  const organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Builders' })).id}`
  const space = await api('POST', `${organization}/spaces`, { title: 'Pages' })
  await api('POST', `/v1/spaces/${space.id}/git/import`, {
    url: `http://127.0.0.1:${port}/pages.git`,
    ref: 'refs/heads/main',
  })
  const all = await untilImported(api, space.id, pages.length)
  const made = await api('POST', `${organization}/sites`, { title: 'Pages', spaces: [space.id] })
  const { urls } = await api('POST', `${organization}/sites/${made.id}/publish`)
  const home = quire.url + new URL(urls.published).pathname
  await inLanes(all, (page) => visit(home + addressOf(page)))
  await untilIndexed(api, space.id)
  const wall = (performance.now() - began) / 1000
  const result = { name: 'Quire', cpu: processorTime(quire.pid) - cpu, wall, written: all.length }
  let raw = 0
  await inLanes(all, async (page) => {
    const html = await read(home + addressOf(page))
    if (/\{%/.test(html.replace(/<(pre|code)\b[\s\S]*?<\/\1>|<[^>]+>/g, ''))) raw += 1
  })
  return { ...result, raw, ...(await changeOne(api, space.id, all, home)) }
}

/** From the request that renames a page to the site that shows it, in its place in the tree. */
async function changeOne(api, spaceId, all, home) {
  const [changed, cold] = [[], []]
  for (let round = 0; round < 5; round++) {
    const page = all[Math.floor(all.length / 2) + round]
    const began = performance.now()
    const title = `Changed in round ${round}`
    const changes = [
      { operation: 'update_page', page: page.id, title, document: { markdown: `Fresh text ${round}.` } },
    ]
    await api('POST', `/v1/spaces/${spaceId}/content`, { changes })
    const asked = performance.now()
    const html = await read(home + addressOf(page))
    cold.push(Math.round(performance.now() - asked))
    if (!html.includes(`Fresh text ${round}.`)) throw new Error('The page is not what it was changed to')
    const others = await read(home + addressOf(all[Math.floor(all.length / 2) + round + 1]))
    if (!others.includes(title)) throw new Error('The tree of pages does not have the new title')
    changed.push(Math.round(performance.now() - began))
  }
  return { changed, cold }
}

function inLanes(all, work) {
  return Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let at = lane; at < all.length; at += LANES) await work(all[at])
    }),
  )
}

/** As a browser asks for it; what comes is not unpacked, as the client shares the machine with what it measures. */
async function visit(url) {
  const [answer] = await once(
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br' } }),
    'response',
  )
  await once(answer.resume(), 'end')
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
}

async function read(url) {
  const answer = await fetch(url)
  const html = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return html
}

function addressOf({ path }) {
  return path.split('/').map(encodeURIComponent).join('/')
}

async function untilImported(api, spaceId, count) {
  for (;;) {
    const { pages } = await api('GET', `/v1/spaces/${spaceId}/content/pages`)
    const all = flat(pages)
    if (all.length >= count * 0.9) return all
    await sleep(100)
  }
}

function flat(pages) {
  return pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...flat(page.pages ?? [])])
}

/** A search that is up to date says nothing of being outdated. Asked for nothing: searches are not measured. */
async function untilIndexed(api, spaceId) {
  while ((await api('GET', `/v1/spaces/${spaceId}/search?query=zzzzzzzz`)).outdated) await sleep(100)
}

/** Of a process and all that it started, those that have ended included; and of the database. */
function processorTime(pid) {
  const postmaster = readFileSync(
    join(folder, 'data', 'postgres-18', 'data', 'postmaster.pid'),
    'utf8',
  ).split('\n')[0]
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => statOf(id) ?? [])
  const below = (id) => [id, ...all.filter(({ parent }) => parent === id).flatMap((one) => below(one.id))]
  const ids = new Set([...below(pid), ...below(Number(postmaster))])
  const ticks = all.filter(({ id }) => ids.has(id)).reduce((sum, each) => sum + each.ticks, 0)
  return ticks / TICKS_A_SECOND
}

function statOf(id) {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')
    const [own, system, ended, endedSystem] = fields.slice(11, 15).map(Number)
    return { id: Number(id), parent: Number(fields[1]), ticks: own + system + ended + endedSystem }
  } catch {
    return
  }
}
