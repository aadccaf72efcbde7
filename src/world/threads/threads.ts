import { type Start, startProcess, startThread, type WorkerHandle } from './worker-handles.ts'

/** Work that takes long enough to keep others waiting. Input and output must be values that can be copied. */
export type Task<Input, Output> = {
  name: string
  lane: Lane
  work: (input: Input) => Output | Promise<Output>
  /**
   * In a process of its own: what takes apart files that strangers wrote, and the typesetter. It may go on for minutes,
   * fill the memory, or end its process, without harm to others.
   */
  isApart?: boolean
  /** Asked there after each task: whether the next one needs another process, as this one gives nothing back. */
  isUsedUp?: () => boolean | Promise<boolean>
}

/** Tasks wait for others of their lane only: a large import keeps nobody's search or PDF waiting. */
export type Lane = 'bodies' | 'requests' | 'imports' | 'git' | 'index' | 'pdf' | 'pictures' | 'passwords'

export type RunOptions = {
  /** Milliseconds that the work may have a processor; on a busy machine it may take some times as long. */
  timeout?: number
  /** Milliseconds that it may wait for its turn. */
  patience?: number
  /** Bytes in the input that the caller no longer needs: they are transferred to the thread. All others are copied. */
  given?: readonly Uint8Array[]
}

/** Where tasks are done: beside the event loop, so that requests are answered meanwhile. */
export type Threads = {
  run<Input, Output>(task: Task<Input, Output>, input: Input, options?: RunOptions): Promise<Output>
  /** All of them, or those of one lane. */
  close(lane?: Lane): Promise<void>
}

/** The thread was ended because its task took too long. */
export class TaskTimeout extends Error {
  override readonly name = 'TaskTimeout'
}

/** The task was not begun: too many wait in its lane. */
export class LaneBusy extends Error {
  override readonly name = 'LaneBusy'
}

/** The service is closing: what was begun is to be done another time. */
export class ThreadsClosed extends Error {
  override readonly name = 'ThreadsClosed'
  constructor() {
    super('The threads are closed')
  }
}

type Waiting = {
  task: string
  input: unknown
  given?: readonly Uint8Array[]
  timeout?: number
  /** Gives up waiting. */
  patience?: NodeJS.Timeout
  resolve: (output: never) => void
  reject: (error: Error) => void
}
type Thread = { hand: WorkerHandle; current?: Waiting; deadline?: NodeJS.Timeout; rest?: NodeJS.Timeout }

/** A thread that has nothing to do gives its memory back. */
const REST = 20_000
/** A busy machine makes tasks wait, which is not their fault. Beyond so many times their limit they are ended all the same. */
const LONGEST_WAIT = 4
/** Milliseconds from one look at a task to the next, at least. */
const SHORTEST_LOOK = 50
/** What a task may fill before its thread ends; with what a process takes by itself, about 500. */
const MEGABYTES = 384
/** Hashing a password fills a core: with one at a time, many people who sign in at once keep nobody else waiting. */
const MOST_OF_LANE: Partial<Record<Lane, number>> = { passwords: 1 }
/** Beside this in the compiled program. */
const ENTRY = new URL('thread.js', import.meta.url)

/**
 * Threads and processes that are started when there is work, at most so many of each in a lane, each doing one task at a
 * time.
 */
export function systemThreads({ most = 2, entry = ENTRY, megabytes = MEGABYTES } = {}): Threads {
  const pools = new Map<string, Threads>()
  const closed = new Set<Lane>()
  let isClosed = false

  function poolFor({ lane, isApart = false }: Task<never, unknown>) {
    if (isClosed || closed.has(lane)) throw new ThreadsClosed()
    const key = `${lane} ${isApart}`
    const start = isApart ? startProcess(entry, megabytes) : startThread(entry, megabytes)
    const pool = pools.get(key) ?? poolOf(MOST_OF_LANE[lane] ?? most, start)
    pools.set(key, pool)
    return pool
  }

  return {
    run: async (task, input, options) => poolFor(task).run(task, input, options),
    close: async (lane) => {
      if (lane) closed.add(lane)
      else isClosed = true
      const closing = [...pools].filter(([key]) => !lane || key.startsWith(`${lane} `))
      await Promise.all(closing.map(([, pool]) => pool.close()))
    },
  }
}

/** Milliseconds until one that stands by and is gone is followed by another: it may have ended as it began. */
const STAND_BY_AFTER = 1_000

/**
 * Does tasks by their names, at most so many at a time, one after the other where there are more. So many stand by from
 * the beginning, for work that cannot wait until somebody has started.
 */
export function poolOf(most: number, startHand: Start, { standingBy = 0 } = {}): Threads {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let isClosed = false
  standBy()

  function standBy() {
    while (!isClosed && threads.size < standingBy) start().hand.release()
  }

  function start(): Thread {
    const hand = startHand({
      answer: (answer) => {
        const done = finish(thread)
        if ('error' in answer) done?.reject(answer.error as Error)
        else done?.resolve(answer.output as never)
        if (answer.isUsedUp) drop(thread, new Error('The thread is used up'))
        else next()
      },
      gone: (error) => drop(thread, error),
    })
    const thread: Thread = { hand }
    threads.add(thread)
    return thread
  }

  function finish(thread: Thread) {
    const { current } = thread
    thread.current = undefined
    clearTimeout(thread.deadline)
    thread.rest = setTimeout(() => rest(thread), REST)
    // A process that has nothing else to do does not wait for its threads.
    thread.rest.unref()
    thread.hand.release()
    return current
  }

  function rest(thread: Thread) {
    if (threads.size > standingBy) drop(thread, new Error('The thread has gone'))
  }

  function drop(thread: Thread, error: Error) {
    if (!threads.delete(thread)) return
    finish(thread)?.reject(isClosed ? new ThreadsClosed() : error)
    clearTimeout(thread.rest)
    void thread.hand.end()
    next()
    if (threads.size < standingBy) setTimeout(standBy, STAND_BY_AFTER).unref()
  }

  function next() {
    if (queue.length === 0 || isClosed) return
    const idle = [...threads].find(({ current }) => !current) ?? (threads.size < most ? start() : undefined)
    if (!idle) return
    const waiting = queue.shift()
    clearTimeout(waiting?.patience)
    if (waiting) begin(idle, waiting)
  }

  function begin(thread: Thread, waiting: Waiting) {
    const { task, input, given, timeout } = waiting
    clearTimeout(thread.rest)
    thread.current = waiting
    thread.hand.hold()
    if (timeout) endAfter(thread, task, timeout)
    try {
      thread.hand.give({ task, input }, given)
    } catch (error) {
      // The input cannot be copied. The thread never received it, and is free for the next task.
      finish(thread)?.reject(error as Error)
      next()
    }
  }

  /** Looks again and again how long it had a processor: what was given one late is not ended for that. */
  function endAfter(thread: Thread, task: string, timeout: number) {
    const [began, had] = [performance.now(), thread.hand.processorTime()]
    const look = () => {
      const left = Math.min(
        timeout - (thread.hand.processorTime() - had),
        timeout * LONGEST_WAIT - (performance.now() - began),
      )
      if (left > 0) thread.deadline = setTimeout(look, Math.max(left, SHORTEST_LOOK))
      else drop(thread, new TaskTimeout(`${task} took longer than ${timeout / 1000} s`))
    }
    thread.deadline = setTimeout(look, timeout)
  }

  return {
    run(task, input, { timeout, patience, given } = {}) {
      if (isClosed) return Promise.reject(new ThreadsClosed())
      return new Promise((resolve, reject) => {
        const waiting: Waiting = { task: task.name, input, given, timeout, resolve, reject }
        if (patience !== undefined) waiting.patience = setTimeout(giveUp, patience)
        queue.push(waiting)
        next()

        function giveUp() {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new LaneBusy(`${task.name} waited longer than ${(patience ?? 0) / 1000} s for its turn`))
        }
      })
    },
    async close() {
      isClosed = true
      for (const { reject, patience } of queue.splice(0)) {
        clearTimeout(patience)
        reject(new ThreadsClosed())
      }
      await Promise.all([...threads].map(({ hand }) => hand.end()))
    },
  }
}

/** For tests: the same work, here and now. */
export const inlineThreads: Threads = {
  run: async (task, input) => task.work(structuredClone(input)),
  close: async () => {},
}
