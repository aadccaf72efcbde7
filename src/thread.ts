// What runs in a thread of world/threads.ts: takes tasks by their names, one at a time.
import { parentPort } from 'node:worker_threads'
import { tasks } from './tasks.ts'
import type { Answer, Task } from './world/threads.ts'

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
