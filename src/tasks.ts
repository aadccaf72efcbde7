// Everything that is done in threads; see world/threads.ts. Each is a value of the part that asks for it.
import { convertTask } from './conversion/task.ts'
import { readPages } from './repository/read-pages.ts'
import { readLongSummary } from './repository/summary-task.ts'
import { listTargets } from './rooms/content/text-links.ts'
import { compareTexts } from './rooms/history/compare-texts.ts'
import { changedVersionTask, compareTask, processFilesTask } from './rooms/openapi/tasks.ts'
import { makePdf, writeBook } from './rooms/pdf/tasks.ts'
import { drawCardTask } from './rooms/programs/card-task.ts'
import { cutPages } from './rooms/search/cutting.ts'
import { writeTextTask } from './rooms/visited-sites/write-task.ts'
import { findHandEdits, readUnits, readXliffFile, translateTexts } from './translation/tasks.ts'
import type { Task } from './world/threads.ts'

export const tasks: Task<never, unknown>[] = [
  convertTask,
  readPages,
  readLongSummary,
  writeBook,
  makePdf,
  cutPages,
  drawCardTask,
  listTargets,
  writeTextTask,
  compareTexts,
  processFilesTask,
  changedVersionTask,
  compareTask,
  readUnits,
  translateTexts,
  findHandEdits,
  readXliffFile,
]
