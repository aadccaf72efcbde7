import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

// Groups, links and pages that are put in another place, and how a repository tells of it.

const PAGES = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'k'].map((name) => [`${name}.md`, `# ${name.toUpperCase()}\n`]),
)

async function openListed(...lines: string[]) {
  const space = await openSyncedSpace({
    'README.md': '# Hi\n',
    ...PAGES,
    'SUMMARY.md': ['* [Hi](README.md)', ...lines, ''].join('\n'),
  })
  await space.imports()
  const put = async (title: string, at: number, into: string | null = null) =>
    space.write({ operation: 'update_page', page: (await space.page(title)).id, into, at })
  /** What the table of contents says after an export; an import right behind it must have nothing to say. */
  const exported = async () => {
    await space.exports()
    const before = await space.titles()
    const { report } = await space.imports({ force: true })
    expect([report.summary, await space.titles()]).toEqual(['Nothing changed', before])
    return (await space.show('SUMMARY.md')).match(/(?<=^## ).*|(?<=\[)[^\]]*(?=\])/gm)?.join(' ')
  }
  return { ...space, put, exported }
}

const GROUPS = ['', '## X', '', '* [A](a.md)', '', '## Y', '', '* [B](b.md)', '', '## Z', '', '* [C](c.md)']

describe('a group', () => {
  it.each([
    ['down', 'X', 2, 'Hi Y B X A Z C'],
    ['to the end', 'X', 3, 'Hi Y B Z C X A'],
    ['up', 'Z', 1, 'Hi Z C X A Y B'],
  ])('that moves %s stands there in the table of contents', async (_, title, at, wanted) => {
    const space = await openListed(...GROUPS)
    await space.put(title, at)
    expect(await space.exported()).toBe(wanted)
  })

  it('stays among groups whatever pages stand between them', async () => {
    const space = await openListed('* [D](d.md)', '', '## Z', '', '* [A](a.md)')
    await space.write({ operation: 'insert_page', type: 'group', title: 'G', into: null, at: 1 })
    await space.exports()
    await space.write({
      operation: 'insert_page',
      type: 'link',
      title: 'L',
      url: 'https://x.org',
      into: null,
    })
    await space.exports()
    const listed = await space.show('SUMMARY.md')
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, title: 'Aa' })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(listed.replace('[A]', '[Aa]'))
  })
})

describe('a page that is listed twice', () => {
  it('is where it has pages below it', async () => {
    const space = await openListed('* [A](a.md)', '  * [K](k.md)', '* [Again](a.md)', '* [E](e.md)')
    await space.put('A', 3)
    expect(await space.exported()).toBe('Hi Again E A K')
    expect(await space.titles()).toContain('Hi Again E A[K]')
  })
})

describe('a link', () => {
  it('below a page has no file', async () => {
    const space = await openListed('* [A](a.md)')
    const into = (await space.page('A')).id
    await space.write({ operation: 'insert_page', type: 'link', title: 'L', url: 'https://x.org', into })
    expect(await space.exported()).toBe('Hi A L')
  })
})

describe('the head of a page', () => {
  const page = (title: string, ...alternates: string[]) =>
    `---\nmetaLinks:\n  alternates:\n${alternates.map((one) => `    - ${one}\n`).join('')}---\n\n# ${title}\n`

  it('that names a page which goes leads to nothing from then on, and so does one that leads elsewhere', async () => {
    const space = await openListed('* [A](a.md)', '* [B](b.md)', '* [C](c.md)')
    await space.commit({ 'a.md': page('A', './b.md', '../de/a.md'), 'c.md': page('C', './b.md') })
    await space.imports()
    await space.write({ operation: 'delete_page', page: (await space.page('B')).id })
    await space.put('A', 0, (await space.page('C')).id)
    await space.exported()
    expect(await space.show('c/a.md')).toBe(page('A', './b.md', '../../de/a.md'))
    expect(await space.show('c.md')).toBe(page('C', './b.md'))
  })
})

describe('a conflict', () => {
  it('names the file as the branch has it', async () => {
    const space = await openListed('* [A](a.md)', '* [B](b.md)')
    await space.put('A', 0, (await space.page('B')).id)
    await space.commit({
      'a.md': null,
      'z.md': PAGES['a.md'] ?? '',
      'SUMMARY.md': '* [Hi](README.md)\n* [A](z.md)\n* [B](b.md)\n',
    })
    expect((await space.sync('export', {})).report.conflicts).toEqual(['z.md'])
  })
})

describe('a configuration that is a symbolic link', () => {
  it('configures nothing', async () => {
    const space = await openSyncedSpace({})
    await space.commitTree(
      new Map([
        ['.gitbook.yaml', { mode: '120000' as const, bytes: Buffer.from('root: docs') }],
        ['README.md', { mode: '100644' as const, bytes: Buffer.from('# Hi\n') }],
        ['docs/README.md', { mode: '100644' as const, bytes: Buffer.from('# Docs\n') }],
      ]),
      'alone',
    )
    const { report } = await space.imports()
    expect(await space.titles()).toContain('Hi')
    expect(report.counts).toMatchObject({ 'no-file': 1 })
  })
})

describe('an address that is shown', () => {
  it.each([
    { repoTreeURL: 'javascript:alert(1)' },
    { gitInfo: { provider: 'github', url: 'data:text/html,x' } },
  ])('is no script: %o', async (asked) => {
    const { as, admin, url, remote } = await openSyncedSpace({})
    const { error } = await as(admin).post(`${url}/git/import`, { ...remote, ...asked }, 400)
    expect(error.message).toContain('http')
  })
})
