import { Worker } from 'node:worker_threads'

/** Work that takes long enough to keep others waiting. Input and output must be values that can be copied. */
export type Task<Input, Output> = { name: string; work: (input: Input) => Output | Promise<Output> }

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
type Thread = { worker: Worker; current?: Waiting; deadline?: NodeJS.Timeout; rest?: NodeJS.Timeout }
export type Answer = { output: unknown } | { error: unknown }

/** A thread that has nothing to do gives its memory back. */
const REST = 20_000
/** What a task may fill before its thread ends. */
const MEGABYTES = 768
/** Beside the compiled file of this one. */
const ENTRY = new URL('../thread.js', import.meta.url)

/** Threads that are started when there is work, at most so many, each doing one task at a time. */
export function systemThreads({ most = 2, entry = ENTRY, megabytes = MEGABYTES } = {}): Threads {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let isClosed = false

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 }
    const worker = new Worker(entry, { resourceLimits })
    const thread: Thread = { worker }
    threads.add(thread)
    worker.on('message', (answer: Answer) => {
      const done = finish(thread)
      if ('error' in answer) done?.reject(answer.error as Error)
      else done?.resolve(answer.output as never)
      next()
    })
    worker.on('error', (error) => drop(thread, error as Error))
    worker.on('exit', () => drop(thread, new Error('The thread ended before its task')))
    return thread
  }

  function finish(thread: Thread) {
    const { current } = thread
    thread.current = undefined
    clearTimeout(thread.deadline)
    thread.rest = setTimeout(() => drop(thread, new Error('The thread has gone')), REST)
    // A process that has nothing else to do does not wait for its threads.
    thread.rest.unref()
    thread.worker.unref()
    return current
  }

  function drop(thread: Thread, error: Error) {
    if (!threads.delete(thread)) return
    finish(thread)?.reject(isClosed ? new ThreadsClosed() : error)
    clearTimeout(thread.rest)
    void thread.worker.terminate()
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
    thread.worker.ref()
    if (timeout)
      thread.deadline = setTimeout(
        () => drop(thread, new TaskTimeout(`${task} took longer than ${timeout / 1000} s`)),
        timeout,
      )
    try {
      thread.worker.postMessage({ task, input })
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
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

/** For tests: the same work, here and now. */
export const inlineThreads: Threads = {
  run: async (task, input) => task.work(structuredClone(input)),
  close: async () => {},
}
