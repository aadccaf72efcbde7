import { type Hand, processHand, type Start, threadHand } from './hands.ts'

/** Work that takes long enough to keep others waiting. Input and output must be values that can be copied. */
export type Task<Input, Output> = {
  name: string
  work: (input: Input) => Output | Promise<Output>
  /** In a process of its own: what calls native code that may go on for minutes, or fill the memory. */
  isApart?: boolean
}

/** Where tasks are done: beside the event loop, so that requests are answered meanwhile. */
export type Threads = {
  run<Input, Output>(task: Task<Input, Output>, input: Input, options?: { timeout?: number }): Promise<Output>
  close(): Promise<void>
}

/** The thread was ended because its task took too long. */
export class TaskTimeout extends Error {
  override readonly name = 'TaskTimeout'
}

/** The house is closing: what was begun is to be done another time. */
export class ThreadsClosed extends Error {
  override readonly name = 'ThreadsClosed'
  constructor() {
    super('The threads are closed')
  }
}

type Waiting = {
  task: string
  input: unknown
  timeout?: number
  resolve: (output: never) => void
  reject: (error: Error) => void
}
type Thread = { hand: Hand; current?: Waiting; deadline?: NodeJS.Timeout; rest?: NodeJS.Timeout }

/** A thread that has nothing to do gives its memory back. */
const REST = 20_000
/** What a task may fill before its thread ends. */
const MEGABYTES = 768
/** Beside the compiled file of this one. */
const ENTRY = new URL('../thread.js', import.meta.url)

/** Threads and processes that are started when there is work, at most so many of each, each doing one task at a time. */
export function systemThreads({ most = 2, entry = ENTRY, megabytes = MEGABYTES } = {}): Threads {
  const threads = poolOf(most, threadHand(entry, megabytes))
  const processes = poolOf(most, processHand(entry, megabytes))
  return {
    run: (task, input, options) => (task.isApart ? processes : threads).run(task, input, options),
    close: async () => {
      await Promise.all([threads.close(), processes.close()])
    },
  }
}

function poolOf(most: number, startHand: Start): Threads {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let isClosed = false

  function start(): Thread {
    const hand = startHand({
      answer: (answer) => {
        const done = finish(thread)
        if ('error' in answer) done?.reject(answer.error as Error)
        else done?.resolve(answer.output as never)
        next()
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
    thread.rest = setTimeout(() => drop(thread, new Error('The thread has gone')), REST)
    // A process that has nothing else to do does not wait for its threads.
    thread.rest.unref()
    thread.hand.release()
    return current
  }

  function drop(thread: Thread, error: Error) {
    if (!threads.delete(thread)) return
    finish(thread)?.reject(isClosed ? new ThreadsClosed() : error)
    clearTimeout(thread.rest)
    void thread.hand.end()
    next()
  }

  function next() {
    if (queue.length === 0 || isClosed) return
    const idle = [...threads].find(({ current }) => !current) ?? (threads.size < most ? start() : undefined)
    if (!idle) return
    const waiting = queue.shift()
    if (waiting) begin(idle, waiting)
  }

  function begin(thread: Thread, waiting: Waiting) {
    const { task, input, timeout } = waiting
    clearTimeout(thread.rest)
    thread.current = waiting
    thread.hand.hold()
    if (timeout)
      thread.deadline = setTimeout(
        () => drop(thread, new TaskTimeout(`${task} took longer than ${timeout / 1000} s`)),
        timeout,
      )
    try {
      thread.hand.give({ task, input })
    } catch (error) {
      // The input can not be copied. The thread never heard of it, and is free for the next.
      finish(thread)?.reject(error as Error)
      next()
    }
  }

  return {
    run(task, input, { timeout } = {}) {
      if (isClosed) return Promise.reject(new ThreadsClosed())
      return new Promise((resolve, reject) => {
        queue.push({ task: task.name, input, timeout, resolve, reject })
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new ThreadsClosed())
      await Promise.all([...threads].map(({ hand }) => hand.end()))
    },
  }
}

/** For tests: the same work, here and now. */
export const inlineThreads: Threads = {
  run: async (task, input) => task.work(structuredClone(input)),
  close: async () => {},
}
