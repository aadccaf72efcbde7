import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { OperationRow } from '../store.ts'
import { updateProgress } from '../store.ts'

type Stage = OperationRow['stage']

export type Progress = {
  /** A stage begins, of so many steps. */
  begin(stage: Stage, tasks?: number): Promise<void>
  step(count: number): Promise<void>
  /** So many steps of the stage are done. Need not be awaited, and never fails. */
  reach(done: number): Promise<void>
  /** All steps of the last stage, for when they are done. */
  completed(): Steps
}

export type Steps = { tasks: number; tasksDone: number }

/** Written down now and then: people look at it, and every look is one more write. */
const EVERY = 300

export function progressOf(ctx: ReadContext, { id }: OperationRow): Progress {
  let [stage, tasks, done]: [Stage, number, number] = ['repo_fetch', 100, 0]
  let writtenAt = 0
  let lastWrite = Promise.resolve()

  /** One behind the other: side by side, one that is late would bring an earlier stage back. */
  function write() {
    const updatedAt = ctx.clock.now()
    writtenAt = updatedAt.getTime()
    const writing = lastWrite.then(() =>
      updateProgress(ctx.db, id, { stage, tasks, tasksDone: done, updatedAt }),
    )
    lastWrite = writing.catch(() => {})
    return writing
  }

  async function reach(count: number) {
    done = Math.min(count, tasks)
    if (ctx.clock.now().getTime() - writtenAt < EVERY) return
    await write().catch((error) =>
      ctx.log.warn({ err: error, operation: id }, 'the progress of a git operation could not be written'),
    )
  }

  return {
    async begin(next, count = 0) {
      ;[stage, tasks, done] = [next, count, 0]
      await write()
    },
    reach,
    step: (count) => reach(done + count),
    completed: () => ({ tasks, tasksDone: tasks }),
  }
}
