// Repositories that other tools arrange: their pages stand as they stand there, and nothing is written for it.
import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const page = (title: string, position?: number, key = 'sidebar_position') =>
  `${position === undefined ? '' : `---\n${key}: ${position}\n---\n\n`}# ${title}\n`

async function arranged(files: Record<string, string>) {
  const space = await openSyncedSpace(files)
  const { report, commit } = await space.imports()
  await space.exports()
  expect(await space.diff(commit, await space.tip())).toEqual([])
  return { space, report, titles: await space.titles() }
}

describe('without a table of contents', () => {
  it('a folder that lies in another without a page of its own is a group behind it', async () => {
    const { titles } = await arranged({
      'README.md': '# Home\n',
      'docs/start.md': '# Start\n',
      'docs/01-use/one.md': '# One\n',
      'docs/01-use/deep/two.md': '# Two\n',
      'docs/big/README.md': '# Big\n',
      'docs/big/inside/three.md': '# Three\n',
    })
    expect(titles).toBe('Home Docs[Start Big[Three]] Use[One] Deep[Two]')
  })

  it('pages and folders stand where their heads and categories put them', async () => {
    const { space, titles } = await arranged({
      'intro.md': page('Intro', 2),
      'later.md': page('Later'),
      'basics/_category_.json': '{"label": "The Basics", "position": 1}',
      'basics/a.md': page('A', 3),
      'basics/b.md': page('B', 1),
      'basics/c.md': page('C', 2, 'nav_order'),
      'extras/_category_.yml': 'label: Extras!\nposition: three\n',
      'extras/d.md': page('D', 9, 'weight'),
      'extras/e.md': page('E', 4, 'weight'),
    })
    expect(titles).toBe('The Basics[B C A] Intro Later Extras![E D]')
    // What is not read again stays where it was put.
    await space.commit({ 'basics/b.md': page('B', 5) })
    await space.imports()
    expect(await space.titles()).toBe('The Basics[C A B] Intro Later Extras![E D]')
    // Nor does what was written here move by going out.
    const { id } = await space.page('C')
    await space.write({ operation: 'update_page', page: id, document: { markdown: 'Edited.' } })
    await space.exports()
    await space.commit({ 'basics/n.md': page('N', 2.5), 'basics/a.md': page('A', 1) })
    await space.imports()
    expect(await space.titles()).toBe('The Basics[A C N B] Intro Later Extras![E D]')
  })

  it('the navigation of MkDocs is the table of contents, and what it leaves out hides', async () => {
    const { space, titles } = await arranged({
      'mkdocs.yml': `site_name: Widget
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Home: index.md
  - install.md
  - Guide:
      - guide/index.md
      - Advanced use: guide/advanced.md
      - More:
          - guide/more.md
  - Reference:
      - API: reference/api.md
      - reference/none.md
  - Source: https://example.org/widget
`,
      'README.md': '# For developers\n',
      'docs/index.md': '# Welcome\n',
      'docs/install.md': 'Without a title.\n',
      'docs/guide/index.md': '# The guide\n',
      'docs/guide/advanced.md': '# Advanced\n',
      'docs/guide/more.md': '# More of it\n',
      'docs/reference/api.md': '# API\n',
    })
    expect(titles).toBe(
      'Welcome Install The guide[Advanced More More of it] Reference[API] Source For developers',
    )
    expect(await space.page('For developers')).toMatchObject({ hidden: true })
    await space.commit({ 'mkdocs.yml': 'nav:\n  - Guide:\n    - guide/advanced.md\n  - index.md\n' })
    await space.imports()
    expect(await space.titles()).toMatch(/^Guide\[Advanced\] Welcome\[/)
  })

  it.each([
    ['a list that is none', 'nav: all\n'],
    ['broken YAML', 'nav: [\n'],
    ['pages outside', 'docs_dir: ../..\nnav:\n  - a.md\n'],
    ['a list in itself', 'nav: &all\n  - More: *all\n'],
  ])('%s in a mkdocs.yml is nothing', async (_, text) => {
    const { titles } = await arranged({ 'mkdocs.yml': text, 'docs/a.md': '# A\n' })
    expect(titles).toBe('Docs[A]')
  })

  it('a configuration of ours is all that counts', async () => {
    const { titles } = await arranged({
      '.gitbook.yaml': 'root: ./docs/\n',
      'mkdocs.yml': 'nav:\n  - b.md\n  - a.md\n',
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    })
    expect(titles).toBe('A B')
  })
})
