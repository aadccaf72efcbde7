// Makes the dump of an earlier release: runs that release as it was, fills it, and keeps the rows and what it answered.
//   npm run build && node test/upgrades/make-dump.js <version> <commit> [--modules <node_modules with all it needs>]
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { readFacts } from './facts.js'

const ROOT = join(import.meta.dirname, '../..')
const TOKEN = 'upgrade-admin-token'
const [version, commit] = process.argv.slice(2)
const at = process.argv.indexOf('--modules')
const modules = at > 0 ? process.argv[at + 1] : undefined
if (!version || !commit) throw new Error('Name a version and its commit')

const folder = mkdtempSync(join(tmpdir(), 'quire-release-'))
execFileSync('chmod', ['755', folder])
const release = join(folder, 'release')
const data = join(folder, 'data')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(QUIRE_|PORT$|HOST$)/.test(name))),
  PORT: String(port),
  QUIRE_DATA_DIR: data,
  QUIRE_ADMIN_TOKEN: TOKEN,
  QUIRE_SECRET_KEY: 'upgrade-secret-key',
  QUIRE_RATE_LIMIT: 'off',
  QUIRE_LOG_LEVEL: 'warn',
}
try {
  install()
  run(release, ['demo'])
  const facts = await served(async () => {
    await fill()
    return readFacts(url, TOKEN)
  })
  const file = join(folder, 'backup.tar.gz')
  run(ROOT, ['backup', file])
  const dump = await repacked(file, { version, commit, texts: migrationTexts(), facts })
  writeFileSync(join(import.meta.dirname, 'releases', `${version}.tar.br`), dump)
  console.log(`${version}: ${dump.length} bytes`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install() {
  mkdirSync(release)
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 1e9 })
  execFileSync('tar', ['x', '-C', release], { input: archive })
  if (modules) execFileSync('cp', ['-al', modules, join(release, 'node_modules')])
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: release, stdio: 'inherit' })
  execFileSync('node', ['bin/build.js'], { cwd: release, stdio: 'inherit' })
}

function run(checkout, args) {
  execFileSync('node', [join(checkout, 'bin/quire.js'), ...args], { env, cwd: folder, stdio: 'pipe' })
}

async function served(work) {
  const server = spawn('node', [join(release, 'bin/quire.js'), 'serve'], {
    env,
    cwd: folder,
    stdio: 'inherit',
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    for (let tries = 0; !(await fetch(`${url}/readyz`).catch(() => undefined))?.ok; tries += 1) {
      if (tries > 600 || server.exitCode !== null) throw new Error('It does not answer')
      await pause(200)
    }
    return await work()
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** What the sample organization lacks: somebody with another role, work under way, work that was merged. */
async function fill() {
  const organization = (await call('GET', '/v1/orgs')).items[0]
  const [space] = (await call('GET', `/v1/orgs/${organization.id}/spaces`)).items
  const at = `/v1/spaces/${space.id}/change-requests`
  for (const subject of ['Merged before the upgrade', 'Open during the upgrade']) {
    const { id } = await call('POST', at, { subject })
    const page = { title: subject, document: { markdown: `${subject}: kingfisher.\n` } }
    await call('POST', `${at}/${id}/content`, { changes: [{ operation: 'insert_page', ...page }] })
    if (subject.startsWith('Merged')) await call('POST', `${at}/${id}/merge`)
  }
  for (const site of (await call('GET', `/v1/orgs/${organization.id}/sites`, undefined, [404]))?.items ?? [])
    if (!site.published)
      await call('POST', `/v1/orgs/${organization.id}/sites/${site.id}/publish`, undefined, [404, 409])
  // Background work of what was just written.
  await pause(3_000)
}

async function call(method, path, body, accepted = []) {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await answer.text()
  if (accepted.includes(answer.status)) return
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** By what each migration of that release can be told from one that was edited since. */
function migrationTexts() {
  const names = execFileSync('git', ['-C', ROOT, 'ls-tree', '-r', '--name-only', commit])
    .toString()
    .split('\n')
  const hashes = names
    .filter((name) => /storage\/migrations\/[^/]+\.sql$/.test(name))
    .map((name) => {
      const text = readFileSync(join(release, name))
      return [name.split('/').at(-1), createHash('sha256').update(text).digest('hex').slice(0, 16)]
    })
  return Object.fromEntries(hashes)
}

/** Without the search index, which is large and is worked out again where it is missing. */
async function repacked(file, release) {
  const from = extract()
  const to = pack()
  const all = buffer(Readable.from(to))
  to.entry({ name: 'release.json' }, JSON.stringify(release))
  const done = (async () => {
    for await (const entry of from) {
      const bytes = await buffer(entry)
      if (/^(backup\.json|tables\/(?!search_)|files\/)/.test(entry.header.name))
        to.entry({ name: entry.header.name }, bytes)
    }
    to.finalize()
  })()
  from.end(gunzipSync(readFileSync(file)))
  await done
  const bytes = await all
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants
  return brotliCompressSync(bytes, { params: { [window]: 24, [size]: bytes.length } })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
