// What is broken in a repository is told, by file and line, and agrees with what the space says of its links.
import { describe, expect, it } from 'vitest'
import type { TreeFile } from '../../../../../test/drawn/generated-repositories.ts'
import { page } from '../../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

type Told = { status: string; targetReference: { url: string } }
type Problem = { file: string; kind: string; message: string; line?: number }

/** Without the messages. */
const places = (problems: Problem[]) => problems.map(({ file, kind, line }) => [file, kind, line])

async function reportOf(files: Record<string, string | Buffer>) {
  const space = await openSyncedSpace(files)
  const { report, commit } = await space.imports()
  return { space, commit, counts: report.counts, problems: report.problems as Problem[] }
}

describe('the links of a page', () => {
  const FILES = {
    'README.md': '# Home\n',
    'folder/README.md': '# Folder\n',
    'folder/page.md': '# Page\n',
    'folder/two words.md': '# Two words\n',
    'Guide/Intro.md': '# Intro\n',
    'bare/only.md': '# Only\n',
    'lower/readme.md': '# Lower\n',
    'odd_name/the_page.md': '# The page\n',
    'img/a.png': PNG,
    '.gitbook/assets/b c.png': PNG,
    '.gitbook/includes/note.md': 'Note\n',
    '.hidden/page.md': '# Hidden\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Folder](folder/README.md)\n  * [Page](folder/page.md)\n',
  }

  const FORMS = [
    ['../folder/page.md', 'a page', 'ok'],
    ['../folder/page', 'a page without its ending, at its address', 'ok'],
    ['odd_name/the_page', 'a page without its ending, with another address', 'broken'],
    ['../folder', 'a folder with a README', 'ok'],
    ['../folder/', 'the same with a slash', 'ok'],
    ['../folder/#part', 'a part of it', 'ok'],
    ['../bare', 'a folder without a README', 'broken'],
    ['../bare/', 'such a folder with a slash', 'broken'],
    ['../lower/', 'a folder whose README has small letters', 'ok'],
    ['/folder/page.md', 'from the top', 'ok'],
    ['/folder', 'a folder from the top', 'ok'],
    ['/', 'the top', 'ok'],
    ['./', 'the folder of the page', 'ok'],
    ['', 'nothing at all', 'broken'],
    ['../folder/two%20words.md', 'encoded', 'ok'],
    ['<../folder/two words.md>', 'in angle brackets', 'ok'],
    ['../folder/two%2words.md', 'badly encoded', 'broken'],
    ['../guide/intro.md', 'in small letters', 'broken'],
    ['../Guide/intro', 'in other letters, without its ending', 'broken'],
    ['../Guide/Intro.md?x=1#y', 'with a query', 'ok'],
    ['b%20c.png', 'an asset by its bare name', 'ok'],
    ['../.gitbook/assets/b%20c.png', 'an asset', 'ok'],
    ['../img/a.png', 'a picture', 'ok'],
    ['../img/b.png', 'a picture that is not there', 'broken'],
    ['../SUMMARY.md', 'the table of contents', 'broken'],
    ['../.hidden/page.md', 'a page out of sight', 'broken'],
    ['../../other/page.md', 'outside the space', 'broken'],
    ['broken-reference', 'the mark of a lost target', 'broken'],
    ['/broken/pages/abc', 'another one', 'broken'],
    ['../.gitbook/includes/note.md', 'a reusable content', 'ok'],
    ['https://example.org/nowhere', 'an address', 'ok'],
    ['#part', 'a part of the page', 'ok'],
  ] as const

  it('lead in the report where they lead in the space, however they are written', async () => {
    const fileOf = (at: number) => `forms/${at}.md`
    const pages = FORMS.map(([target, what], at) => [fileOf(at), `# ${what}\n\n[x](${target})\n`])
    const readme = { 'forms/README.md': '# Forms\n' }
    const { space, problems } = await reportOf({ ...FILES, ...readme, ...Object.fromEntries(pages) })
    const { as, admin, url } = space
    for (const [at, [, what, status]] of FORMS.entries()) {
      const { items } = await as(admin).get(`${url}/content/page/${(await space.page(what)).id}/links`)
      expect([what, ...items.map((link: { status: string }) => link.status)]).toEqual([what, status])
      const told = places(problems.filter(({ file }) => file === fileOf(at)))
      const kind = expect.stringMatching(/^(broken-link|missing-file)$/)
      expect([what, ...told]).toEqual([what, ...(status === 'broken' ? [[fileOf(at), kind, 3]] : [])])
    }
  })

  it('say why they lead to nothing', async () => {
    const targets = [
      'bare/',
      'odd_name/the_page',
      'guide/intro.md',
      '../other.md',
      'SUMMARY.md',
      'broken-reference',
      'gone.md',
    ]
    const { problems } = await reportOf({
      ...FILES,
      'README.md': `# Home\n\n${targets.map((target) => `[x](${target})\n`).join('')}[y](gone.md) [z]()\n`,
    })
    expect(problems.map(({ message, line }) => `${line} ${message}`)).toEqual([
      '3 The link to `bare/` is broken: that is a folder without a README.md',
      '4 The link to `odd_name/the_page` is broken: the extension is missing, `odd_name/the_page.md` exists',
      '5 The link to `guide/intro.md` is broken: `Guide/Intro.md` exists, in different case',
      '6 The link to `../other.md` is broken: that is outside this space',
      '7 The link to `SUMMARY.md` is broken: the target is neither a page nor a file of this space',
      '8 The link to `broken-reference` is broken: this placeholder marks a target that was lost earlier',
      '9 The link to `gone.md` is broken',
      '10 A link has no target',
    ])
  })
})

describe('a line of the table of contents', () => {
  const PAGES = { 'README.md': '# Home\n', 'a/README.md': '# A\n', 'a/one.md': '# One\n', 'b.md': '# B\n' }
  const LIST = '* [Home](./)\n* [A](a/)\n  * [One](/a/one.md)\n* [B](/b.md "B")\n'

  it.each([
    ['a folder with a slash, and from the top', LIST],
    ['a folder without a slash', LIST.replace('(a/)', '(a)').replace('(./)', '(.)')],
  ])('lists the page it means: %s', async (_, list) => {
    const { space, commit, counts } = await reportOf({ ...PAGES, 'SUMMARY.md': list })
    expect(await space.titles()).toBe('Home A[One] B')
    expect((await space.page('A')).hidden).toBeFalsy()
    expect(counts).toEqual({})
    await space.exports()
    expect(await space.tip()).toBe(commit)
    await space.exports({ force: true })
    expect(await space.tree(await space.tip())).toBe(await space.tree(commit))
  })

  it('follows its page, and goes with it', async () => {
    const { space } = await reportOf({ ...PAGES, 'SUMMARY.md': LIST })
    const { id } = await space.page('A')
    await space.write({ operation: 'update_page', page: id, title: 'Ah' })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(LIST.replace('[A]', '[Ah]'))
    await space.write({ operation: 'update_page', page: id, slug: 'alpha' })
    await space.write({ operation: 'update_page', page: (await space.page('B')).id, slug: 'bee' })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe(
      '* [Home](./)\n* [Ah](alpha/README.md)\n  * [One](/a/one.md)\n* [B](bee.md "B")\n',
    )
    expect((await space.imports({ force: true })).report.summary).toBe('Nothing changed')
    await space.write({ operation: 'delete_page', page: id })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe('* [Home](./)\n* [B](bee.md "B")\n')
  })

  it('moves with its page and stays as it is written', async () => {
    const { space } = await reportOf({ ...PAGES, 'SUMMARY.md': '* [Home](./)\n* [B](/b.md)\n* [A](a/)\n' })
    await space.write({ operation: 'update_page', page: (await space.page('A')).id, into: null, at: 1 })
    await space.exports()
    expect(await space.show('SUMMARY.md')).toBe('* [Home](./)\n* [A](a/)\n* [B](/b.md)\n')
  })

  it('is told of where it lists none', async () => {
    const lines = [
      '* [Home](README.md)',
      '* [Gone](gone.md)',
      '* [Out](../out.md)',
      '* [Bare](bare/)',
      '* [Ending](b)',
      '* [Capitals](B.md)',
      '* [Picture](p.png)',
      '* [B](b.md)',
      '* [Again](/b.md)',
      '* [Part](b.md#part)',
      '* [Top](/gone)',
      '* Text',
      '* [Address](https://example.org)',
    ]
    const { problems } = await reportOf({
      ...PAGES,
      'bare/x.md': '# X\n',
      'p.png': PNG,
      'SUMMARY.md': `${lines.join('\n')}\n`,
    })
    expect(places(problems)).toEqual([
      ['SUMMARY.md', 'outside-root', 3],
      ['SUMMARY.md', 'missing-page', 2],
      ['SUMMARY.md', 'missing-page', 4],
      ['SUMMARY.md', 'missing-page', 5],
      ['SUMMARY.md', 'missing-page', 6],
      ['SUMMARY.md', 'no-page', 7],
      ['SUMMARY.md', 'listed-twice', 9],
      ['SUMMARY.md', 'missing-page', 11],
    ])
    expect(problems[3]?.message).toBe(
      '“Ending” leads to `b`, which is not there: the extension is missing, `b.md` exists',
    )
  })
})

describe('a page that is listed twice', () => {
  it('is told of at the line that became a link, with the line where the page stands', async () => {
    const { space, problems } = await reportOf({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Early](a.md)\n* [A](a.md)\n  * [B](b.md)\n',
    })
    expect(problems).toEqual([
      {
        file: 'SUMMARY.md',
        kind: 'listed-twice',
        line: 2,
        message: '“Early” leads to `a.md`, which is also on line 3; it becomes a link to that page',
      },
    ])
    expect(await space.titles()).toBe('Home Early A[B]')
  })
})

describe('YAML that no parser survives', () => {
  it('is told with its line, kept as it is, and kills nothing', async () => {
    const deep = { lists: '- '.repeat(5_000), keys: '? '.repeat(5_000), braces: '{a: '.repeat(5_000) }
    const files = {
      '.gitbook.yaml': `# Ours\nredirects: ${deep.braces}\n`,
      '.gitbook/vars.yaml': `${deep.keys}\n`,
      'README.md': `---\ntags:\n  ${deep.lists}\n---\n\n# Home\n\nText\n`,
      '.gitbook/includes/note.md': `---\n${deep.keys}\n---\n\nNote\n`,
    }
    const { space, problems } = await reportOf(files)
    const message = expect.stringMatching(/ is nested deeper than 50 levels; it is kept, and has no effect$/)
    expect(problems).toEqual([
      { file: '.gitbook.yaml', kind: 'broken-config', line: 2, message },
      { file: '.gitbook/vars.yaml', kind: 'broken-variables', line: 1, message },
      { file: 'README.md', kind: 'broken-frontmatter', line: 3, message },
      { file: '.gitbook/includes/note.md', kind: 'broken-frontmatter', line: 2, message },
    ])
    const { id: page } = await space.page('Home')
    await space.write({ operation: 'update_page', page, icon: 'gear' })
    await space.exports()
    expect(await space.show('README.md')).toBe(
      files['README.md'].replace('tags:\n', '# tags:\n# ').replace(/\n---\n\n/, '\nicon: gear\n---\n\n'),
    )
    for (const path of ['.gitbook.yaml', '.gitbook/vars.yaml', '.gitbook/includes/note.md'] as const)
      expect(await space.show(path)).toBe(files[path])
  })
})

describe('a repository in which nothing is right', () => {
  it('is told of all over, and stays as it is', async () => {
    const space = await openSyncedSpace()
    const file = (text: string | Buffer) => ({ mode: '100644' as const, bytes: Buffer.from(text) })
    const commit = await space.commitTree(
      new Map<string, TreeFile>([
        [
          '.gitbook.yaml',
          file(
            'colour: red\nstructure:\n  readme: start.md\n  toc: x\nredirects:\n  # gone\n  old/a: new/a.md\n  old/b: /use/\n  old/c: use\n  old/d: ./use/README.md#x\n',
          ),
        ],
        ['.gitbook/vars.yaml', file('name: Quire\nlist:\n  - a\nnested: {a: b}\n')],
        ['.gitbook/includes/note.md', file('[x](gone.md)\n')],
        ['SUMMARY.md', file('* [Home](README.md)\n* [Use](use/)\n* [Link](link.md)\n* [Module](module/)\n')],
        [
          'README.md',
          file(
            '---\ncover: .gitbook/assets/gone.png\nmetaLinks:\n  alternates:\n    - use/\n    - fr/README.md\n    - https://example.org\nnav_context: x\nayout: {}\n---\n\n# Home\n\n{% include ".gitbook/includes/gone.md" %}\n\n{% include ".gitbook/includes/note.md" %}\n\n{% hint style="info" own="x" %}\n{% endhint %}\n\n{% file src=".gitbook/assets/gone.pdf" %}\n',
          ),
        ],
        ['use/README.md', file('---\ncover: broken-reference\n---\n\n# Use\n')],
        ['latin.md', file(Buffer.from('# Latin\n\ncaf\xe9\n', 'latin1'))],
        ['link.md', { mode: '120000', bytes: Buffer.from('README.md') }],
        ['module', { mode: '160000', oid: '1'.repeat(40) }],
      ]),
    )
    const { report } = await space.imports()
    const told = (report.problems as Problem[]).map(
      ({ file, line, kind, message }) => `${file}:${line ?? ''} ${kind}: ${message}`,
    )
    expect(told).toEqual([
      '.gitbook.yaml:1 unknown-key: `colour` in the configuration is not known; it is kept.',
      '.gitbook.yaml:4 unknown-key: `toc` below `structure` is not known; it is kept.',
      '.gitbook.yaml: missing-page: `structure.readme` names `start.md`, which is not there',
      '.gitbook.yaml:7 dead-redirect: `old/a` is redirected to `new/a.md`, which is not there',
      'link.md: no-file: This is a symbolic link; it stays in the repository and is not shown',
      'module: no-file: This is a submodule; it stays in the repository and is not shown',
      'SUMMARY.md:3 no-page: “Link” leads to `link.md`, which is not a page; it is shown as a link',
      'SUMMARY.md:4 no-page: “Module” leads to `module`, which is not a page; it is shown as a link',
      '.gitbook/vars.yaml:2 wrong-value: The variable `list` has to be a text.',
      '.gitbook/vars.yaml:4 wrong-value: The variable `nested` has to be a text.',
      'README.md:2 missing-file: The cover `.gitbook/assets/gone.png` is not there',
      'README.md:6 broken-link: The page in another language, `fr/README.md`, is not there',
      'README.md:8 unknown-key: `nav_context` in the frontmatter is not known; it is kept.',
      'README.md:9 unknown-key: `ayout` in the frontmatter is not known; it is kept.',
      'README.md:14 missing-include: The text `.gitbook/includes/gone.md` that is included here is not there',
      'README.md:21 missing-file: The file `.gitbook/assets/gone.pdf` is not there',
      'latin.md: not-utf8: The file is not UTF-8; unreadable characters are shown as �',
      'use/README.md:2 missing-file: The cover `broken-reference` is not there: this placeholder marks a target that was lost earlier',
      '.gitbook/includes/note.md:1 broken-link: The link to `gone.md` is broken',
    ])
    await space.exports({ force: true })
    expect(await space.tree(await space.tip())).toBe(await space.tree(commit))
  })
})

describe('a page in another language', () => {
  it('may lie in another space of the repository', async () => {
    const alternates = ['../fr/use.md', '../fr', 'use/', '../fr/gone.md', 'gone.md', 'https://example.org']
    const list = alternates.map((target) => `    - ${target}\n`).join('')
    const space = await openSyncedSpace({
      'en/README.md': `---\nmetaLinks:\n  alternates:\n${list}---\n\n# Home\n`,
      'en/use/README.md': '# Use\n',
      'fr/README.md': '# Accueil\n',
      'fr/use.md': '# Usage\n',
    })
    const { report } = await space.imports({ repoProjectDirectory: 'en' })
    expect(places(report.problems)).toEqual([
      ['README.md', 'broken-link', 7],
      ['README.md', 'broken-link', 8],
    ])
  })
})

describe('a link to another space of the repository', () => {
  const FILES = {
    'one/README.md':
      '# One\n\n[a](../two/docs/use.md) [b](../two/docs/) [c](../two/docs/gone.md) [d](../NOTES.md)\n',
    'two/.gitbook.yaml': 'root: ./docs/\n',
    'two/docs/README.md': '# Two\n\n[back](../../one/README.md#part)\n',
    'two/docs/use.md': '# Use\n',
    'NOTES.md': '# Notes\n',
  }

  it('is broken while no space holds it, and not any more when one does', async () => {
    const space = await openSyncedSpace(FILES)
    const one = { repoProjectDirectory: 'one' }
    const lines = ({ report }: { report: { problems: Problem[] } }) =>
      report.problems.map(({ message }) => /`(.*?)`/.exec(message)?.[1])
    const { as, admin, organization, remote, drain, url } = space
    const links = async (query = '') => {
      const { items, stats } = await as(admin).get(`${url}/links${query}`)
      const told = items.map((item: Told) => `${item.targetReference.url} ${item.status}`)
      return [...told.sort(), stats.broken.total]
    }
    expect(lines(await space.imports(one))).toHaveLength(4)
    expect(await links('?status=ok')).toEqual([4])
    const { id } = await as(admin).post(`${organization.url}/spaces`, { title: 'Two' }, 201)
    const two = { ...remote, repoProjectDirectory: 'two' }
    await as(admin).post(`/v1/spaces/${id}/git/import`, two, 204)
    await drain()
    const { items } = await as(admin).get(`/v1/spaces/${id}/git/operations`)
    expect(items[0]).toMatchObject({ state: 'success', report: { problems: [] } })
    expect(lines(await space.imports({ ...one, force: true }))).toEqual([
      '../two/docs/gone.md',
      '../NOTES.md',
    ])
    expect(await links()).toEqual([
      ...['../NOTES.md broken', '../two/docs ok', '../two/docs/gone.md broken', '../two/docs/use.md ok', 2],
    ])
    expect(await links('?status=ok')).toEqual(['../two/docs ok', '../two/docs/use.md ok', 2])
    expect(await links('?status=broken')).toHaveLength(3)
    await as(admin).post(`/v1/spaces/${id}/content`, { changes: [page('Gone')] })
    expect(await links('?status=broken')).toEqual(['../NOTES.md broken', 1])
  })
})

describe('a report', () => {
  it('is bounded, and tells some of every kind', async () => {
    const lost = Array.from({ length: 1_500 }, (_, at) => `![x](${at}.png)\n`).join('')
    const { counts, problems } = await reportOf({
      'README.md': `# Home\n\n${lost}`,
      'z.md': '# Z\n\n{% hint %}\n\n[gone](gone.md)\n',
    })
    expect(counts).toEqual({ 'missing-file': 1_500, 'unclosed-tag': 1, 'broken-link': 1 })
    expect(problems).toHaveLength(1_000)
    expect(places(problems.slice(-2))).toEqual([
      ['z.md', 'unclosed-tag', 3],
      ['z.md', 'broken-link', 5],
    ])
  })

  it('can be kept whatever it quotes', async () => {
    const long = `${'a'.repeat(299)}😀.md`
    const { counts, problems } = await reportOf({
      'README.md': `---\n"own\\0key": 1\n---\n\n# Home\n\n[x](${long})\n`,
    })
    expect(counts).toEqual({ 'unknown-key': 1, 'broken-link': 1 })
    expect(problems[0]?.message).toBe('`own\ufffdkey` in the frontmatter is not known; it is kept.')
    expect(problems[1]?.message).toContain('a\ufffd` is broken')
  })
})

describe('a sign that no database takes', () => {
  it('keeps no page from being shown, linked and found', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Ho\0me\n\nText \0 and [x](a\0b.md) ![p](<q\0.png>)\n\n## Part \0\n\nWords\n',
      'SUMMARY.md': '* [Ho\0me](README.md)\n* [B\0](b.md)\n* [G\0](https://x.org/\0)\n* [H](gone\0.md#\0)\n',
      'b.md': '---\ndescription: "a\\0b"\nicon: "\\0"\nvars:\n  a: "\\0"\n---\n\nplain words\n',
      '.gitbook/vars.yaml': 'a: "x\\0"\n',
      '.gitbook/includes/x.md': '---\ntitle: "a\\0"\n---\n\n\0\n',
    })
    const { commit } = await space.imports()
    const { as, admin, url } = space
    await space.drain()
    const { items } = await as(admin).get(`${url}/search?query=plain`)
    expect(items).toHaveLength(1)
    const home = await space.page('Ho\ufffdme')
    const links = await as(admin).get(`${url}/content/page/${home.id}/links`)
    expect(links.items).toHaveLength(1)
    await as(admin).post(`${url}/comments`, { page: home.id, body: { markdown: 'Odd' } })
    await space.exports()
    expect(await space.tip()).toBe(commit)
  })
})
