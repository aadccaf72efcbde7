// Processes of Quire on one embedded database, in a folder that goes with them.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startQuire, stop } from '../bench/processes.js'

const TOKEN = 'proof-administrator-token'

export async function openService({ processes = 1, environment = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-proof-'))
  await chmod(folder, 0o711)
  const children = []
  const servers = []
  const close = async () => {
    for (const child of children.toReversed()) await stop(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let at = 0; at < processes; at++) {
      const { url, pid } = await startQuire({
        folder,
        port: await freePort(),
        environment: { QUIRE_ADMIN_TOKEN: TOKEN, ...environment },
        onSpawn: (child) => children.push(child),
      })
      servers.push({ url, pid, token: TOKEN })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { folder, servers, close }
}
