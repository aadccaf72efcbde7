// One PostgreSQL for the whole run. The first test that asks for it (test/database.ts) starts it: pure tests start nothing.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import type { TestCluster } from './start-cluster.ts'

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  // Run by root, the server runs as nobody, who must be able to pass.
  await chmod(folder, 0o711)
  let starting: Promise<TestCluster> | undefined
  const start = async () => (await import('./start-cluster.ts')).startCluster(folder)
  process.once('exit', () => endAbruptly(folder))
  const door = createServer((socket) => {
    socket.on('error', () => {})
    starting ??= start()
    starting.then(
      ({ connection }) => socket.end(JSON.stringify({ connection })),
      (problem: Error) => socket.end(JSON.stringify({ problem: problem.stack })),
    )
  })
  const address = join(folder, 'cluster.sock')
  door.listen(address)
  await once(door, 'listening')
  project.provide('cluster', address)
  return async () => {
    door.close()
    const cluster = await starting?.catch(() => undefined)
    await cluster?.leave()
    // Thousands of files, of which Node removes each by a call of its own.
    await promisify(execFile)('rm', ['-rf', folder])
  }
}

/** A run that is interrupted tears nothing down. */
function endAbruptly(folder: string) {
  if (!existsSync(folder)) return
  const locks = readdirSync(folder).map((name) => join(folder, name, 'data', 'postmaster.pid'))
  for (const lock of locks.filter((path) => existsSync(path)))
    process.kill(Number.parseInt(readFileSync(lock, 'utf8'), 10), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
