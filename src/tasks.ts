// Everything that is done in threads; see world/threads.ts. Each is a value of the part of the house that asks for it.
import { readPages } from './repository/read-pages.ts'
import type { Task } from './world/threads.ts'

export const tasks: Task<never, unknown>[] = [readPages]
