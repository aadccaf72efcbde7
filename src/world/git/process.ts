import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { yieldToEventLoop } from '../../engines/content/event-loop.ts'
import { codeOf } from '../network/fetch-failure.ts'
import { environmentOf } from './environment.ts'
import { GitFailure, tooManyBytes, tooSlow } from './failure.ts'
import type { GitLimits } from './git.ts'
import { lineReader } from './lines.ts'

export type GitProgram = { path: string; limits: GitLimits; ready(): Promise<{ guard?: string }> }

export type GitCall = {
  args: string[]
  /** The repository; there is none for the few commands that need none. */
  place?: string
  config?: [string, string][]
  environment?: Record<string, string>
  input?: Iterable<Buffer | string> | AsyncIterable<Buffer | string>
  /** Awaited, and its time is not git's. Without it the output is collected. */
  onOutput?: (chunk: Buffer) => void | Promise<void>
  /** Lines git says beside its output, among them its progress. */
  onLine?: (line: string) => void
  /** Asked every quarter second; what it yields ends the call. */
  check?: () => Promise<GitFailure | undefined>
}

export type GitResult = { code: number; output: Buffer; lines: string[] }

export const USUAL_PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'].join(delimiter)

// The options that restrict where git connects came with 2.37; an older git would ignore them silently.
const OLDEST = [2, 37] as const

/** What one process may hold in memory: a small pack can unfold to anything. */
const MEMORY = 2_147_483_648

const MOST_OUTPUT = 64_000_000

export function gitProgram({
  limits,
  path = USUAL_PLACES,
}: {
  limits: GitLimits
  path?: string
}): GitProgram {
  let found: Promise<{ guard?: string }> | undefined
  const program: GitProgram = {
    path,
    limits,
    ready() {
      found ??= lookAround(program)
      // Git may be installed while the service runs: only what was found is remembered.
      found.catch(() => {
        found = undefined
      })
      return found
    },
  }
  return program
}

async function lookAround(program: GitProgram) {
  const { output } = await start(program, {}, { args: ['version'] })
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output.toString()) ?? []
  const isNew = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])
  if (!isNew)
    throw new GitFailure('no-git', `The server needs Git ${OLDEST.join('.')} or later; ask the administrator`)
  return { guard: await findProgram('prlimit', program.path) }
}

async function findProgram(name: string, path: string) {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}

/** Any exit code is an outcome; too slow, too much and no git at all are failures. */
export async function runGit(program: GitProgram, call: GitCall): Promise<GitResult> {
  return start(program, await program.ready(), call)
}

async function start(program: GitProgram, { guard }: { guard?: string }, call: GitCall) {
  const [file, args] = guard ? guarded(guard, program.limits, call.args) : ['git', call.args]
  // A group of its own: what git started goes with it. No shell: an argument is never more than an argument.
  const child = spawn(file, args, {
    // Not the repository: another process may be making it anew.
    cwd: '/',
    env: environmentOf(program.path, call),
    detached: true,
    stdio: 'pipe',
  })
  const running = watch(child, program.limits, call.check)
  const output: Buffer[] = []
  let size = 0
  const collect = (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_OUTPUT) throw tooManyBytes(MOST_OUTPUT)
    output.push(chunk)
  }
  const said = lineReader(call.onLine)
  await Promise.all([
    running.ended,
    running.endedBy(feed(child, call.input ?? [])),
    running.endedBy(drain(child.stdout, running.whileWaiting(call.onOutput ?? collect))),
    running.endedBy(drain(child.stderr.setEncoding('utf8'), said.take)),
  ]).catch(() => {})
  const code = await running.outcome()
  return { code, output: Buffer.concat(output), lines: said.lines() }
}

function guarded(guard: string, { bytes }: GitLimits, args: string[]): [string, string[]] {
  // The size of files is a second net, under the count of what arrives: twice, since repacking joins packs.
  return [guard, [`--data=${MEMORY}`, `--fsize=${2 * bytes + 1_000_000}`, '--core=0', 'git', ...args]]
}

const alive = new Set<number>()
process.on('exit', () => {
  for (const group of alive) killGroup(group)
})

function killGroup(group: number) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

function watch(child: ChildProcessWithoutNullStreams, limits: GitLimits, check: GitCall['check']) {
  const group = child.pid
  let failure: unknown
  function end(reason: unknown) {
    failure ??= reason
    if (group !== undefined) killGroup(group)
  }
  const clock = stopwatch(limits.milliseconds, () => end(tooSlow(limits.milliseconds)))
  const checking = setInterval(async () => {
    const found = await check?.()
    if (found) end(found)
  }, 250)
  if (group !== undefined) alive.add(group)

  const ended = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      failure ??= codeOf(error) === 'ENOENT' ? missing() : error
      if (group === undefined) resolve(-1)
    })
    child.on('close', (code) => resolve(code ?? -1))
  }).finally(() => {
    clock.stop()
    clearInterval(checking)
    if (group !== undefined) alive.delete(group)
  })
  return {
    ended,
    async endedBy(work: Promise<void>) {
      await work.catch(end)
    },
    whileWaiting: (take: (chunk: Buffer) => void | Promise<void>) => async (chunk: Buffer) => {
      clock.stop()
      await take(chunk)
      await yieldToEventLoop()
      clock.go()
    },
    async outcome() {
      const code = await ended
      if (failure !== undefined) throw failure
      return code
    },
  }
}

function missing() {
  return new GitFailure('no-git', 'Git is not installed on the server; ask the administrator')
}

function stopwatch(limit: number, onEnd: () => void) {
  let left = limit
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const clock = {
    go() {
      since = performance.now()
      timer = setTimeout(onEnd, Math.max(0, left))
    },
    stop() {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      left -= performance.now() - since
    },
  }
  clock.go()
  return clock
}

async function feed({ stdin }: ChildProcessWithoutNullStreams, input: NonNullable<GitCall['input']>) {
  // Git that stops reading has said why on its other channel.
  const gone = (error: unknown) => {
    if (!/^(EPIPE|ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/.test(codeOf(error)))
      throw error
  }
  await pipeline(Readable.from(input), stdin).catch(gone)
}

async function drain<T>(stream: Readable, take: (chunk: T) => void | Promise<void>) {
  for await (const chunk of stream) await take(chunk)
}
