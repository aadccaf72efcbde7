import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests that count steps (test/steps.ts) need code that nobody has run before, so each has a process to itself.
const COUNTING = 'src/**/growth.test.ts'

export default defineConfig({
  test: {
    setupFiles: ['test/draws.ts', 'test/each-file.ts'],
    // Most of the time goes into waiting for servers to start and stop: as many files as cores, not one less.
    maxWorkers: Math.max(2, availableParallelism()),
    // Only so that a hang ends: a busy machine may stand still for a minute, and no test says how fast anything is.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts'],
          exclude: [COUNTING],
          globalSetup: ['test/cluster.ts'],
          // The whole house is loaded once a worker, not once a file: test/each-file.ts takes care that nothing is left.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: [COUNTING] } },
    ],
  },
})
