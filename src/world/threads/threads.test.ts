import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Lane,
  LaneBusy,
  poolOf,
  systemThreads,
  type Task,
  TaskTimeout,
  ThreadsClosed,
} from './threads.ts'
import { startThread, TaskLost } from './worker-handles.ts'

// What runs in the threads of these tests: real ones, with a few tasks of their own.
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  const tasks = {
    echo: (input) => input,
    where: () => threadId,
    fail: () => { throw new TypeError('no') },
    hang: () => { for (;;); },
    leave: () => process.exit(),
    grow: () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)) },
    wait: (input) => new Promise((done) => setTimeout(() => done(threadId), input)),
  }
  parentPort.on('message', async ({ task, input }) => {
    try { parentPort.postMessage({ output: await tasks[task](input) }) }
    catch (error) { parentPort.postMessage({ error }) }
  })
`)}`,
)

const task = (name: string, lane: Lane = 'git'): Task<unknown, unknown> => ({
  name,
  lane,
  work: () => {
    throw new Error('This runs in a thread')
  },
})

function open(most = 2) {
  // Little memory: a small machine may end a process that fills much, rather than the thread in it.
  const threads = systemThreads({ most, entry: ENTRY, megabytes: 64 })
  onTestFinished(() => threads.close())
  return (name: string, input?: unknown, timeout?: number) => threads.run(task(name), input, { timeout })
}

describe('threads', () => {
  it('do tasks and hand over what came of them, errors too', async () => {
    const run = open()
    const input = { bytes: new Uint8Array([1, 2]), map: new Map([['a', 1]]) }
    expect(await run('echo', input)).toEqual(input)
    await expect(run('fail')).rejects.toThrow(TypeError)
    expect(await run('echo', 'after')).toBe('after')
  })

  it('take bytes over that are given away, and copy all others', async () => {
    const threads = systemThreads({ entry: ENTRY, megabytes: 64 })
    onTestFinished(() => threads.close())
    const kept = new Uint8Array([1, 2])
    const away = new Uint8Array([3])
    const shared = new Uint8Array([4, 5]).subarray(1)
    const given = [away, shared]
    expect(await threads.run(task('echo'), { kept, away, shared }, { given })).toEqual({
      kept: new Uint8Array([1, 2]),
      away: new Uint8Array([3]),
      shared: new Uint8Array([5]),
    })
    expect([kept.length, away.length, shared.length]).toEqual([2, 0, 1])
  })

  it('stand by where work can not wait for a start, and are followed by others when they are gone', async () => {
    let started = 0
    const start = startThread(ENTRY, 64)
    const pool = poolOf(
      2,
      (told) => {
        started += 1
        return start(told)
      },
      { standingBy: 1 },
    )
    onTestFinished(() => pool.close())
    expect(started).toBe(1)
    expect(await pool.run(task('echo'), 'at once')).toBe('at once')
    expect(started).toBe(1)
    await expect(pool.run(task('leave'), undefined)).rejects.toThrow(TaskLost)
    await expect.poll(() => started).toBe(2)
    expect(await pool.run(task('echo'), 'again')).toBe('again')
    expect(started).toBe(2)
  })

  it('are free for the next task when one can not be copied to them', async () => {
    const run = open(1)
    const uncopied = { name: 'DataCloneError' }
    await expect(run('echo', () => {})).rejects.toMatchObject(uncopied)
    const waiting = [run('wait', 20), run('echo', () => {}), run('echo', 'behind')]
    expect(await Promise.allSettled(waiting)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: uncopied },
      { status: 'fulfilled', value: 'behind' },
    ])
  })

  it('of one lane keep those of another from nothing', async () => {
    const threads = systemThreads({ most: 1, entry: ENTRY, megabytes: 64 })
    onTestFinished(() => threads.close())
    const hanging = threads.run(task('hang', 'imports'), undefined)
    const behind = threads.run(task('echo', 'imports'), 'behind', { patience: 50 })
    const outcomes = Promise.allSettled([hanging, behind])
    expect(await threads.run(task('echo', 'requests'), 'beside')).toBe('beside')
    await behind.catch(() => {})
    await threads.close()
    expect(await outcomes).toMatchObject([
      { reason: expect.any(ThreadsClosed) },
      { reason: expect.any(LaneBusy) },
    ])
  })

  it('are used again, and never more than there may be', async () => {
    const run = open(2)
    const used = await Promise.all(Array.from({ length: 8 }, () => run('wait', 20)))
    expect(new Set(used).size).toBe(2)
  })

  it('end with a task that takes too long, in the middle of a loop; the next one finds another', async () => {
    const run = open(1)
    const hanging = run('hang', undefined, 200)
    const behind = run('echo', 'behind')
    await expect(hanging).rejects.toThrow(TaskTimeout)
    expect(await behind).toBe('behind')
  })

  it('end with a task that only waits, and never comes back', async () => {
    await expect(open(1)('wait', 600_000, 50)).rejects.toThrow(TaskTimeout)
  })

  it('may end or outgrow their memory, which fails their task and no other', async () => {
    const run = open(1)
    await expect(run('leave')).rejects.toThrow('ended before its task')
    await expect(run('grow')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
    expect(await run('echo', 'still here')).toBe('still here')
  })

  it('are closed by lanes, while others go on', async () => {
    const threads = systemThreads({ entry: ENTRY, megabytes: 64 })
    onTestFinished(() => threads.close())
    const outcome = expect(threads.run(task('wait', 'index'), 60_000)).rejects.toThrow(ThreadsClosed)
    await threads.close('index')
    await outcome
    await expect(threads.run(task('echo', 'index'), 1)).rejects.toThrow(ThreadsClosed)
    expect(await threads.run(task('echo', 'git'), 'beside')).toBe('beside')
  })

  it('are closed with what they do and what waits for them', async () => {
    const threads = systemThreads({ most: 1, entry: ENTRY })
    const under = threads.run(task('wait'), 60_000)
    const waiting = threads.run(task('echo'), 1)
    const outcomes = Promise.allSettled([under, waiting])
    await threads.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ThreadsClosed) })
    await expect(threads.run(task('echo'), 1)).rejects.toThrow(ThreadsClosed)
  })
})

describe('processes', () => {
  const SOURCE = `
    const tasks = {
      echo: (input) => input,
      where: () => process.pid,
      fail: () => { throw new TypeError('no') },
      // As native code does, this hears nothing until it is over.
      native: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000),
      leave: () => process.exit(),
    }
    process.on('message', async ({ task, input }) => {
      try { process.send({ output: await tasks[task](input), isUsedUp: input === 'used up' }) }
      catch (error) { process.send({ error }) }
    })
  `
  async function openApart() {
    const folder = await mkdtemp(join(tmpdir(), 'quire-hands-'))
    const entry = pathToFileURL(join(folder, 'entry.mjs'))
    await writeFile(entry, SOURCE)
    const threads = systemThreads({ most: 1, entry, megabytes: 64 })
    onTestFinished(async () => {
      await threads.close()
      await rm(folder, { recursive: true })
    })
    return (name: string, input?: unknown, timeout?: number) =>
      threads.run({ ...task(name), isApart: true }, input, { timeout })
  }

  it('do the tasks that are to be apart', async () => {
    const run = await openApart()
    const input = { bytes: new Uint8Array([1, 2]), map: new Map([['a', 1]]) }
    expect(await run('echo', input)).toEqual(input)
    await expect(run('fail')).rejects.toThrow('no')
    const first = await run('where')
    expect(first).not.toBe(process.pid)
    expect(await run('where')).toBe(first)
    await expect(run('leave')).rejects.toThrow(TaskLost)
    expect(await run('where')).not.toBe(first)
  })

  it('do not end for time in which they were given no processor', async () => {
    const run = await openApart()
    const pid = Number(await run('where'))
    process.kill(pid, 'SIGSTOP')
    const late = run('echo', 'late', 2_000)
    setTimeout(() => process.kill(pid, 'SIGCONT'), 2_500)
    expect(await late).toBe('late')
  })

  it('make place for another one when they are used up', async () => {
    const run = await openApart()
    const behind = [run('where', 'used up'), run('where'), run('where')]
    const [first, second, third] = await Promise.all(behind)
    expect(second).not.toBe(first)
    expect(third).toBe(second)
  })

  it('end at once in the midst of what can not be interrupted', async () => {
    const run = await openApart()
    const pid = Number(await run('where'))
    await expect(run('native', undefined, 300)).rejects.toThrow(TaskTimeout)
    expect(await run('echo', 'behind')).toBe('behind')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
