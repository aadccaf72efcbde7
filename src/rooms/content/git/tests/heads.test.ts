import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

// What stands before the text of pages, in files that move and in repositories that never had them.

const HEAD = [
  '---',
  'nav_context: checkout   # ours',
  'description: >-',
  '  Folded over',
  '  two lines',
  'metaLinks:',
  '  canonical: https://example.org/a',
  '  alternates:',
  '    - ./sub/b.md',
  "    - 'https://example.org/de/a'",
  '    - ../../de/a.md',
  'tags: [x, {tag: y, primary: true}]',
  'layout:',
  '  width: wide',
  '---',
  '',
  '# A',
  '',
  '',
].join('\n')

const FILES = {
  '.gitbook.yaml': 'root: ./docs/\n\nredirects:\n  # Kept\n  old/b: ./sub/b.md\n  gone: nowhere.md\n',
  'docs/README.md': '# Home\n',
  'docs/SUMMARY.md': '* [Home](README.md)\n* [A](sub/a.md)\n* [B](sub/sub/b.md)\n',
  'docs/sub/a.md': `${HEAD}Text\n`,
  'docs/sub/sub/b.md':
    '---\nmetaLinks:\n  alternates: [../a.md, nowhere.md]\n---\n\n# B\n\n[Theirs](../../../de/b.md#top)\n',
}

describe('what the head of a file leads to', () => {
  it('is followed when that moves, and told from where the file lies when it moves itself', async () => {
    const files = {
      ...FILES,
      '.gitbook.yaml': FILES['.gitbook.yaml'].replace('./sub/b.md', './sub/sub/b.md'),
    }
    const space = await openSyncedSpace(files)
    const { commit } = await space.imports()
    const b = await space.page('B')
    await space.write({ operation: 'update_page', page: b.id, slug: 'c' })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual([
      'M\t.gitbook.yaml',
      'M\tdocs/SUMMARY.md',
      'M\tdocs/sub/a.md',
      'D\tdocs/sub/sub/b.md',
      'A\tdocs/sub/sub/c.md',
    ])
    expect(await space.show('docs/sub/a.md')).toBe(`${HEAD.replace('./sub/b.md', 'sub/c.md')}Text\n`)
    expect(await space.show('.gitbook.yaml')).toBe(files['.gitbook.yaml'].replace('b.md', 'c.md'))

    await space.write({ operation: 'update_page', page: b.id, into: (await space.page('A')).id, at: 0 })
    await space.exports()
    const moved = await space.show('docs/sub/a/c.md')
    expect(moved).toBe(files['docs/sub/sub/b.md'])
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')
  })

  it('is told from the new place where that is above the space', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    const [b, home] = [await space.page('B'), await space.page('Home')]
    await space.write({ operation: 'update_page', page: b.id, into: home.id })
    await space.exports()
    expect(await space.show('docs/b.md')).toBe(
      '---\nmetaLinks:\n  alternates: [sub/a.md, nowhere.md]\n---\n\n# B\n\n[Theirs](../de/b.md#top)\n',
    )
  })
})

describe('an export to a repository that has nothing yet', () => {
  const SUMMARY = [
    '# Contents of all <!-- by hand -->',
    '',
    '- [Home](README.md)',
    '- [A](sub/a.md "Short")',
    '- plain text',
    '',
    '## Group <a href="#g" id="g"></a>',
    '',
    '- [Bee](sub/sub/b.md)',
    '- [Site](https://example.org)',
    '',
  ].join('\n')

  async function elsewhere(space: Awaited<ReturnType<typeof openSyncedSpace>>, number: number) {
    const name = `${space.name}-${number}`
    await space.git.createRepository(name)
    await space.exports({ url: space.git.urlWithCredentials(name) })
    return async (path: string) => String(await space.git.git(name, 'show', `refs/heads/main:${path}`))
  }

  it('brings heads, table of contents and redirects along, with what the space does not know', async () => {
    const files = { ...FILES, 'docs/SUMMARY.md': SUMMARY, 'docs/notes/loose.md': '# Loose\n' }
    const space = await openSyncedSpace(files)
    await space.imports()
    const second = await elsewhere(space, 2)
    for (const [path, text] of Object.entries(files)) expect(await second(path)).toBe(text)

    const [a, b] = [await space.page('A'), await space.page('B')]
    await space.write(
      { operation: 'update_page', page: a.id, description: 'Short', title: 'Aa' },
      { operation: 'update_page', page: b.id, slug: 'c' },
      { operation: 'insert_page', title: 'New', into: null, at: 0, document: { markdown: 'Text' } },
    )
    const third = await elsewhere(space, 3)
    const short = HEAD.replace('>-\n  Folded over\n  two lines', '>-\n  Short').replace('# A', '# Aa')
    expect(await third('docs/sub/a.md')).toBe(`${short.replace('./sub/b.md', 'sub/c.md')}Text\n`)
    expect(await third('docs/SUMMARY.md')).toBe(
      SUMMARY.replace('- [Home]', '- [New](new.md)\n- [Home]').replace('[A]', '[Aa]').replace('b.md', 'c.md'),
    )
  })
})
