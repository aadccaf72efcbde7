// PgBouncer in transaction mode, from the packages of the system: npm has none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNobody, isRoot } from '../../src/kit/storage/embedded/account.ts'
import { atEndOfFile } from '../file-scope.ts'
import type { TestConnection } from './create-database.ts'

/**
 * A pooler in front of a server, which gives each transaction the session that is free: of few, so that hardly one gets
 * the same twice.
 */
export async function openPgbouncer(program: string, { host, port, user, password }: TestConnection) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-pgbouncer-'))
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${port} user=${user} password=${password}
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_addr =
listen_port = 6432
unix_socket_dir = ${folder}
default_pool_size = 4
max_client_conn = 400
server_round_robin = 1
`,
  )
  const account = isRoot() ? findNobody() : undefined
  if (account) for (const path of [folder, settings]) await chown(path, account.uid, account.gid)
  const child = spawn(program, [settings], { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += text
      if (said.includes('process up')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}: ${said}`)))
  })
  atEndOfFile(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  return { host: folder, port: 6432, user, password }
}
