// One at a time for each cache, also among processes. Git's own locks would do for its files, but not for a cache
// that is removed and made anew, and git leaves them behind when it is killed: only who is alone may clear them away.
import { randomUUID } from 'node:crypto'
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../network/fetch-failure.ts'
import { GitFailure } from './failure.ts'

/** A holder shows that it lives by touching its file this often … */
const SIGN_OF_LIFE = 5_000
/** … and counts as gone after this long, where its process cannot be checked. */
const SILENCE = 60_000

type Held = { tookOver: boolean; release(): Promise<void> }

const queues = new Map<string, Promise<unknown>>()

/** `tookOver`: the one before was killed in the middle of its work. */
export async function aloneWith<T>(
  file: string,
  patience: number,
  work: (tookOver: boolean) => Promise<T>,
): Promise<T> {
  // Within a process in order of arrival; only the first of the line looks at the file.
  const before = queues.get(file) ?? Promise.resolve()
  const turn = before.then(() => underLock(file, patience, work))
  const finished = turn.catch(() => {})
  queues.set(file, finished)
  try {
    return await turn
  } finally {
    if (queues.get(file) === finished) queues.delete(file)
  }
}

async function underLock<T>(file: string, patience: number, work: (tookOver: boolean) => Promise<T>) {
  const held = await acquire(file, patience)
  try {
    return await work(held.tookOver)
  } finally {
    await held.release()
  }
}

async function acquire(file: string, patience: number): Promise<Held> {
  const end = performance.now() + patience
  const mine = JSON.stringify({ ...(await thisProcess()), id: randomUUID() })
  let tookOver = false
  while (!(await claim(file, mine))) {
    const isGone = await removeIfAbandoned(file)
    tookOver ||= isGone
    if (isGone) continue
    if (performance.now() > end)
      throw new GitFailure('timeout', 'Another operation on this repository takes too long; try again later')
    await pause(20 + 80 * Math.random())
  }
  const touching = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, SIGN_OF_LIFE)
  touching.unref()
  return {
    tookOver,
    async release() {
      clearInterval(touching)
      if ((await contentOf(file)) === mine) await rm(file, { force: true })
    },
  }
}

/** A link and not an exclusive open: the file appears with its content, and never empty. */
async function claim(file: string, mine: string) {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, mine, { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function removeIfAbandoned(file: string) {
  const holder = await contentOf(file)
  if (holder === undefined || !(await isAbandoned(file, holder))) return false
  // Moved away first: of several who find it abandoned, one gets it.
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  const isTheOne = (await contentOf(aside)) === holder
  // Somebody was faster and holds it by now: give it back.
  if (!isTheOne) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
  return isTheOne
}

async function isAbandoned(file: string, holder: string) {
  const touched = await stat(file).catch(() => undefined)
  if (!touched) return false
  const isSilent = Date.now() - touched.mtimeMs > SILENCE
  const { pid, machine } = readHolder(holder)
  // A number may belong to another process by now: silence counts here too.
  if (isSilent) return true
  return machine === (await thisProcess()).machine && !isRunning(pid)
}

function readHolder(text: string): { pid?: unknown; machine?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function isRunning(pid: unknown) {
  if (typeof pid !== 'number') return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Numbers of processes mean something only where they are counted: containers may share the folder. */
export async function thisProcess() {
  const counted = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return { pid: process.pid, machine: [hostname(), ...counted.map((part) => part.trim())].join(' ') }
}

async function contentOf(file: string) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
