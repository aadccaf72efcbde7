// What of a repository is read, read again, left where it is, and never overwritten.
import { describe, expect, it } from 'vitest'
import type { Say } from '../../../../../test/intercept.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'
import { readPages } from '../../../../engines/repository/page/read-pages.ts'
import { listLinks } from '../../pages/link-index/text-links.ts'

/** Threads that end before they read a page. */
const noReading: Say = async ({ name }, go) => {
  if (name === readPages.name) throw new Error('The thread ended before its task')
  return go()
}

const pathsIn = (input: unknown) => (input as { path: string }[]).map(({ path }) => path)

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

async function opened(files: Record<string, string | Buffer>) {
  const space = await openSyncedSpace(files)
  const { as, admin, url } = space
  return {
    ...space,
    content: () => as(admin).get(`${url}/content`),
    first: async () => {
      const { pages } = await as(admin).get(`${url}/content/pages`)
      return as(admin).get(`${url}/content/page/${pages[0].id}`)
    },
  }
}

describe('a picture that comes after its page', () => {
  it('arrives, and the page leads to it', async () => {
    const { imports, commit, content, first, as, admin, url, interceptTasks } = await opened({
      'README.md': '---\ncover: img/cover.png\n---\n\n# Welcome\n\n![A](img/a%20b.png)\n',
      'other.md': '# Other\n',
      'src/code.js': 'let a\n',
    })
    // The picture and the cover.
    expect((await imports()).report.counts).toEqual({ 'missing-file': 2 })
    expect((await content()).files).toEqual([])
    const read: string[] = []
    interceptTasks(({ name, input }, go) => {
      if (name === readPages.name) read.push(...pathsIn(input))
      return go()
    })
    await commit({ 'img/a b.png': PNG, 'src/more.js': 'let b\n' })
    await imports()
    expect((await content()).files).toMatchObject([{ name: 'a b.png' }])
    expect(read).toEqual(['README.md'])
    const { id } = await first()
    const { items } = await as(admin).get(`${url}/content/page/${id}/links`)
    expect(items).toMatchObject([{ status: 'ok', targetReference: { kind: 'file' } }])

    await commit({ 'img/cover.png': PNG })
    await imports()
    expect((await content()).files).toHaveLength(2)
    expect((await first()).cover.ref).toMatchObject({ kind: 'file' })
    await commit({ 'img/cover.png': null })
    await imports()
    expect((await content()).files).toMatchObject([{ name: 'a b.png' }])
    expect((await first()).cover.ref).toEqual({ kind: 'url', url: 'img/cover.png' })
  })
})

describe('what a page links to', () => {
  it('comes along also where only readers see that it is a link', async () => {
    const lines = [
      '<p align="center">![](img/one.png)</p>',
      '<p align="center">\n  ![](img/two.png)\n</p>',
      '<details><summary>![](img/three.png) More</summary>![](img/four.png)</details>',
      'See {% file src="img/five.png" %} and [this](img/six.png).',
      '=== "Tab"\n\n    ![](img/seven.png)',
      '<p align="center">![](img/gone.png)</p>',
    ]
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'unnamed']
    const files = Object.fromEntries(names.map((name) => [`img/${name}.png`, PNG]))
    const { imports, content } = await opened({
      'README.md': `# Welcome\n\n${lines.join('\n\n')}\n`,
      ...files,
    })
    const { report } = await imports()
    expect(report.problems).toMatchObject([{ kind: 'missing-file', line: 17 }])
    const found = (await content()).files.map(({ name }: { name: string }) => name.slice(0, -4))
    expect(found.sort()).toEqual(names.slice(0, -1).sort())
  })

  it('is known from its import, also where it stands under a condition', async () => {
    const files = {
      'README.md': '# Welcome\n\n[Other](other.md "a \\" title") [out](https://example.org/a b)\n',
      'other.md': '{% if visitor.claims.beta %}\n[back](README.md)\n{% endif %}\n',
    }
    const { imports, space, sql, drain, interceptTasks } = await opened(files)
    const links = async () => {
      await drain()
      const { rows } = await sql(`select target, use, kind, is_conditional from page_links
        where space_id = '${space.id}' order by target`)
      return rows
    }
    const asked: string[] = []
    interceptTasks(({ name }, go) => {
      asked.push(name)
      return go()
    })
    await imports()
    const known = await links()
    expect(asked).toContain(readPages.name)
    expect(asked).not.toContain(listLinks.name)
    expect(known).toMatchObject([
      { target: 'README.md', kind: 'page', isConditional: true },
      { target: 'other.md', kind: 'page', isConditional: false },
    ])
  })
})

describe('a text that is no page', () => {
  it('stays in the repository when it is too large', async () => {
    const { imports, exports, titles, commit, write, git, name } = await opened({
      'README.md': '# Welcome\n',
    })
    await commit({ 'dump.md': Buffer.alloc(5_000_001, 'a\n') })
    const { report } = await imports()
    expect(report.problems).toMatchObject([{ file: 'dump.md', kind: 'too-large' }])
    expect(await titles()).toBe('Welcome')
    await write({ operation: 'insert_page', title: 'Dump', document: { markdown: 'Mine.' } })
    await exports()
    const tree = await git.readTree(name, 'main')
    expect(tree['dump.md']).toHaveLength(5_000_001)
    expect(tree['dump-1.md']).toContain('Mine.')
  })

  it('stays in the repository when it can not be read, and takes no other along', async () => {
    const { imports, titles, interceptTasks } = await opened({
      'README.md': '# Welcome\n',
      'bad.md': '# Bad\n',
      'good.md': '# Good\n',
    })
    interceptTasks(async (work, go) => {
      if (work.name !== readPages.name) return go()
      expect(work.options?.timeout).toBeGreaterThan(0)
      return pathsIn(work.input).includes('bad.md') ? noReading(work, go) : go()
    })
    const { report } = await imports()
    expect(report.problems).toMatchObject([{ file: 'bad.md', kind: 'unreadable' }])
    expect(await titles()).toBe('Welcome Good')
  })
})

describe('links to what is gone', () => {
  it('are told of, though their page is as it was', async () => {
    const { imports, commit } = await opened({
      'README.md': '# Welcome\n\n![A](img/a%20b.png) and [use](use/README.md).\n',
      'use/README.md': '# Use\n',
      'img/a b.png': PNG,
      'other.md': '# Other\n',
    })
    expect((await imports()).report.counts).toEqual({})
    await commit({ 'img/a b.png': null, 'use/README.md': null })
    const { report } = await imports()
    expect(report.counts).toEqual({ 'missing-file': 1, 'broken-link': 1 })
    expect(report.pages).toMatchObject({ changed: 0, deleted: 1 })
  })
})

describe('threads that fail', () => {
  it('fail the import, and empty no space', async () => {
    const { imports, sync, titles, commit, interceptTasks } = await opened({
      'README.md': '# Welcome\n',
      'use.md': '# Use\n',
    })
    await imports()
    await commit({ 'README.md': '# Hello\n', 'use.md': '# Usage\n' })
    interceptTasks(noReading)
    expect(await sync('import', {})).toMatchObject({ state: 'failure' })
    expect(await titles()).toBe('Welcome Use')
  })

  it('leave a page as it was, which no export overwrites, and which is read when it can be', async () => {
    const { imports, sync, commit, text, write, tip, first, interceptTasks } = await opened({
      'README.md': '# Welcome\n\nOne.\n\nTwo.\n',
      'use.md': '# Use\n',
    })
    await imports()
    const { id } = await first()
    const mend = interceptTasks(noReading)
    await commit({ 'README.md': '# Welcome\n\nOne.\n\nTwo of theirs.\n' })
    const { report } = await imports()
    expect(report).toMatchObject({ summary: 'Nothing changed', counts: { unreadable: 1 } })
    expect(await text(id)).toBe('One.\n\nTwo.\n')

    await write({ operation: 'update_page', page: id, document: { markdown: 'One of ours.\n\nTwo.\n' } })
    const before = await tip()
    const refused = await sync('export', { commitMessage: 'Ours' })
    expect(refused).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
    expect(await tip()).toBe(before)

    mend()
    await imports({ force: true })
    expect(await text(id)).toBe('One of ours.\n\nTwo of theirs.\n')
  })
})

describe('what lies in the way', () => {
  it('stays: pages and files of the space step aside, and links follow', async () => {
    const space = await opened({
      'README.md': '# Welcome\n\nSee [use](use.md).\n',
      'use.md': '# Use\n',
    })
    const { commitTree, imports, exports, write, git, name, show, as, admin, url } = space
    await commitTree(
      new Map([
        ['README.md', { mode: '100644', bytes: Buffer.from('# Welcome\n\nSee [use](use.md).\n') }],
        ['use.md', { mode: '100644', bytes: Buffer.from('# Use\n') }],
        ['usage.md', { mode: '120000', bytes: Buffer.from('README.md') }],
      ]),
    )
    await imports()
    const [, use] = (await as(admin).get(`${url}/content/pages`)).pages
    await write({ operation: 'update_page', page: use.id, slug: 'usage' })
    await exports()
    const tree = await git.readTree(name, 'main')
    expect(tree['usage.md']).toMatch(/^120000 /)
    expect(tree['usage-1.md']).toBe('# Use\n')
    expect(tree['use.md']).toBeUndefined()
    expect(await show('README.md')).toBe('# Welcome\n\nSee [use](usage-1.md).\n')
  })
})

describe('a repository in another encoding', () => {
  it('keeps the bytes of lines that were not edited', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const { imports, exports, write, git, name } = await opened({
      'README.md': '# Welcome\n',
      'SUMMARY.md': latin('# Übersicht\n\n* [Welcome](README.md)\n'),
      '.gitbook/vars.yaml': latin('# für alle\nname: Quire\n'),
    })
    const { report } = await imports()
    expect(report.counts).toMatchObject({ 'not-utf8': 2 })
    await write({ operation: 'insert_page', title: 'More', document: { markdown: 'More.' } })
    await exports()
    const bytes = await git.git(name, 'grep', '-c', '--text', '-P', '\\xDC', 'refs/heads/main')
    expect(bytes).toContain('SUMMARY.md')
    expect((await git.readTree(name, 'main'))['SUMMARY.md']).toContain('* [More](more.md)')
  })
})

describe('without a table of contents', () => {
  it('the page that the configuration names comes first', async () => {
    const { imports, titles } = await opened({
      '.gitbook.yaml': 'structure:\n  readme: start/home.md\n',
      'README.md': '# About the code\n',
      'start/home.md': '# Home\n',
      'use.md': '# Use\n',
    })
    await imports()
    expect((await titles()).split(' ')[0]).toBe('Home')
  })
})
