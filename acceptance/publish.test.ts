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
    await git.commitFiles('damaged', 'main', { 'README.md': `# Damaged\n\n${links.join('')}` })
    const url = git.urlWithCredentials('damaged')
    const { code, out, err } = await quire('publish', url)
    expect(code, err).toBe(0)
    expect(out).toMatch(
      /^Published "Damaged"\n {2}http\S+\n {2}12 things to look at:\n( {4}README\.md: .+\n){10} {2}It is there/,
    )
    const { problems } = JSON.parse((await quire('publish', url, '--json')).out)
    expect(problems).toHaveLength(12)
    expect(problems[0]).toMatchObject({ file: 'README.md', line: 3, kind: 'broken-link' })
  })
})
