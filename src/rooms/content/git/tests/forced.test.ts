import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

// Force lets one side win, also where it deleted what the other edited.

const LIST = '* [Home](README.md)\n* [C](c.md)\n  * [Below](c/below.md)\n* [F](f.md)\n'
const FILES = {
  'README.md': '# Home\n',
  'SUMMARY.md': LIST,
  'c.md': '# C\n\nText\n',
  'c/below.md': '# Below\n\nText\n',
  'f.md': '# F\n',
}
const WITHOUT_C = '* [Home](README.md)\n* [F](f.md)\n'
const NOTHING_LEFT = { 'SUMMARY.md': WITHOUT_C, 'c.md': null, 'c/below.md': null }

type Space = Awaited<ReturnType<typeof openSyncedSpace>>

async function openImported(files: Record<string, string> = {}) {
  const space = await openSyncedSpace({ ...FILES, ...files })
  await space.imports()
  return space
}

async function remove(space: Space, title: string) {
  await space.write({ operation: 'delete_page', page: (await space.page(title)).id })
}

async function expectRefused(space: Space) {
  for (const direction of ['import', 'export'] as const)
    expect(await space.sync(direction, {})).toMatchObject({ state: 'failure' })
}

describe('a forced export', () => {
  it('deletes a page that was edited in Git', async () => {
    const space = await openImported()
    await remove(space, 'C')
    const edited = await space.commit({ 'c.md': '# C\n\nEdited\n' })
    await expectRefused(space)
    await space.exports({ force: true })
    expect(await space.titles()).toBe('Home F')
    const changes = ['M\tSUMMARY.md', 'D\tc.md', 'D\tc/below.md']
    expect(await space.diff(edited, await space.tip())).toEqual(changes)
    expect(await space.show('SUMMARY.md')).toBe(WITHOUT_C)
  })

  it('deletes a page above one that was edited in Git', async () => {
    const space = await openImported()
    await remove(space, 'C')
    await space.commit({ 'c/below.md': '# Below\n\nEdited\n' })
    await expectRefused(space)
    await space.exports({ force: true })
    expect(await space.titles()).toBe('Home F')
    expect(await space.show('SUMMARY.md')).toBe(WITHOUT_C)
  })

  it('puts pages that are new in Git where the deleted page above them stood', async () => {
    const space = await openImported()
    await remove(space, 'C')
    await space.commit({
      'SUMMARY.md': LIST.replace('* [F]', '    * [New](c/new.md)\n* [F]'),
      'c/new.md': '# New\n\n[Home](../README.md)\n',
    })
    await expectRefused(space)
    await space.exports({ force: true })
    expect(await space.titles()).toBe('Home New F')
    expect(await space.show('SUMMARY.md')).toBe('* [Home](README.md)\n* [New](c/new.md)\n* [F](f.md)\n')
    expect(await space.show('c/new.md')).toBe('# New\n\n[Home](../README.md)\n')
    expect((await space.imports({ force: true })).report.summary).toBe('Nothing changed')
  })

  it('leaves a page where the space has it that Git moved below the deleted one', async () => {
    const space = await openImported()
    await remove(space, 'C')
    await space.commit({ 'SUMMARY.md': '* [Home](README.md)\n* [C](c.md)\n  * [F](f.md)\n' })
    await space.exports({ force: true })
    expect(await space.titles()).toBe('Home F')
    expect(await space.show('SUMMARY.md')).toBe(WITHOUT_C)
  })

  it('keeps a page that Git deleted and the space edited', async () => {
    const space = await openImported()
    await space.write({ operation: 'update_page', page: (await space.page('Below')).id, title: 'Mine' })
    await space.commit(NOTHING_LEFT)
    await expectRefused(space)
    await space.exports({ force: true })
    expect(await space.titles()).toBe('Home C[Mine] F')
    expect(await space.show('c/below.md')).toBe('# Mine\n\nText\n')
  })
})

describe('a forced import', () => {
  it.each([{ title: 'Mine' }, { document: { markdown: 'Mine' } }])(
    'deletes a page that was edited in the space: %j',
    async (edit) => {
      const space = await openImported()
      await space.write({ operation: 'update_page', page: (await space.page('C')).id, ...edit })
      const deleted = await space.commit(NOTHING_LEFT)
      await expectRefused(space)
      await space.imports({ force: true })
      expect(await space.titles()).toBe('Home F')
      await space.exports()
      expect(await space.diff(deleted, await space.tip())).toEqual([])
    },
  )

  it('puts pages that are new in the space where the deleted page above them stood', async () => {
    const space = await openImported()
    const into = (await space.page('Below')).id
    await space.write({ operation: 'insert_page', title: 'New', into, document: { markdown: 'Text' } })
    await space.commit(NOTHING_LEFT)
    await expectRefused(space)
    await space.imports({ force: true })
    expect(await space.titles()).toBe('Home New F')
    await space.exports()
    expect(await space.show('SUMMARY.md')).toMatch(/^\* \[Home\].*\n\* \[New\].*\n\* \[F\].*\n$/)
  })
})
