// What runs in a thread or a process of world/threads.ts: takes tasks by their names, one at a time.
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { tasks } from './tasks.ts'
import type { Task } from './world/threads/threads.ts'
import type { TaskAnswer, TaskMessage } from './world/threads/worker-handles.ts'

stepBack()

/**
 * Where there are more threads than processors, requests come first. Elsewhere than on Linux it would be the priority of
 * the whole process; and where it is not allowed, the work is done all the same.
 */
function stepBack() {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {}
}

if (parentPort) {
  const port = parentPort
  port.on('message', async ({ task, input }: TaskMessage) => port.postMessage(await answerOf(task, input)))
} else {
  fallFirst()
  process.on('message', async (message) => {
    const { task, input } = message as TaskMessage
    process.send?.(await answerOf(task, input))
  })
  // Nobody is left to work for. A signal to all of them is for the server to hear, which ends this as it sees fit.
  process.on('disconnect', () => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
}

/** When the machine runs out of memory, the one who takes it goes, and not the server or its database. */
function fallFirst() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
}

async function answerOf(name: string, input: unknown): Promise<TaskAnswer> {
  try {
    const load = tasks[name]
    if (!load) throw new Error(`There is no task ${name}`)
    const task = (await load()) as Task<unknown, unknown>
    const output = await task.work(input)
    return { output, isUsedUp: await task.isUsedUp?.() }
  } catch (error) {
    return { error }
  }
}
