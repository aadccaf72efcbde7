// Imports from and exports to more than one branch, repository and folder: what elsewhere lacks was never deleted.
import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

const FILES = {
  'README.md': '# Welcome\n\nHello.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](install.md)\n* [Use](use.md)\n',
  'install.md': '# Install\n\nFirst this.\n\n![Shot](img/shot.png)\n',
  'use.md': '# Use\n\nThen that.\n',
  'img/shot.png': Buffer.from('89504e470d0a1a0a', 'hex'),
}
const ALL = 'Welcome Guides[Install Use]'

async function opened(files: Record<string, string | Buffer> = FILES) {
  const space = await openSyncedSpace(files)
  const { as, admin, url, git, name } = space
  return {
    ...space,
    branch: (branch: string) => ({ ref: `refs/heads/${branch}` }),
    async pageId(path: string) {
      return (await as(admin).get(`${url}/content/path/${encodeURIComponent(path)}`)).id as string
    },
    files: async () =>
      (await as(admin).get(`${url}/content`)).files.map((file: { name: string }) => file.name),
    async repository(content: Record<string, string>) {
      const other = `${name}-other`
      await git.createRepository(other)
      if (Object.keys(content).length > 0) await git.commitFiles(other, 'main', content)
      return { name: other, url: git.urlWithCredentials(other) }
    },
  }
}

describe('an export to', () => {
  it('an older branch takes nothing from the space', async () => {
    const { imports, exports, titles, files, git, name, branch } = await opened()
    await git.commitFiles(name, 'old', { 'README.md': FILES['README.md'], 'notes.md': '# Notes\n' })
    await imports()
    await exports(branch('old'))
    expect(await titles()).toContain('Install Use')
    expect(await titles()).toContain('Notes')
    expect(await files()).toEqual(['shot.png'])
    expect(await git.readTree(name, 'old')).toMatchObject({
      'notes.md': '# Notes\n',
      'install.md': FILES['install.md'],
    })
    await exports(branch('old'))
    expect(await titles()).toContain('Install Use')
  })

  it('a branch with the same groups and pages repeats none of them', async () => {
    const { imports, exports, titles, git, name, branch } = await opened()
    const { 'use.md': _, ...others } = FILES
    const summary = FILES['SUMMARY.md'].replace('* [Use](use.md)\n', '')
    await git.commitFiles(name, 'old', { ...others, 'SUMMARY.md': summary })
    await imports()
    await exports(branch('old'))
    expect(await titles()).toBe(ALL)
    expect(await git.readTree(name, 'old')).toMatchObject({ 'SUMMARY.md': FILES['SUMMARY.md'] })
  })

  it('another repository stops at a file that differs, and overwrites it only when forced', async () => {
    const { imports, exports, sync, titles, text, pageId, repository, git } = await opened()
    await imports()
    const other = await repository({ 'README.md': '# Welcome\n\nAnother one.\n' })
    const failed = await sync('export', { url: other.url })
    expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['README.md'] } })
    expect(await titles()).toBe(ALL)
    await exports({ url: other.url, force: true })
    expect(await titles()).toBe(ALL)
    expect(await text(await pageId('welcome'))).toBe('Hello.\n')
    expect((await git.readTree(other.name, 'main'))['README.md']).toBe(FILES['README.md'])
  })

  it('an empty repository, an empty folder or a new branch writes everything', async () => {
    const { imports, exports, titles, repository, git, name, branch, tree, tip } = await opened()
    await imports()
    const whole = await tree(await tip())
    await exports(branch('new'))
    expect(await git.git(name, 'rev-parse', 'refs/heads/new^{tree}')).toBe(`${whole}\n`)
    const other = await repository({})
    await exports({ url: other.url })
    expect(Object.keys(await git.readTree(other.name, 'main')).sort()).toEqual(Object.keys(FILES).sort())
    await exports({ repoProjectDirectory: 'docs' })
    expect(await git.readTree(name, 'main')).toMatchObject({
      'docs/install.md': FILES['install.md'],
      'install.md': FILES['install.md'],
    })
    expect(await titles()).toBe(ALL)
  })

  it('a repository that was made anew begins with what was imported', async () => {
    const { imports, exports, titles, commit, git, name } = await opened()
    // With something before it, which our copy does not hold.
    await commit({ 'more.txt': 'More.\n' })
    await imports()
    await git.git(name, 'update-ref', '-d', 'refs/heads/main')
    await git.git(name, 'reflog', 'expire', '--expire=now', '--all')
    await git.git(name, 'gc', '--quiet', '--prune=now')
    await exports()
    expect(Object.keys(await git.readTree(name, 'main')).sort()).toEqual(
      [...Object.keys(FILES), 'more.txt'].sort(),
    )
    expect(await titles()).toBe(ALL)
  })
})

describe('an import from another branch', () => {
  it('keeps what was edited here, and lets go what only the first one had', async () => {
    const { imports, titles, text, write, pageId, git, name, branch } = await opened()
    const { 'use.md': _, ...others } = FILES
    await git.commitFiles(name, 'next', {
      ...others,
      'SUMMARY.md': FILES['SUMMARY.md'].replace('* [Use](use.md)\n', ''),
    })
    await imports()
    const install = await pageId('guides/install')
    await write({ operation: 'update_page', page: install, document: { markdown: 'Edited here.\n' } })
    await imports(branch('next'))
    expect(await titles()).toBe('Welcome Guides[Install]')
    expect(await text(install)).toBe('Edited here.\n')
  })

  it('stops where it lacks a page that was edited here', async () => {
    const { imports, sync, titles, write, pageId, git, name, branch } = await opened()
    await git.commitFiles(name, 'next', { 'README.md': FILES['README.md'] })
    await imports()
    const use = await pageId('guides/use')
    await write({ operation: 'update_page', page: use, document: { markdown: 'Edited here.\n' } })
    const failed = await sync('import', branch('next'))
    expect(failed).toMatchObject({ state: 'failure', report: { conflicts: ['Guides', 'use.md'] } })
    expect(await titles()).toBe(ALL)
  })
})

describe('a first import', () => {
  const put = (title: string, markdown = 'Mine.') => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  })

  it('does not replace pages of the space unasked, and says which', async () => {
    const { imports, write, titles, as, admin, url, remote } = await opened({ 'README.md': '# Welcome\n' })
    await write(put('Draft'), put('Plan'), put('Notes'), put('Ideas'), put('Rest'))
    const { error } = await as(admin).post(`${url}/git/import`, remote, 409)
    expect(error.message).toContain('5 of its pages: “Draft”, “Plan”, “Notes”, 2 more')
    expect(error.message).toContain('with force (quire git import --replace)')
    expect((await as(admin).get(`${url}/git/operations`)).items).toEqual([])
    const { report } = await imports({ force: true })
    expect(report.pages).toMatchObject({ created: 1, deleted: 5 })
    expect(await titles()).toBe('Welcome')
  })

  it('sees also what came between the request and its turn', async () => {
    const { write, titles, as, admin, url, remote, drain, latest } = await opened()
    await as(admin).post(`${url}/git/import`, remote, 204)
    await write(put('Draft'))
    await drain()
    const { state, error } = await latest()
    expect({ state, error }).toMatchObject({ state: 'failure', error: expect.stringContaining('“Draft”') })
    expect(await titles()).toBe('Draft')
  })

  it('waits for an export that was asked for before it, and merges then', async () => {
    const { write, titles, as, admin, url, remote, drain, latest } = await opened({ 'notes.md': '# Notes\n' })
    await write(put('Draft'))
    await as(admin).post(`${url}/git/export`, { ...remote, commitMessage: 'First' }, 204)
    await as(admin).post(`${url}/git/import`, remote, 204)
    await drain()
    expect(await latest()).toMatchObject({ direction: 'import', state: 'success' })
    expect((await titles()).split(' ').sort()).toEqual(['Draft', 'Notes'])
  })

  it('takes an empty first page for nothing, and may stand alone beside any', async () => {
    const { imports, write, titles } = await opened()
    await write(put('Page', ''))
    await imports()
    expect(await titles()).toBe(ALL)
    const other = await opened()
    await other.write(put('Draft'))
    await other.imports({ standalone: true })
    expect(await other.titles()).toBe('Draft')
  })

  it('from another repository lets go no page of the one before, but follows one that moved', async () => {
    const { imports, sync, titles, repository, git, name } = await opened()
    await imports()
    const other = await repository({ 'README.md': '# Other\n' })
    const { state, error } = await sync('import', { url: other.url })
    expect({ state, error }).toMatchObject({ state: 'failure', error: expect.stringContaining('3 of its') })
    expect(await titles()).toBe(ALL)
    await git.createRepository(`${name}-moved`)
    await git.commitFiles(`${name}-moved`, 'main', FILES)
    await imports({ url: git.urlWithCredentials(`${name}-moved`) })
    expect(await titles()).toBe(ALL)
    await imports({ url: other.url, force: true })
    expect(await titles()).toBe('Other')
  })
})
