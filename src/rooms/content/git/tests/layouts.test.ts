import { describe, expect, it } from 'vitest'
import { openSyncedSpace, pageIn } from '../../../../../test/repositories.ts'

// Repositories that are laid out in another way than most, and spaces that share one or change it.

type Space = Awaited<ReturnType<typeof openSyncedSpace>>
/** Another space of the same organization on the same repository. */
async function besides(space: Space, url: string) {
  const { as, admin, remote, drain } = space
  const sync = async (direction: 'import' | 'export', options: object) => {
    const message = direction === 'export' ? { commitMessage: 'From beside' } : {}
    await as(admin).post(`${url}/git/${direction}`, { ...remote, ...message, ...options }, 204)
    await drain()
    const { items } = await as(admin).get(`${url}/git/operations?limit=1`)
    expect(items[0]).toMatchObject({ state: 'success' })
  }
  const write = (...changes: object[]) => as(admin).post(`${url}/content`, { changes })
  return { as, admin, url, sync, write }
}

describe('pages that are not listed', () => {
  const FILES = {
    'README.md': '# Home\n',
    'SUMMARY.md': '* [Home](README.md)\n',
    'notes/loose.md': '# Loose\n\nText\n',
  }

  it('have pages below them that are not listed either', async () => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    const loose = await space.page('Loose')
    await space.write({
      operation: 'insert_page',
      title: 'Below',
      into: loose.id,
      document: { markdown: 'Text' },
    })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual(['A\tnotes/loose/below.md'])
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')
    expect(await space.titles()).toBe('Home Loose[Below]')

    await space.write({ operation: 'update_page', page: loose.id, hidden: false })
    await space.exports()
    const below = '  * [Below](notes/loose/below.md)\n'
    expect(await space.show('SUMMARY.md')).toBe(`* [Home](README.md)\n* [Loose](notes/loose.md)\n${below}`)
  })

  it('take the files of pages below them along', async () => {
    const space = await openSyncedSpace({
      ...FILES,
      'notes/loose/below.md': '# Below\n\n[Up](../loose.md)\n',
    })
    const { commit } = await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('Loose')).id, slug: 'free' })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual([
      'A\tnotes/free.md',
      'A\tnotes/free/below.md',
      'D\tnotes/loose.md',
      'D\tnotes/loose/below.md',
    ])
    expect(await space.show('notes/free/below.md')).toBe('# Below\n\n[Up](../free.md)\n')
    const { report } = await space.imports({ force: true })
    expect([report.summary, await space.titles()]).toEqual(['Nothing changed', 'Home Loose[Below]'])
  })

  it('get a line when they are shown, and nothing else', async () => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('Loose')).id, hidden: false })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual(['M\tSUMMARY.md'])
    expect(await space.show('SUMMARY.md')).toBe('* [Home](README.md)\n* [Loose](notes/loose.md)\n')
  })
})

describe('a page that moves', () => {
  it('still links to the pages below it, whose files stay', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a/README.md':
        '# A\n\n[B](b.md), [again](./b.md#part)\n\n{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}\n',
      'a/b.md': '# B\n\n[Up](README.md)\n',
      'c.md': '# C\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a/README.md)\n  * [B](a/b.md)\n* [C](c.md)\n',
    })
    await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, slug: 'alpha' })
    await space.exports()
    expect(await space.show('alpha/README.md')).toBe(
      '# A\n\n[B](../a/b.md), [again](../a/b.md#part)\n\n{% content-ref url="../a/b.md" %}\n[b.md](../a/b.md)\n{% endcontent-ref %}\n',
    )
    expect(await space.show('a/b.md')).toBe('# B\n\n[Up](../alpha/README.md)\n')

    const { id: into } = await space.page('C')
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, into })
    await space.exports()
    expect(await space.show('c/alpha/README.md')).toContain('[B](../../a/b.md)')
    const { report } = await space.imports({ force: true })
    expect([report.summary, report.counts]).toEqual(['Nothing changed', {}])
  })
})

describe('a report', () => {
  it('tells of another order, of variables and of reusable contents', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      '.gitbook/vars.yaml': 'name: one\n',
      '.gitbook/includes/note.md': 'A note.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n',
    })
    await space.imports()
    const summaryAfter = async (files: Record<string, string>) => {
      await space.commit(files)
      return (await space.imports()).report.summary
    }
    const order = '* [Home](README.md)\n* [B](b.md)\n* [A](a.md)\n'
    expect(await summaryAfter({ 'SUMMARY.md': order })).toBe('Pages in another order')
    expect(await summaryAfter({ '.gitbook/vars.yaml': 'name: two\n' })).toBe('Variables changed')
    expect(await summaryAfter({ '.gitbook/includes/note.md': 'Other.\n' })).toBe('1 reusable content changed')
  })
})

describe('a page that is not listed', () => {
  it('stays where it was put, though the repository can not say so', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a/README.md': '# A\n',
      'a/u.md': '# U\n',
      'h.md': '# H\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a/README.md)\n',
    })
    await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('H')).id, into: null, at: 0 })
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, slug: 'alpha' })
    await space.exports()
    await space.write({ operation: 'update_page', page: (await space.page('Home')).id, title: 'Start' })
    await space.exports()
    const { report } = await space.imports({ force: true })
    expect([report.summary, await space.titles()]).toEqual(['Nothing changed', 'H Start A[U]'])
  })
})

describe('a folder that is not there', () => {
  it('fails the import, and empties no space', async () => {
    const space = await openSyncedSpace({ '.gitbook.yaml': 'root: ./docs\n', 'docs/README.md': '# Home\n' })
    await space.imports()
    await space.commit({ '.gitbook.yaml': 'root: ./dosc\n' })
    for (const options of [{}, { force: true }, { repoProjectDirectory: 'nope' }])
      expect(await space.sync('import', options)).toMatchObject({
        state: 'failure',
        error: expect.stringContaining('is not in the repository'),
      })
    expect(await space.titles()).toBe('Home')
  })
})

describe('a field that is cleared', () => {
  it('is not there any more, on either side', async () => {
    const said = 'description: x\nicon: gear\nhidden: true\n'
    const space = await openSyncedSpace({ 'README.md': '# Home\n', 'a.md': `---\n${said}---\n\n# A\n` })
    await space.imports()
    const { id } = await space.page('A')
    await space.write({ operation: 'update_page', page: id, description: '', icon: '', hidden: false })
    await space.exports()
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')

    // It is the space's own again; Git changes something else.
    await space.write({ operation: 'update_page', page: id, description: 'y' })
    await space.commit({ 'a.md': `${await space.show('a.md')}\nTheirs.\n` })
    await space.imports()
    expect(await space.text(id)).toBe('Theirs.\n')
  })
})

describe('a page behind a group', () => {
  it('is listed before it, and stays where it was put', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'SUMMARY.md': '* [Home](README.md)\n* [B](b.md)\n\n## Group\n\n* [A](a.md)\n',
    })
    await space.imports()
    const { id } = await space.page('B')
    await space.write({ operation: 'update_page', page: id, title: 'Bee', into: null, at: 2 })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(
      '* [Home](README.md)\n* [Bee](b.md)\n\n## Group\n\n* [A](a.md)\n',
    )
    await space.commit({ 'a.md': '# Ay\n' })
    await space.imports()
    expect(await space.titles()).toBe('Home Group[Ay] Bee')
  })
})

describe('pages that are listed twice', () => {
  const FILES = {
    'README.md': '# Home\n',
    'a.md': '# A\n\nSee [b](b.md).\n',
    'b.md': '# B\n',
    'SUMMARY.md':
      '* [Home](README.md)\n* [B](b.md)\n\n## Again\n\n* [A](a.md)\n* [B again](b.md)\n* [Part of B](b.md#part "P")\n',
  }

  it('move with all of their lines', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('B')).id, slug: 'bee' })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(FILES['SUMMARY.md'].replaceAll('b.md', 'bee.md'))
    expect(await space.show('a.md')).toBe('# A\n\nSee [b](bee.md).\n')
  })

  it('go with all of their lines', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    await space.write({ operation: 'delete_page', page: (await space.page('B')).id })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe('* [Home](README.md)\n\n## Again\n\n* [A](a.md)\n')
    expect(await space.titles()).toBe('Home Again[A]')
  })
})

describe('an entry that goes', () => {
  const FILES = {
    'README.md': '# Home\n',
    'a.md': '# A\n',
    'b.md': '# B\n',
    'c.md': '# C\n',
    'f.md': '# F\n',
  }
  const BELOW = '  * [B](b.md)\n    * [C](c.md)\n\n* [F](f.md)\n'
  const LIFTED = '* [B](b.md)\n  * [C](c.md)\n\n* [F](f.md)\n'

  it.each([
    ['a link', '* [Gone](https://x.org)\n', 'Gone'],
    ['one that leads to no page', '* [Gone](missing.md)\n', 'Gone'],
    ['a second one of a page', '* [A](a.md)\n* [Gone](a.md#part)\n', 'A'],
  ])('leaves the lines below it: %s', async (_, lines, title) => {
    const home = '* [Home](README.md)\n'
    const space = await openSyncedSpace({ ...FILES, 'SUMMARY.md': home + lines + BELOW })
    await space.imports()
    await space.write({ operation: 'delete_page', page: (await space.page(title)).id })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(home + LIFTED)
    expect((await space.imports({ force: true })).report.summary).toBe('Nothing changed')
  })

  it('takes lines along whose pages are no longer listed either', async () => {
    const list = '* [Home](README.md)\n* [B](b.md)\n  * [C](c.md)\n* [F](f.md)\n'
    const space = await openSyncedSpace({ ...FILES, 'SUMMARY.md': list })
    await space.imports()
    const [into, b] = [(await space.page('A')).id, (await space.page('B')).id]
    await space.write({ operation: 'update_page', page: b, into })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe('* [Home](README.md)\n* [F](f.md)\n')
  })
})

describe('a file that can be executed', () => {
  it('still can when its page moves, and its place gives that to nobody', async () => {
    const space = await openSyncedSpace()
    const file = (text: string, mode: '100644' | '100755' = '100644') => ({ mode, bytes: Buffer.from(text) })
    await space.commitTree(
      new Map([
        ['README.md', file('# Home\n')],
        ['SUMMARY.md', file('* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n')],
        ['a.md', file('# A\n', '100755')],
        ['b.md', file('# B\n')],
      ]),
    )
    await space.imports()
    const modes = async () => {
      const tree = await space.git.git(space.name, 'ls-tree', 'main', '--format=%(objectmode) %(path)')
      return String(tree).trim().split('\n').slice(2)
    }
    const [a, b] = [(await space.page('A')).id, (await space.page('B')).id]
    await space.write({ operation: 'update_page', page: a, slug: 'c' })
    await space.write({ operation: 'update_page', page: b, slug: 'a' })
    await space.exports()
    expect(await modes()).toEqual(['100644 a.md', '100755 c.md'])
  })
})

describe('a reusable content', () => {
  it('has its links follow a page that moves, and stays as it is otherwise', async () => {
    const include = '---\ntitle: Note\n---\n\nSee [a](../../a.md#x) and [home](../../README.md).\n'
    const space = await openSyncedSpace({
      'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n',
      'a.md': '# A\n',
      '.gitbook/includes/note.md': include,
    })
    const { commit } = await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, slug: 'bee' })
    await space.exports()
    expect(await space.show('.gitbook/includes/note.md')).toBe(include.replace('a.md#x', 'bee.md#x'))
    expect(await space.diff(commit, await space.tip())).toEqual([
      'M\t.gitbook/includes/note.md',
      'M\tSUMMARY.md',
      'D\ta.md',
      'A\tbee.md',
    ])
  })
})

describe('pages with others below them', () => {
  const FILES = {
    'README.md': '# Home\n',
    'a/README.md': '# A\n',
    'a/one.md': '# One\n',
    'b.md': '# B\n\n[one](a/one.md) [a](a/)\n',
    'SUMMARY.md':
      '* [Home](README.md)\n\n## First\n\n* [A](a/README.md)\n  * [One](a/one.md)\n\n## Second\n\n* [B](b.md)\n',
  }

  it('move with their lines; a group that is empty then stays', async () => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    const [a, second] = [await space.page('A'), await space.page('Second')]
    await space.write({ operation: 'update_page', page: a.id, into: second.id, at: 0 })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(
      '* [Home](README.md)\n\n## First\n\n## Second\n\n* [A](a/README.md)\n  * [One](a/one.md)\n\n* [B](b.md)\n',
    )
    expect(await space.diff(commit, await space.tip())).toEqual(['M\tSUMMARY.md'])
  })

  it('go with them', async () => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    await space.write({ operation: 'delete_page', page: (await space.page('A')).id })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual([
      'M\tSUMMARY.md',
      'D\ta/README.md',
      'D\ta/one.md',
    ])
    expect(await space.show('SUMMARY.md')).toBe(
      '* [Home](README.md)\n\n## First\n\n\n## Second\n\n* [B](b.md)\n',
    )
  })
})

describe('one repository', () => {
  it('serves two spaces in turn, each in its folder, from one copy', async () => {
    const space = await openSyncedSpace({
      'one/README.md': '# One\n',
      'one/SUMMARY.md': '* [One](README.md)\n',
      'two/.gitbook.yaml': 'root: ./docs\n',
      'two/docs/README.md': '# Two\n',
      'two/docs/SUMMARY.md': '* [Two](README.md)\n',
    })
    const { id } = await space.as(space.admin).post(`${space.organization.url}/spaces`, { title: 'Two' }, 201)
    const other = await besides(space, `/v1/spaces/${id}`)
    const [one, two] = [
      { repoProjectDirectory: 'one', repoCacheID: 'shared' },
      { repoProjectDirectory: 'two', repoCacheID: 'shared' },
    ]
    await space.imports(one)
    await other.sync('import', two)
    for (const round of ['1', '2']) {
      const before = await space.tip()
      const [first, second] = [await space.page('One'), await pageIn(other, 'Two')]
      await space.write({
        operation: 'update_page',
        page: first.id,
        document: { markdown: `From one, ${round}.\n` },
      })
      await other.write({
        operation: 'update_page',
        page: second.id,
        document: { markdown: `From two, ${round}.\n` },
      })
      await space.exports(one)
      await other.sync('export', two)
      expect(await space.diff(before, await space.tip())).toEqual([
        'M\tone/README.md',
        'M\ttwo/docs/README.md',
      ])
    }
    expect(await space.show('one/README.md')).toContain('From one, 2.')
    expect(await space.show('two/docs/README.md')).toContain('From two, 2.')
  })
})

describe('a copy of a space', () => {
  it('exports all of itself to a repository of its own', async () => {
    const files = {
      'README.md': '# Home\n\n![p](.gitbook/assets/p.png)\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n\n## Group\n\n* [A](a/README.md)\n  * [B](a/b.md)\n',
      'a/README.md': '---\nicon: gear\n---\n\n# A\n\n[b](b.md)\n',
      'a/b.md': '# B\n\nText\n',
      '.gitbook/assets/p.png': Buffer.from('89504e47', 'hex'),
      '.gitbook/includes/note.md': '---\ntitle: "Note"\n---\n\nMind.\n',
      '.gitbook/vars.yaml': 'name: Quire\n',
    }
    const space = await openSyncedSpace(files)
    const { commit } = await space.imports()
    const { id } = await space.as(space.admin).post(`${space.url}/duplicate`, undefined, 201)
    const elsewhere = `${space.name}-copy`
    await space.git.createRepository(elsewhere)
    const copy = await besides(space, `/v1/spaces/${id}`)
    await copy.sync('export', { url: space.git.urlWithCredentials(elsewhere) })
    const wanted = await space.git.readTree(space.name, 'main')
    expect(await space.git.readTree(elsewhere, 'main')).toEqual(wanted)
    expect(await space.tip()).toBe(commit)
  })
})

describe('comments', () => {
  it('stay with pages that Git renames and edits', async () => {
    const text = Array.from({ length: 20 }, (_, at) => `Line ${at} of the page.`).join('\n\n')
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n',
      'a.md': `# A\n\n${text}\n`,
    })
    await space.imports()
    const { as, admin, url } = space
    const a = await space.page('A')
    const said = await as(admin).post(`${url}/comments`, { page: a.id, body: { markdown: 'Is it so?' } })
    await space.commit({
      'a.md': null,
      'deep/er.md': `# Another\n\n${text}\n\nMore.\n`,
      'SUMMARY.md': '* [Home](README.md)\n  * [Another](deep/er.md)\n',
    })
    await space.imports()
    expect((await space.page('Another')).id).toBe(a.id)
    expect(await as(admin).get(`${url}/comments/${said.id}`)).toMatchObject({ id: said.id })
  })
})

describe('a new page', () => {
  const FILES = {
    'README.md': '# Home\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Ghost](ghost.md)\n* [Guide](Guide.md)\n',
    'Guide.md': '# Guide\n',
    'd.md/x.md': '# X\n',
  }

  it.each([
    ['Ghost', 'an entry misses', 'ghost-1.md'],
    ['guide', 'has another case', 'guide-1.md'],
    ['d', 'is a folder', 'd-1.md'],
  ])('called %s does not take a name that %s', async (title, _, file) => {
    const space = await openSyncedSpace(FILES)
    const { commit } = await space.imports()
    await space.write({ operation: 'insert_page', title, document: { markdown: 'Text' } })
    await space.exports()
    expect(await space.diff(commit, await space.tip())).toEqual(['M\tSUMMARY.md', `A\t${file}`])
    const { report } = await space.imports({ force: true })
    expect(report.summary).toBe('Nothing changed')
  })
})

describe('pages that are not listed, below one that moves', () => {
  it('are not told to hide, since they do', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'install.md': '# Install\n',
      'install/README.md': '# Readme\n',
      'install/draft.md': '# Draft\n',
      'x.md': '# X\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Install](install.md)\n* [X](x.md)\n',
    })
    await space.imports()
    const [install, x] = [await space.page('Install'), await space.page('X')]
    await space.write({ operation: 'update_page', page: install.id, into: x.id })
    const { commit } = await space.exports()
    expect((await space.exports()).commit).toBe(commit)
    expect(await space.titles()).toBe('Home X[Install[Readme Draft]]')
  })
})

describe('a link with lines below it', () => {
  it('moves alone, as it does in the space', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Site](https://example.org)\n  * [A](a.md)\n',
    })
    await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('Site')).id, into: null, at: 0 })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(
      '* [Site](https://example.org)\n* [Home](README.md)\n* [A](a.md)\n',
    )
    const { report } = await space.imports({ force: true })
    expect([report.summary, await space.titles()]).toEqual(['Nothing changed', 'Site Home A'])
  })
})

describe('pages that both sides put in another order', () => {
  it('stand where each side put its own', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'loose.md': '# Loose\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n',
    })
    await space.imports()
    await space.write({ operation: 'update_page', page: (await space.page('Loose')).id, into: null, at: 0 })
    await space.commit({ 'SUMMARY.md': '* [B](b.md)\n* [Home](README.md)\n* [A](a.md)\n' })
    await space.imports()
    expect(await space.titles()).toBe('Loose B Home A')
  })
})
