import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts'],
    globalSetup: ['test/cluster.ts'],
    setupFiles: ['test/draws.ts', 'test/each-file.ts'],
    // The whole house is loaded once a worker, not once a file: test/each-file.ts sees to it that nothing is left behind.
    isolate: false,
    // Most of the time goes into waiting for servers to start and stop: as many files as cores, not one less.
    maxWorkers: Math.max(2, availableParallelism()),
    // Only so that a hang ends: a busy machine may stand still for a minute, and no test says how fast anything is.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
