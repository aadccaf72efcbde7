// One workerd process, which runs one script.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { get, type Server } from 'node:http'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { handOver, type ScriptAccount } from './account.ts'
import { configText, LISTENER, type ScriptFormat } from './config.ts'
import { readDeath } from './deaths.ts'
import { closing, inSeconds, ScriptFailed } from './failure.ts'
import { type CallRecords, openCallRecords } from './logs.ts'
import type { Watcher } from './watcher.ts'

export type ScriptProcess = {
  pid: number
  /** Where it takes calls. */
  socket: string
  records: CallRecords
  /** Ends it where it does nothing at all, as in an endless loop. Whether it goes on. */
  endUnlessAwake(why: ScriptFailed): Promise<boolean>
  /** Whether it may have another call: not while someone asks that, and not when it is gone. */
  isFit(): Promise<boolean>
  /** Ends it at once; its calls fail with the reason. */
  kill(reason: ScriptFailed): void
  /** Why it ended. Never rejects. */
  gone: Promise<ScriptFailed>
}

export type ProcessSetup = {
  program: string
  format: ScriptFormat
  account: ScriptAccount | undefined
  /** Does not exist yet, and is gone when the process is. */
  home: string
  watcher: Watcher
  outgoing: Server
  heapMegabytes: number
  startTimeout: number
  /** Milliseconds in which a process that is not in a loop answers. */
  awakeWithin: number
  /** Ends it, in whatever state it is. */
  closing: AbortSignal
}

/** A little behind the server: a script in a loop leaves it the processor. */
const PRIORITY = 5
const MOST_STDERR = 8_000

/** No file of its memory when it crashes, and the first to go when the whole machine is out of memory. */
const LAUNCH = 'ulimit -c 0; { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; exec "$@"'

export async function startProcess(text: string, setup: ProcessSetup): Promise<ScriptProcess> {
  const { home, outgoing, watcher } = setup
  const records = openCallRecords()
  const sockets = {
    script: join(home, 'script.sock'),
    ping: join(home, 'ping.sock'),
    outgoing: join(home, 'outgoing.sock'),
    logs: join(home, 'logs.sock'),
  }
  try {
    await mkdir(home)
    await handOver(home, setup.account)
    await writeFile(join(home, 'script.mjs'), text)
    await writeFile(join(home, 'listener.mjs'), LISTENER)
    await writeFile(join(home, 'config.capnp'), configText(sockets, setup.heapMegabytes, setup.format))
    await listen(outgoing, sockets.outgoing, setup.account)
    await listen(records.server, sockets.logs, setup.account)
  } catch (error) {
    await cleanUp()
    throw error
  }
  const child = launch(setup)
  const { pid } = child
  if (pid !== undefined) watcher.watch(pid)
  let reason: ScriptFailed | undefined
  let isGone = false
  let asked: Promise<boolean> | undefined
  const stderr = endOf(child.stderr)
  const gone = endingOf(child).then(async (exit) => {
    isGone = true
    setup.closing.removeEventListener('abort', close)
    if (pid !== undefined) watcher.forget(pid)
    await cleanUp()
    return reason ?? readDeath(exit, stderr())
  })

  async function cleanUp() {
    for (const server of [outgoing, records.server]) {
      server.close()
      server.closeAllConnections()
    }
    records.closeAll()
    await rm(home, { recursive: true, force: true })
  }

  function kill(why: ScriptFailed) {
    reason ??= why
    child.kill('SIGKILL')
  }

  function close() {
    kill(closing())
  }

  function endUnlessAwake(why: ScriptFailed) {
    asked ??= ping(sockets.ping, setup.awakeWithin).then((isAwake) => {
      asked = undefined
      if (!isAwake) kill(why)
      return isAwake
    })
    return asked
  }

  async function isFit() {
    if (asked) await asked
    return !isGone && reason === undefined
  }

  const tooSlow = new ScriptFailed(
    'timeout',
    `The script did not start within ${inSeconds(setup.startTimeout)}.`,
  )
  const timer = setTimeout(() => kill(tooSlow), setup.startTimeout)
  setup.closing.addEventListener('abort', close)
  if (setup.closing.aborted) close()
  const isUp = await Promise.race([listening(child), gone.then(() => false)])
  clearTimeout(timer)
  if (!isUp || pid === undefined) throw asStartFailure(await gone)
  return { pid, socket: sockets.script, records, endUnlessAwake, isFit, kill, gone }
}

/** A process that ends before its first call could not start. */
function asStartFailure(failure: ScriptFailed) {
  if (failure.kind !== 'crashed') return failure
  return new ScriptFailed('crashed', 'The script ended while it started.', { cause: failure.cause })
}

async function listen(server: Server, path: string, account: ScriptAccount | undefined) {
  await once(server.listen(path), 'listening')
  // Out of file descriptors, say: it costs that connection, not the server.
  server.on('error', () => {})
  await handOver(path, account)
}

function launch({ program, account, home }: ProcessSetup): ChildProcess {
  const config = join(home, 'config.capnp')
  const child = spawn('/bin/sh', ['-c', LAUNCH, 'sh', program, 'serve', config, 'config', '--control-fd=3'], {
    ...account,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the server, which ends them when their calls are told.
    detached: true,
  })
  child.on('error', () => {})
  try {
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY)
  } catch {
    // It has ended already, or the system does not let us.
  }
  return child
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; problem?: Error }

function endingOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    // After all its output came through, which tells why.
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', (problem) => resolve({ code: null, signal: null, problem }))
  })
}

/** workerd tells on its control pipe which sockets it listens on. */
function listening(child: ChildProcess): Promise<boolean> {
  const control = child.stdio[3] as Readable
  return new Promise((resolve) => {
    let told = ''
    control.on('error', () => {})
    control.on('data', (part: Buffer) => {
      told = (told + part.toString()).slice(-4_000)
      if (told.includes('"script"') && told.includes('"ping"')) resolve(true)
    })
  })
}

function endOf(stream: Readable | null) {
  let end = ''
  stream?.on('data', (part: Buffer) => {
    end = (end + part.toString()).slice(-MOST_STDERR)
  })
  stream?.on('error', () => {})
  return () => end
}

/** Our own isolate answers, on the one thread that all of the process share. */
function ping(socketPath: string, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: '/', agent: false, timeout }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
    request.on('close', () => resolve(false))
  })
}
