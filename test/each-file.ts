// Around every test file. Files share a process, and with it all modules: nothing of one may reach the next.
import { afterAll, afterEach, vi } from 'vitest'
import { endFile, forgetShared } from './file-scope.ts'

afterEach(({ task }) => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  // One that timed out is still at work, and would meddle with the next.
  if (task.result?.state === 'fail') forgetShared()
})

afterAll(endFile)
