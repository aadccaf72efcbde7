// A site of a folder or a repository with one command, which says what of it readers will not find.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../test/counterparts/git-server.ts'
import { makeFolder, newDatabase, removeFolder, runCommand } from './server.ts'

let folder: string
let env: Record<string, string>
let git: GitServer

beforeAll(async () => {
  folder = await makeFolder()
  git = await openGitServer()
  env = { QUIRE_ALLOW_PRIVATE_NETWORK: 'on', ...(await newDatabase()).env }
})

afterAll(async () => {
  await git.close()
  await removeFolder(folder)
})

const quire = (...args: string[]) => runCommand(folder, args, env)

const LARGER_THAN_A_PAGE = 5 * 1024 * 1024 + 1

describe('quire publish', () => {
  it('says what it left out of a folder, as quire import does', async () => {
    const docs = join(folder, 'huge')
    mkdirSync(docs)
    writeFileSync(join(docs, 'README.md'), '# Huge\n'.padEnd(LARGER_THAN_A_PAGE, 'word '))
    for (const name of ['one', 'two']) writeFileSync(join(docs, `${name}.md`), `# Page ${name}\n`)
    const { code, out, err } = await quire('publish', docs)
    expect(code, err).toBe(0)
    expect(out).toMatch(
      /^Published "Huge", 2 pages\n {2}http\S+\n {2}1 problem to check:\n {4}1 × too-large\n {6}README\.md: The file is larger than 5 MB/,
    )
    const { organization, problems } = JSON.parse((await quire('publish', docs, '--json')).out)
    const imported = await quire('import', docs, '--org', organization, '--json')
    expect(problems).toMatchObject([{ file: 'README.md' }])
    expect(problems).toEqual(JSON.parse(imported.out).problems)
  })

  it('says what is damaged in a repository', async () => {
    const links = Array.from({ length: 12 }, (_, number) => `[x](gone-${number}.md)\n`)
    await git.createRepository('damaged')
    for (const branch of ['main', 'next'])
      await git.commitFiles('damaged', branch, { 'README.md': `# Damaged\n\n${links.join('')}` })
    const url = git.urlWithCredentials('damaged')
    const { code, out, err } = await quire('publish', url)
    expect(code, err).toBe(0)
    expect(out).toMatch(
      /^Published "Damaged", 1 page\n {2}http\S+\n {2}12 problems to check:\n {4}12 × broken-link\n( {6}README\.md:\d+: .+\n){3} {6}and 9 more\n {2}All of them: (\S+)\n {2}The site is available/,
    )
    const file = /All of them: (\S+)/.exec(out)?.[1] ?? ''
    expect(readFileSync(file, 'utf8').match(/^README\.md:\d+: broken-link: /gm)).toHaveLength(12)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { problems } = JSON.parse((await quire('publish', url, '--branch', 'next', '--json')).out)
    expect(problems).toHaveLength(12)
    expect(problems[0]).toMatchObject({ file: 'README.md', line: 3, kind: 'broken-link' })
  })

  it('brings the site of a repository up to date when it is published again', async () => {
    await git.createRepository('again')
    await git.commitFiles('again', 'main', { 'README.md': '# Again\n' })
    const url = git.urlWithCredentials('again')
    const publish = async (...options: string[]) =>
      JSON.parse((await quire('publish', url, '--json', ...options)).out)
    const first = await publish()
    expect(first.isNew).toBe(true)
    await git.commitFiles('again', 'main', { 'README.md': '# Again\n', 'more.md': '# More\n' })
    const { site, space, address, organization } = first
    expect(await publish()).toMatchObject({ site, space, address, isNew: false })
    const { out } = await quire('publish', url)
    expect(out).toMatch(/^Updated "Again", 2 pages\n {2}http/)
    const exported = await quire('export', space, '--to', join(folder, 'again'))
    expect(exported.out, exported.err).toContain('2 pages')
    // Another branch is another source.
    await git.commitFiles('again', 'next', { 'README.md': '# Next\n' })
    expect(await publish('--branch', 'next')).toMatchObject({ organization, isNew: true })
  })

  it('leaves one space behind where a repository can not be read, however often it is tried', async () => {
    const url = git.urlWithCredentials('late')
    for (const _ of [1, 2]) expect((await quire('publish', url, '--branch', 'main')).code).toBe(1)
    await git.createRepository('late')
    await git.commitFiles('late', 'main', { 'README.md': '# Late\n' })
    expect((await quire('publish', url)).out).toMatch(/^Published "Late"/)
    const { items } = JSON.parse((await quire('space', 'list', '--json')).out)
    expect(items.filter(({ title }: { title: string }) => title === 'Late')).toHaveLength(1)
  })

  it('brings the site of a folder up to date when it is published again, wherever it is called from', async () => {
    const docs = join(folder, 'twice')
    mkdirSync(docs)
    const write = (name: string, text: string) => writeFileSync(join(docs, name), text)
    write('README.md', '# Twice\n')
    write('old.md', '# Old\n')
    const publish = async (source: string, ...options: string[]) => {
      const { code, out, err } = await quire('publish', source, '--json', ...options)
      return code === 0 ? JSON.parse(out) : { code, ...JSON.parse(err) }
    }
    const first = await publish(docs)
    expect(first).toMatchObject({ isNew: true, pages: 2 })
    const { site, space, address } = first
    const same = { site, space, address, isNew: false }
    write('new.md', '# New\n')
    rmSync(join(docs, 'old.md'))
    symlinkSync(docs, join(folder, 'twice-link'))
    expect(await publish(join(folder, 'twice-link'))).toMatchObject({ ...same, pages: 2 })
    const texts = async () => {
      const to = join(folder, 'twice-exported')
      await quire('export', space, '--to', to, '--force')
      const name = ['new.md', 'old.md'].filter((one) => statSync(join(to, one), { throwIfNoEntry: false }))
      return name.join()
    }
    expect(await texts()).toBe('new.md')
    // A folder that has moved is another source, unless it says whose it is.
    renameSync(docs, join(folder, 'moved'))
    const moved = join(folder, 'moved')
    writeFileSync(join(moved, 'more.md'), '# More\n')
    expect(await publish(moved, '--space', space)).toMatchObject({ ...same, pages: 3 })
    expect(await publish(moved)).toMatchObject({ ...same, pages: 3 })
    // Nothing is left: the site stays as it is.
    for (const name of ['README.md', 'new.md', 'more.md'])
      renameSync(join(moved, name), join(moved, `${name}x`))
    const refused = await publish(moved)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.error.message).toMatch(/Nothing to publish in \S+moved: .*3 × MDX/)
    const { items } = JSON.parse((await quire('space', 'list', '--json')).out)
    expect(items.filter(({ title }: { title: string }) => title === 'Twice')).toHaveLength(1)
  })

  it('makes nothing of a source without a page, and says what it skipped', async () => {
    const { env: empty } = await newDatabase()
    const place = await makeFolder()
    const docs = join(place, 'pages')
    mkdirSync(join(docs, 'sub'), { recursive: true })
    for (const name of ['a.mdx', 'sub/b.mdx', 'c.rst', 'logo.png']) writeFileSync(join(docs, name), 'text\n')
    const run = (...args: string[]) =>
      runCommand(place, args, { QUIRE_ALLOW_PRIVATE_NETWORK: 'on', ...empty })
    const { code, err } = await run('publish', docs)
    expect(code).toBe(1)
    expect(err).toContain(`Nothing to publish in ${docs}: it contains no Markdown pages (.md files)`)
    expect(err).toContain('2 × MDX (.mdx)')
    expect(err).toContain('1 × reStructuredText (.rst)')
    expect(JSON.parse((await run('org', 'list', '--json')).out).items).toEqual([])
    // Beside Markdown, what was skipped is told.
    writeFileSync(join(docs, 'README.md'), '# Here\n')
    const some = await run('publish', docs)
    expect(some.out).toMatch(
      /^Published "Pages", 1 page\n.*\n {2}3 problems to check:\n {4}3 × not-markdown\n {6}a\.mdx: /,
    )
    await git.createRepository('only-mdx')
    await git.commitFiles('only-mdx', 'main', { 'a.mdx': 'text\n' })
    const repository = await run('publish', git.urlWithCredentials('only-mdx'))
    expect(repository.code).toBe(1)
    expect(repository.err).toMatch(/Nothing to publish in .*1 × MDX/)
    await removeFolder(place)
  })

  it('counts pages, and not the groups and links between them', async () => {
    const docs = join(folder, 'grouped')
    mkdirSync(docs)
    for (const name of ['README', 'one', 'two']) writeFileSync(join(docs, `${name}.md`), `# Page ${name}\n`)
    const summary =
      '# Summary\n\n* [Start](README.md)\n\n## Group\n\n* [One](one.md)\n* [Two](two.md)\n* [Elsewhere](https://example.org)\n'
    writeFileSync(join(docs, 'SUMMARY.md'), summary)
    expect((await quire('publish', docs)).out).toMatch(/^Published "Grouped", 3 pages\n/)
    expect((await quire('publish', docs)).out).toMatch(/^Updated "Grouped", 3 pages\n/)
  })
})
