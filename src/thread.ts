// What runs in a thread of world/threads.ts: takes tasks by their names, one at a time.
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { tasks } from './tasks.ts'
import type { Answer, Task } from './world/threads.ts'

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

const known = new Map(tasks.map((task) => [task.name, task as Task<unknown, unknown>]))

parentPort?.on('message', async ({ task, input }: { task: string; input: unknown }) => {
  parentPort?.postMessage(await answerOf(task, input))
})

async function answerOf(name: string, input: unknown): Promise<Answer> {
  try {
    const task = known.get(name)
    if (!task) throw new Error(`There is no task ${name}`)
    return { output: await task.work(input) }
  } catch (error) {
    return { error }
  }
}
