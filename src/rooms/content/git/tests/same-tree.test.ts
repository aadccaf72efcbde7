// An export to where nothing is yet writes the tree that was imported, also what the space has no use for.
import { describe, expect, it } from 'vitest'
import type { Tree } from '../../../../../test/drawn/generated-repositories.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import type { KeptFile } from '../../../../engines/content/records.ts'
import { withinLimits } from '../../../../engines/sync/kept-files.ts'
import { runJob } from '../../../../services.ts'
import { sweepBlobs } from '../../files/jobs.ts'
import { sweepNodes } from '../../spaces/revisions/jobs.ts'
import { forgetCopies } from '../jobs.ts'

const text = (content: string, mode: '100644' | '100755' | '120000' = '100644') => ({
  mode,
  bytes: Buffer.from(content),
})

const TREE: Tree = new Map<string, ReturnType<typeof text> | { mode: '160000'; oid: string }>([
  ['.gitbook.yaml', text('# where it lies\nroot: ./docs/\n')],
  ['LICENSE', text('Free for all')],
  ['.github/workflows/check.yml', text('on: push\n')],
  ['logo.bin', { mode: '100644', bytes: Buffer.from([0, 255, 254, 10]) }],
  ['docs/SUMMARY.md', text('* [Home](README.md)\n* [Listed title](bare.md)\n')],
  ['docs/README.md', text('# Home\n\nThe last line', '100755')],
  ['docs/bare.md', text('Text without a title.\n')],
  ['docs/windows.md', text('# Windows\r\n\r\nText.\r\n')],
  ['docs/marked.md', text('\ufeff# Marked\n\nText.\n')],
  ['docs/latin.md', { mode: '100644', bytes: Buffer.from('# Latin\n\ncaf\xe9\n', 'latin1') }],
  ['docs/empty.md', text('')],
  ['docs/huge.md', text(`# Huge\n\n${'many words '.repeat(500_000)}`)],
  ['docs/.hidden/notes.md', text('# No page\n')],
  ['docs/latest', text('../docs/README.md', '120000')],
  ['docs/run.sh', text('#!/bin/sh\n', '100755')],
  ['docs/na\udcefme.md', text('# A name that is not UTF-8\n')],
  ['docs/module', { mode: '160000', oid: '1'.repeat(40) }],
])

async function opened(tree = TREE) {
  const space = await openSyncedSpace()
  const { git, name } = space
  await space.commitTree(tree)
  let count = 0
  return {
    ...space,
    treeOf: async (repository: string, path = '') =>
      String(await git.git(repository, 'rev-parse', `refs/heads/main:${path}`)).trim(),
    async empty() {
      const other = `${name}-${++count}`
      await git.createRepository(other)
      return { name: other, url: git.urlWithCredentials(other) }
    },
  }
}

describe('an export to an empty repository', () => {
  it('has the tree that was imported, also when the copy is gone and all was swept', async () => {
    const { imports, exports, treeOf, empty, name, services, tick } = await opened()
    const { report } = await imports()
    expect(report.counts).not.toHaveProperty('not-kept')
    tick(40)
    await runJob(services, forgetCopies, {})
    await runJob(services, sweepNodes, {})
    await runJob(services, sweepBlobs, {})
    const { url, name: other } = await empty()
    const { report: written } = await exports({ url })
    expect(await treeOf(other)).toBe(await treeOf(name))
    expect(written.summary).toBe(`${TREE.size} files written`)
    expect(written.pages.changed).toBe(6)
    // Agreed on: there is nothing left to write.
    expect((await exports({ url })).report.summary).toContain('Nothing to commit')
  })

  it('differs from it in what was edited, and in nothing else of the file', async () => {
    const { imports, exports, empty, write, page, git, name } = await opened()
    await imports()
    const edit = async (title: string, markdown: string) =>
      write({ operation: 'update_page', page: (await page(title)).id, document: { markdown } })
    await edit('Home', 'Another last line')
    await edit('Windows', 'One.\n\nTwo.\n')
    const { url, name: other } = await empty()
    await exports({ url })
    const list = async (repository: string) =>
      String(await git.git(repository, 'ls-tree', '-r', '-z', 'refs/heads/main')).split('\0')
    const before = new Set(await list(name))
    const changed = (await list(other)).filter((line) => !before.has(line))
    expect(changed.map((line) => line.replace(/ blob \S+/, ''))).toEqual([
      '100755\tdocs/README.md',
      '100644\tdocs/windows.md',
    ])
    const show = async (path: string) => String(await git.git(other, 'show', `refs/heads/main:${path}`))
    expect(await show('docs/README.md')).toBe('# Home\n\nAnother last line')
    expect(await show('docs/windows.md')).toBe('# Windows\r\n\r\nOne.\r\n\r\nTwo.\r\n')
  })

  it('takes along the project directory and nothing outside of it', async () => {
    const tree: Tree = new Map([...TREE].map(([path, file]) => [`spaces/one/${path}`, file]))
    tree.set('private.txt', text('Of others.\n'))
    const { imports, exports, treeOf, empty, git, name } = await opened(tree)
    await imports({ repoProjectDirectory: 'spaces/one' })
    const { url, name: other } = await empty()
    await git.commitFiles(other, 'main', { 'theirs.txt': 'Theirs.\n' })
    await exports({ url, repoProjectDirectory: 'deep/two' })
    expect(await treeOf(other, 'deep/two')).toBe(await treeOf(name, 'spaces/one'))
    const files = Object.keys(await git.readTree(other, 'main')).filter((path) => !path.startsWith('deep/'))
    expect(files).toEqual(['theirs.txt'])
  })
})

it('keeps the smallest files where there is too much', () => {
  const file = (id: string, size: number): KeptFile => ({ id, mode: '100644', oid: id, size })
  const names = (most: { files: number; bytes: number; fileBytes: number }) => {
    const { kept, left } = withinLimits([file('c', 30), file('a', 10), file('d', 40), file('b', 20)], most)
    return [kept, left].map((files) => files.map(({ id }) => id).join(''))
  }
  expect(names({ files: 9, bytes: 100, fileBytes: 40 })).toEqual(['abcd', ''])
  expect(names({ files: 2, bytes: 100, fileBytes: 40 })).toEqual(['ab', 'cd'])
  expect(names({ files: 9, bytes: 60, fileBytes: 40 })).toEqual(['abc', 'd'])
  expect(names({ files: 9, bytes: 100, fileBytes: 25 })).toEqual(['ab', 'cd'])
})
