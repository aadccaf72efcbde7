// Lets a test have a say before, after or instead of a piece of work that goes to threads or to Git. The work itself is
// the real one; where a test says nothing, nothing is different.
import { onTestFinished } from 'vitest'
import type { Git, GitCache } from '../src/world/git/git.ts'
import type { RunOptions, Threads } from '../src/world/threads/threads.ts'

/** A task for a thread, or something that is asked of the copy of a repository (`push`, `describe`). */
export type Work = { name: string; input: unknown; options?: RunOptions }
/** Does the work by `go`, or something else. */
export type Say = (work: Work, go: () => Promise<unknown>) => Promise<unknown>

function sayings() {
  const all = new Set<Say>()
  return {
    /** Until the end of the test, or until what it returns is called. */
    add(say: Say) {
      const stop = () => void all.delete(say)
      all.add(say)
      onTestFinished(stop)
      return stop
    },
    run: <T>(work: Work, go: () => Promise<T>) =>
      [...all].reduce<() => Promise<unknown>>((inner, say) => () => say(work, inner), go)() as Promise<T>,
  }
}

export function interceptedThreads(threads: Threads) {
  const { add, run } = sayings()
  const watched: Threads = {
    run: (task, input, options) =>
      run({ name: task.name, input, options }, () => threads.run(task, input, options)),
    close: threads.close,
  }
  return { threads: watched, interceptTasks: add }
}

export function interceptedGit(git: Git) {
  const { add, run } = sayings()
  const watched: Git = {
    ...git,
    async open(name) {
      const cache = await git.open(name)
      const verbs = Object.entries(cache).map(([verb, does]) => [
        verb,
        (...input: unknown[]) => run({ name: verb, input }, () => Reflect.apply(does, cache, input)),
      ])
      return Object.fromEntries(verbs) as GitCache
    },
  }
  return { git: watched, interceptGit: add }
}
