import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Tests that count steps (test/measures/steps.ts) need code that nobody has run before, so each has a process to itself.
const COUNTING = ['src/**/growth.test.ts']
// Tests that set type or read enormous texts leave a process of 600 MB behind, and every git it starts then costs 20 ms
// more: a process is copied, page by page, when it starts another.
const SWELLING = [
  ...[
    'src/engines/pdf/*.test.ts',
    'src/rooms/content/pdf/*.test.ts',
    'src/site-server/formats/cards.test.ts',
  ],
  'src/**/enormous.test.ts',
]

// A run on a fresh clone knows nothing of how long files take: begun last, these would keep one worker busy alone.
const LONG = ['/laws/access.test.ts', '/laws/locks.test.ts', '/laws/scopes.test.ts']

/**
 * Tests that start many processes come first: to start one takes 2 ms where a worker is small, and 20 where it has grown
 * to the 600 MB that others leave behind. Then come those that take longest.
 */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const startsMany = ({ moduleId }: TestSpecification) =>
      /\/git[^/]*(?:\/|\.test)|\/acceptance\//.test(moduleId)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path))
    const rank = (file: TestSpecification) => (startsMany(file) ? 0 : isLong(file) ? 1 : 2)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

const everywhere: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['test/drawn/draws.ts', 'test/each-file.ts'],
  // Only so that a hang ends: no test says how fast anything is, and beside other work the longest take ten times as long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Projects do not extend this: each would start a cluster of its own.
    globalSetup: ['test/database/cluster.ts'],
    experimental: { fsModuleCache: true },
    sequence: { sequencer: ProcessesFirst },
    // Much of the time goes into waiting for servers to start and stop: one file more than there are cores.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    projects: [
      {
        test: {
          ...everywhere,
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts'],
          exclude: [...COUNTING, ...SWELLING],
          // The whole house is loaded once a worker, not once a file: test/each-file.ts takes care that nothing is left.
          isolate: false,
        },
      },
      { test: { ...everywhere, name: 'alone', include: [...COUNTING, ...SWELLING] } },
    ],
  },
})
