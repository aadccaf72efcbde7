// A site of a folder or a repository with one command, which says what of it readers will not find.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../test/git-server.ts'
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
      /^Published "Huge", 2 pages\n {2}http\S+\n {2}1 thing to look at:\n {4}README\.md: The file is larger than 5 MB/,
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
      /^Published "Damaged"\n {2}http\S+\n {2}12 things to look at:\n( {4}README\.md: .+\n){10} {2}It is there/,
    )
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
    expect(out).toMatch(/^Updated "Again"\n {2}http/)
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
})
