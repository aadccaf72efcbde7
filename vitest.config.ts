import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts'],
    globalSetup: ['test/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
