import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const QUIRE = fileURLToPath(new URL('../bin/quire.js', import.meta.url))
const BARE = fileURLToPath(new URL('./bare.js', import.meta.url))
const LOOP = new URL('./loop.js', import.meta.url)
const STARTING_MS = 120_000
// More than Quire itself gives to what is under way.
const STOPPING_MS = 70_000
// Linux counts the time of processes in hundredths of a second, on every architecture Node runs on.
const TICKS_A_SECOND = 100

/**
 * Starts Quire as a user would, with the log going to /dev/null.
 * `onSpawn` gets the child at once, so that it can be stopped also when it never becomes ready.
 */
export async function startQuire({ folder, port, environment = {}, nodeOptions = [], onSpawn }) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('QUIRE_'))
  const complaints = join(folder, 'quire-stderr.log')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, '--import', LOOP.href, QUIRE, 'serve'], {
    env: {
      ...Object.fromEntries(own),
      HOST: '127.0.0.1',
      PORT: String(port),
      QUIRE_DATA_DIR: join(folder, 'data'),
      QUIRE_RATE_LIMIT: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', openSync(complaints, 'a'), 'ipc'],
    // A group of its own: Ctrl-C reaches the bench alone, which then stops its children in order.
    detached: true,
  })
  onSpawn(child)
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`Quire did not start:\n${await readFile(complaints, 'utf8')}`)
    if (performance.now() - startedAt > STARTING_MS) throw new Error('Quire does not become ready')
    await sleep(5)
  }
  return { child, pid: child.pid, url, milliseconds: performance.now() - startedAt }
}

async function isReady(url) {
  try {
    const response = await fetch(`${url}/readyz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** A process that does nothing but measure how long it waits. */
export function startIdle({ onSpawn }) {
  const child = fork(LOOP, { detached: true })
  onSpawn(child)
  return child
}

/** Begins to watch the event loops of these processes; calling what it returns ends that and tells the longest blocks. */
export function watchLoops(...children) {
  for (const child of children) child.send('watch')
  return async () => {
    const answers = children.map((child) => once(child, 'message'))
    for (const child of children) child.send('tell')
    return (await Promise.all(answers)).map(([longest]) => longest)
  }
}

/** Starts the bare server on the recorded statements. */
export async function startBare({ recordFile, onSpawn }) {
  const child = fork(BARE, [recordFile], { detached: true })
  onSpawn(child)
  const [port] = await Promise.race([once(child, 'message'), failing(child)])
  return { child, pid: child.pid, url: `http://127.0.0.1:${port}` }
}

async function failing(child) {
  await once(child, 'exit')
  throw new Error('The bare server did not start')
}

/** Asks to stop, waits, and ends what does not listen. */
export async function stop(child) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const isPatient = new AbortController()
  const tooLong = sleep(STOPPING_MS, 'late', { signal: isPatient.signal }).catch(() => {})
  if ((await Promise.race([ended, tooLong])) === 'late') child.kill('SIGKILL')
  isPatient.abort()
  await ended
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null
}

/** A port nobody listens on now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Resident memory of a process in MB; undefined where there is no /proc. */
export function memoryOf(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status')) ?? []
  return kilobytes && Number(kilobytes) / 1024
}

/** Seconds of processor time a process has used, all its threads together. */
export function processorTimeOf(pid) {
  // The second field is the program's name in parentheses and may hold spaces.
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
