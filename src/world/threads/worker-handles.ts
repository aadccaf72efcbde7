// The workers of threads.ts: a thread, or a process for tasks that must be killable.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { ENGINE_FLAGS } from '../engine.ts'
import { ownProcessorTime, processorTimeOf } from './processor-time.ts'

export type TaskAnswer = ({ output: unknown } | { error: unknown }) & { isUsedUp?: boolean }
export type TaskMessage = { task: string; input: unknown }

/** Who did the task is gone: it left, was ended from outside, or took more memory than there is. */
export class TaskLost extends Error {
  override readonly name = 'TaskLost'
}

export type WorkerHandle = {
  /** Of what is given away nothing is left here, where that saves a copy. */
  give(message: TaskMessage, away?: readonly Uint8Array[]): void
  end(): Promise<unknown>
  /** Milliseconds that it had a processor, or more. */
  processorTime(): number
  /** A process that has nothing else to do waits for a worker that is held, and only for that. */
  hold(): void
  release(): void
}

export type WorkerEvents = { answer(answer: TaskAnswer): void; gone(error: Error): void }

export type Start = (told: WorkerEvents) => WorkerHandle

export function startThread(entry: URL, megabytes: number): Start {
  return ({ answer, gone }) => {
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 }
    const worker = new Worker(entry, { resourceLimits })
    worker.on('message', answer)
    worker.on('error', (error) => gone(error as Error))
    worker.on('exit', () => gone(new TaskLost('The thread ended before its task')))
    return {
      give: (message, away = []) => worker.postMessage(message, away.flatMap(ownMemory)),
      end: () => worker.terminate(),
      processorTime: ownProcessorTime,
      hold: () => worker.ref(),
      release: () => worker.unref(),
    }
  }
}

/** Small buffers share their memory with others. */
function ownMemory({ buffer, byteLength }: Uint8Array) {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

type Program = { arguments?: string[]; environment?: NodeJS.ProcessEnv }

/**
 * A process has memory of its own: what takes more than there is ends itself and not the server, and what is given back by
 * nothing else is given back by its end. And it can be killed whatever it runs; native code in a thread goes on.
 */
export function startProcess(entry: URL, megabytes: number, program: Program = {}): Start {
  return ({ answer, gone }) => {
    const child = fork(fileURLToPath(entry), program.arguments ?? [], {
      env: program.environment,
      execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=8', ...ENGINE_FLAGS],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.on('message', (message) => answer(message as TaskAnswer))
    child.on('error', gone)
    child.on('exit', () => gone(new TaskLost('The process ended before its task')))
    return {
      give: (message) => child.send(message),
      end: () => {
        child.kill('SIGKILL')
        return ended
      },
      processorTime: () => processorTimeOf(child.pid ?? 0),
      hold: () => {
        child.ref()
        child.channel?.ref()
      },
      release: () => {
        child.unref()
        child.channel?.unref()
      },
    }
  }
}
