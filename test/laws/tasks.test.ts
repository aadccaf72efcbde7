import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tasks } from '../../src/tasks.ts'

describe('what is done in threads', () => {
  it('is loaded by its name', async () => {
    for (const [name, load] of Object.entries(tasks)) expect((await load()).name).toBe(name)
  })

  it('is all known there', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    // Commands start processes of their own kind.
    const sources = files.filter(
      (file) => !file.startsWith('command/') && file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const declared = sources.flatMap((file) =>
      [...readFileSync(`src/${file}`, 'utf8').matchAll(/: Task<[^=]+> = \{\s+name: '([^']+)'/g)].map(
        ([, name]) => name,
      ),
    )
    expect(declared.sort()).toEqual(Object.keys(tasks).sort())
  })
})
