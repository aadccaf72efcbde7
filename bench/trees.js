// node bench/trees.js [--generated PAGES] REPOSITORY[#DIRECTORY] …
// Imports each bare repository into a space of its own, exports that to an empty one, and compares the trees. Says how
// long both took, and how large the service grew. Repositories are read where they lie, and not changed.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openCluster } from '../dist/program/bench.js'
import { client } from './client.js'
import { makeRepository, sync } from './git.js'
import { freePort, memoryOf, startQuire, stop } from './processes.js'
import { openStudio } from './record.js'

const run = promisify(execFile)
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { generated: { type: 'string' } },
})
const undoing = []

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-trees-'))
  undoing.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const quire = await startQuire({
    folder,
    port: await freePort(),
    environment: { QUIRE_GIT_LOCAL_PATHS: 'on' },
    onSpawn: (child) => undoing.push(() => stop(child)),
  })
  const cluster = await openCluster({ folder: join(folder, 'data') })
  undoing.push(() => cluster.leave())
  const studio = await openStudio(cluster.connection, quire.url)
  undoing.push(() => studio.close())
  const api = client(quire.url, studio.token)
  const { id } = await api('POST', '/v1/orgs', { title: 'Trees' })
  const repositories = positionals.map((name) => name.split('#'))
  if (flags.generated) {
    const generated = join(folder, 'generated.git')
    await makeRepository(generated, Number(flags.generated))
    repositories.push([generated])
  }
  let equal = 0
  for (const [repository, directory] of repositories) {
    const space = await api('POST', `/v1/orgs/${id}/spaces`, { title: basename(repository) })
    equal += await compare({ api, quire, folder, space }, resolve(repository), directory)
  }
  console.log(`${equal} of ${repositories.length} trees are equal`)
}

async function compare({ api, quire, folder, space }, repository, directory = '') {
  const git = async (place, ...args) =>
    (await run('git', ['-C', place, ...args], { maxBuffer: 1e9 })).stdout.trim()
  const empty = join(folder, `${space.id}.git`)
  await run('git', ['init', '--quiet', '--bare', empty])
  const branch = await git(repository, 'symbolic-ref', 'HEAD')
  const target = (url) => ({ url, ref: branch, ...(directory && { repoProjectDirectory: directory }) })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(quire.pid) ?? 0)
  }, 100)
  const imported = await sync(api, space.id, 'import', target(repository))
  const before = most
  most = 0
  const exported = await sync(api, space.id, 'export', { ...target(empty), commitMessage: 'All of it' })
  clearInterval(watching)
  const trees = [
    await git(repository, 'rev-parse', `${branch}:${directory}`),
    await git(empty, 'rev-parse', `${branch}:${directory}`),
  ]
  const isEqual = trees[0] === trees[1]
  const name = `${basename(repository)}${directory && `#${directory}`}`
  console.log(
    `${isEqual ? 'equal' : 'OTHER'}  ${name}  import ${imported} ms, ${before} MB; export ${exported} ms, ${most} MB`,
  )
  if (!isEqual) console.log(await differences(git, repository, empty, trees))
  return isEqual ? 1 : 0
}

async function differences(git, repository, empty, trees) {
  const lists = [
    await git(repository, 'ls-tree', '-r', trees[0]),
    await git(empty, 'ls-tree', '-r', trees[1]),
  ]
  const [one, other] = lists.map((list) => new Set(list.split('\n')))
  const lines = [
    ...[...one].filter((line) => !other.has(line)).map((line) => `  - ${line}`),
    ...[...other].filter((line) => !one.has(line)).map((line) => `  + ${line}`),
  ]
  return lines.slice(0, 40).join('\n')
}

try {
  await main()
} finally {
  for (const undo of undoing.reverse()) await undo()
}
