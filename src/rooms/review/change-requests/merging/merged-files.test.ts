import { describe, expect, it } from 'vitest'
import { page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const files = {
  'README.md': '# Home\n\nHome.\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide/README.md)\n',
  'guide/README.md': '# Guide\n\nGuide.\n',
}

describe('two pages that two sides put into one file', () => {
  it('are two files after the merge, each with its own text, and links lead to each', async () => {
    const space = await openSyncedSpace(files)
    await space.imports()
    const guide = await space.page('Guide')
    await space.open()
    await space.edit(1, page('Setup', 'Mine.\n', { into: guide.id }))
    await space.edit(1, page('Links', 'To [mine](guide/setup.md).\n'))
    await space.write(page('Setup', 'Theirs.\n', { into: guide.id }))
    expect((await space.merge(1)).result).toBe('merge')
    await space.exports()
    expect(await space.show('guide/setup.md')).toContain('Theirs.')
    expect(await space.show('guide/setup-1.md')).toContain('Mine.')
    expect(await space.show('links.md')).toContain('[mine](guide/setup-1.md)')
  })
})
