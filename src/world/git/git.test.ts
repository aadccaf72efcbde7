import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../../../test/counterparts/git-server.ts'
import { type CommitWork, GitFailure, type GitLimits, type GitRemote, systemGit } from './git.ts'
import { bytesFromName, nameFromBytes } from './names.ts'
import { USUAL_PLACES } from './process.ts'

let server: GitServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-git-test-'))
  server = await openGitServer()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (limits?: Partial<GitLimits>, name = `cache ${++counter}`) =>
  systemGit({ folder, allowPrivateNetwork: true, allowLocalPaths: false, limits }).open(name)

let counter = 0

const folderOf = (cacheName: string) => createHash('sha256').update(cacheName).digest('hex')

async function packsOf(cacheName: string, pattern = /\.pack$/) {
  const packs = join(folder, folderOf(cacheName), 'objects', 'pack')
  return (await readdir(packs)).filter((file) => pattern.test(file)).map((file) => join(packs, file))
}

/** A repository of its own for a test, with one commit. */
async function repository(files = FILES) {
  const name = `repository-${++counter}`
  await server.createRepository(name)
  const first = await server.commitFiles(name, 'main', files, 'First\n')
  return { name, first, remote: remoteOf(name) }
}

const FILES: Record<string, string | Buffer> = {
  'README.md': '# Hello\n',
  'docs/two words.md': 'two\n',
  'docs/ümläut "quoted".md': 'ü\n',
}

const remoteOf = (name: string, ref = 'refs/heads/main'): GitRemote => ({
  url: server.url(name),
  ref,
  credentials: server.credentials,
})

const AUTHOR = { name: 'A writer', email: 'writer@example.org' }
const work = (parent: string | null, changes: CommitWork['changes'], message = 'Edit'): CommitWork => ({
  ...{ parent, changes, message, author: AUTHOR, at: new Date('2026-03-04T05:06:07Z') },
})
const write = (path: string, text: string) => ({ path, content: Buffer.from(text) })

async function failureOf(doing: Promise<unknown>) {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GitFailure)) throw new Error('This should have been a GitFailure', { cause: error })
  return error
}

describe('the tip of a branch', () => {
  it('is told without a copy, and needs the credentials', async () => {
    const { name, first, remote } = await repository()
    const git = systemGit({ folder, allowPrivateNetwork: true, allowLocalPaths: false })
    const copies = await readdir(folder)
    expect(await git.tip(remote)).toBe(first)
    expect(await git.tip(remoteOf(name, 'refs/heads/other'))).toBeNull()
    expect(await failureOf(git.tip({ ...remote, credentials: undefined }))).toMatchObject({
      code: 'authentication',
    })
    expect(await readdir(folder)).toEqual(copies)
  })

  it('is asked for without the git program, and what is not plainly answered is asked by it', async () => {
    const { name, first, remote } = await repository()
    const settings = { folder, allowPrivateNetwork: true, allowLocalPaths: false }
    const withoutGit = systemGit({ ...settings, path: '/nonexistent' })
    expect(await withoutGit.tip(remote)).toBe(first)
    const unclear = [
      remoteOf(name, 'refs/heads/other'),
      remoteOf(name, 'refs/heads/mai'),
      { ...remote, credentials: undefined },
      { ...remote, url: `${remote.url}/elsewhere` },
    ]
    for (const asked of unclear)
      expect(await failureOf(withoutGit.tip(asked))).toMatchObject({ code: 'no-git' })
    const guarded = systemGit({ ...settings, allowPrivateNetwork: false })
    expect(await failureOf(guarded.tip(remote))).toMatchObject({ code: 'forbidden-address' })
  })
})

describe('the branch that a repository shows first', () => {
  it('is told, whatever it is called, by those who may be asked', async () => {
    const { name, remote } = await repository()
    const settings = { folder, allowPrivateNetwork: true, allowLocalPaths: false }
    expect(await systemGit(settings).defaultBranch(remote)).toBe('refs/heads/main')
    await server.git(name, 'branch', 'next/one')
    await server.git(name, 'symbolic-ref', 'HEAD', 'refs/heads/next/one')
    expect(await systemGit(settings).defaultBranch(remote)).toBe('refs/heads/next/one')
    const guarded = systemGit({ ...settings, allowPrivateNetwork: false })
    expect(await failureOf(guarded.defaultBranch(remote))).toMatchObject({ code: 'forbidden-address' })
  })
})

describe('fetching', () => {
  it('brings the commit of a branch with its files', async () => {
    const { remote, first } = await repository()
    const cache = await open()
    const percents: number[] = []
    expect(await cache.fetch(remote, (percent) => percents.push(percent))).toEqual({ commit: first })
    expect(percents.at(-1)).toBe(100)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(await cache.has(first)).toBe(true)
    expect(await cache.has('0'.repeat(40))).toBe(false)
    expect(await cache.describe(first)).toMatchObject({
      message: 'First\n',
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    const entries = await cache.list(first)
    expect(entries.map(({ path, size, isText }) => [path, size, isText])).toEqual([
      ['README.md', 8, true],
      ['docs/two words.md', 4, true],
      ['docs/ümläut "quoted".md', 3, true],
    ])
    const read: string[] = []
    await cache.readBlobs(entries.map(({ oid }) => oid).reverse(), (_, bytes) => {
      read.push(bytes.toString())
    })
    expect(read).toEqual(['ü\n', 'two\n', '# Hello\n'])
  })

  it('knows no branch where there is none, also in an empty repository', async () => {
    const { name } = await repository()
    await server.createRepository('empty')
    const cache = await open()
    expect(await cache.fetch(remoteOf(name, 'refs/heads/other'))).toBeNull()
    expect(await cache.fetch(remoteOf('empty'))).toBeNull()
  })

  it('keeps what it fetched before, through new commits and through a branch made anew', async () => {
    const { name, remote, first } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    await server.commitFiles(name, 'main', { 'between.md': 'x' })
    const third = await server.commitFiles(name, 'main', {
      ...{ 'README.md': null, 'docs/two words.md': null },
      ...{ 'start/hello.md': '# Hello\n', 'docs/three words.md': 'two\n' },
    })
    expect(await cache.fetch(remote)).toEqual({ commit: third })
    expect(await cache.arrivals(first, third)).toEqual(
      new Map([
        ['between.md', undefined],
        ['docs/three words.md', 'docs/two words.md'],
        ['start/hello.md', 'README.md'],
      ]),
    )
    await server.git(name, 'update-ref', '-d', 'refs/heads/main')
    const anew = await server.commitFiles(name, 'main', { 'a.md': 'a' })
    expect(await cache.fetch(remote)).toEqual({ commit: anew })
    expect(await cache.list(first)).toHaveLength(3)
    expect([...(await cache.arrivals(third, anew))]).toEqual([['a.md', undefined]])
  })

  it('reads no files without asking git for them', async () => {
    const name = `cache ${++counter}`
    const cache = await open({}, name)
    // Whatever git is asked for now fails.
    await rm(join(folder, folderOf(name)), { recursive: true })
    await cache.readBlobs([], () => {})
    expect(await failureOf(cache.readBlobs(['0'.repeat(40)], () => {}))).toMatchObject({
      code: 'broken-repository',
    })
  })

  it('asks little when nothing is new', async () => {
    const { name, remote } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    const before = server.requests.length
    await cache.fetch(remote)
    const asked = server.requests.slice(before).map(({ method, url }) => `${method} ${url}`)
    expect(asked).toEqual([`POST /${name}.git/git-upload-pack`])
  })

  it('refuses what is larger or has more files than accepted, and cleans up', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, () => Math.random() * 256))
    const { remote, first } = await repository({ ...FILES, 'noise.bin': noise })
    expect(await failureOf((await open({ bytes: 100_000 }, 'small')).fetch(remote))).toMatchObject({
      code: 'too-large',
    })
    expect(await packsOf('small', /./)).toEqual([])
    const cache = await open({ files: 3, blobBytes: 100_000 })
    await cache.fetch(remote)
    expect(await failureOf(cache.list(first))).toMatchObject({ code: 'too-large' })
    const [, , , large] = await (await open({}, `cache ${counter}`)).list(first)
    expect(large).toMatchObject({ path: 'noise.bin', size: 300_000 })
    expect(await failureOf(cache.readBlobs([large?.oid ?? ''], () => {}))).toMatchObject({
      code: 'too-large',
    })
  })

  it('keeps nothing of what arrived whole before git was stopped', async () => {
    // A git that stays a while after each fetch, so that what has come is measured while it runs.
    const slow = await mkdtemp(join(tmpdir(), 'quire-git-slow-'))
    const script = `#!/bin/sh\nPATH=${USUAL_PLACES} git "$@"; code=$?\n`
    await writeFile(join(slow, 'git'), `${script}case " $* " in *" fetch "*) sleep 2;; esac\nexit $code\n`)
    await chmod(join(slow, 'git'), 0o755)
    const noise = Buffer.from(Array.from({ length: 300_000 }, () => Math.random() * 256))
    const { name, remote } = await repository({ ...FILES, 'noise.bin': noise })
    const settings = { folder, allowPrivateNetwork: true, allowLocalPaths: false, limits: { bytes: 100_000 } }
    const cache = await systemGit({ ...settings, path: `${slow}:${USUAL_PLACES}` }).open(name)
    expect(await failureOf(cache.fetch(remote))).toMatchObject({ code: 'too-large' })
    expect(await packsOf(name, /./)).toEqual([])
    await rm(slow, { recursive: true })
  })

  it('reads thousands of blobs in order, waiting for the reader', async () => {
    const files = Array.from(
      { length: 2000 },
      (_, n) => [`pages/${n}.md`, `page ${n}\n`.repeat(n % 50)] as const,
    )
    const { name, first } = await repository()
    const cache = await open()
    await cache.fetch(remoteOf(name))
    const { commit } = await cache.commit(
      work(
        first,
        files.map(([path, text]) => write(path, text)),
      ),
    )
    const entries = (await cache.list(commit)).filter(({ path }) => path.startsWith('pages/'))
    let atOnce = 0
    const read: string[] = []
    await cache.readBlobs(
      entries.map(({ oid }) => oid),
      async (_, bytes) => {
        expect(++atOnce).toBe(1)
        await null
        read.push(bytes.toString())
        atOnce--
      },
    )
    const texts = new Map(files)
    expect(read).toEqual(entries.map(({ path }) => texts.get(path as `pages/${number}.md`)))
  })
})

describe('committing and pushing', () => {
  it('takes in files one after the other, and names them in a commit', async () => {
    const { name, remote } = await repository()
    const cache = await open()
    async function* blobs() {
      for (const text of ['one', '', 'target'])
        yield { size: text.length, chunks: Array.from(text, (letter) => Buffer.from(letter)) }
    }
    await cache.writeBlobs(blobs())
    const oidOf = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
    const { commit } = await cache.commit(
      work(null, [
        { path: 'run.sh', mode: '100755', content: { oid: oidOf('one') } },
        { path: 'empty', mode: '100644', content: { oid: oidOf('') } },
        { path: 'link', mode: '120000', content: { oid: oidOf('target') } },
        { path: 'module', mode: '160000', content: { oid: '1'.repeat(40) } },
      ]),
    )
    await cache.push({ ...remote, ref: 'refs/heads/named' }, commit, null)
    const tree = (await server.git(name, 'ls-tree', 'refs/heads/named')).trim().split('\n')
    expect(tree).toEqual([
      `100644 blob ${oidOf('')}\tempty`,
      `120000 blob ${oidOf('target')}\tlink`,
      `160000 commit ${'1'.repeat(40)}\tmodule`,
      `100755 blob ${oidOf('one')}\trun.sh`,
    ])
  })

  it('takes in no file that is shorter or longer than it says', async () => {
    const cache = await open()
    async function* blobs(size: number) {
      yield { size, chunks: [Buffer.from('three')] }
    }
    await expect(cache.writeBlobs(blobs(4))).rejects.toThrow('A file of 4 bytes came with 5')
    await expect(cache.writeBlobs(blobs(6))).rejects.toThrow('A file of 6 bytes came with 5')
  })

  it('changes the named files and nothing else', async () => {
    const { name, remote } = await repository()
    const script = (await server.git(name, 'rev-parse', 'main:README.md')).trim()
    await server.git(name, 'update-ref', 'refs/heads/odd', await oddCommit(name, script))
    const odd = { ...remote, ref: 'refs/heads/odd' }
    const cache = await open()
    const before = await cache.fetch(odd)
    const parent = before?.commit ?? ''
    const { commit, tree } = await cache.commit(
      work(parent, [
        write('run.sh', 'echo new\n'),
        write('docs/new "page"\\ – ü.md', 'new\n'),
        write('"whole\\n"', 'q'),
        { path: 'gone.md', content: null },
        { path: 'never-was.md', content: null },
      ]),
    )
    await cache.push(odd, commit, parent)
    expect(await server.readCommit(name, 'odd')).toBe(commit)
    expect((await server.git(name, 'rev-parse', 'odd^{tree}')).trim()).toBe(tree)
    const listed = (await cache.list(commit)).map(({ mode, path, isText }) => `${mode} ${path} ${isText}`)
    expect(listed).toEqual([
      '100644 "whole\\n" true',
      `100644 caf\udce9.md false`,
      '100644 docs/new "page"\\ – ü.md true',
      '120000 link true',
      '100755 run.sh true',
      '160000 sub true',
    ])
    expect(await server.readTree(name, 'odd')).toMatchObject({
      'run.sh': 'echo new\n',
      '"whole\\n"': 'q',
    })
    expect(await server.git(name, 'log', '--format=%an <%ae> %at %cn|%s', '-1', 'odd')).toBe(
      'A writer <writer@example.org> 1772600767 A writer|Edit\n',
    )
    await server.git(name, 'fsck', '--strict')
  })

  /** A link, a submodule, a program, a name that is not UTF-8, and a file to delete. */
  async function oddCommit(name: string, blob: string) {
    const entries = [
      Buffer.from(`100644 blob ${blob}\tcaf`),
      Buffer.from([0xe9]),
      Buffer.from(`.md\0${`100644 blob ${blob}\tgone.md\0`}120000 blob ${blob}\tlink\0`),
      Buffer.from(`100755 blob ${blob}\trun.sh\u0000160000 commit ${'1'.repeat(40)}\tsub\0`),
    ]
    const tree = await server.gitWith(name, Buffer.concat(entries), 'mktree', '-z', '--missing')
    return (await server.git(name, 'commit-tree', '-m', 'odd', tree.trim())).trim()
  }

  it('makes the same tree when nothing changes, and a first commit', async () => {
    const { name, remote, first } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    const { commit, tree } = await cache.commit(work(first, []))
    expect(tree).toBe((await cache.describe(first)).tree)
    expect(commit).not.toBe(first)
    const other = { ...remote, ref: 'refs/heads/other/new' }
    const { commit: orphan } = await cache.commit(work(null, [write('a.md', 'a\n')]))
    await cache.push(other, orphan, null)
    expect(await server.readTree(name, 'other/new')).toEqual({ 'a.md': 'a\n' })
    expect(await failureOf(cache.push(other, commit, null))).toMatchObject({ code: 'rejected' })
  })

  it('lets a folder take the place of a file, but no path be both', async () => {
    const { remote, first } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    const both = [write('README.md/x.md', 'x')]
    expect(await failureOf(cache.commit(work(first, both)))).toMatchObject({ code: 'unsafe-path' })
    expect(await failureOf(cache.commit(work(first, [write('docs', 'x')])))).toMatchObject({
      code: 'unsafe-path',
    })
    const { commit } = await cache.commit(work(first, [...both, { path: 'README.md', content: null }]))
    expect((await cache.list(commit)).map(({ path }) => path)).toContain('README.md/x.md')
    for (const path of ['../x', '/x', '.git/config', 'a/.GIT/hooks/x', 'git~1', ''])
      expect(await failureOf(cache.commit(work(first, [write(path, 'x')])))).toMatchObject({
        code: 'unsafe-path',
      })
  })

  it('writes any content to any name, and reads it back', async () => {
    const { remote, first } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => `p${text.replaceAll(/[\p{Cc}/\\.~:]/gu, '-')}`)
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), { minKeys: 1, maxKeys: 20 })
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        const changes = Object.entries(content).map(([path, bytes]) => ({
          path,
          content: Buffer.from(bytes),
        }))
        const { commit } = await cache.commit(work(first, changes))
        const entries = (await cache.list(commit)).filter(({ path }) => path in content)
        expect(entries).toHaveLength(changes.length)
        const texts = new Map<string, string>()
        await cache.readBlobs(new Set(entries.map(({ oid }) => oid)), (oid, bytes) => {
          texts.set(oid, bytes.toString('hex'))
        })
        for (const { path, oid } of entries)
          expect(texts.get(oid)).toBe(Buffer.from(content[path] ?? []).toString('hex'))
      }),
      { numRuns: 15 },
    )
  })

  it('never overwrites a branch that moved', async () => {
    const { name, remote, first } = await repository()
    const cache = await open()
    await cache.fetch(remote)
    const { commit } = await cache.commit(work(first, [write('mine.md', 'mine')]))
    const theirs = await server.commitFiles(name, 'main', { 'theirs.md': 'theirs' })
    expect(await failureOf(cache.push(remote, commit, first))).toMatchObject({ code: 'rejected' })
    await cache.fetch(remote)
    // Known here by now, and expected, but not below our commit.
    expect(await failureOf(cache.push(remote, commit, theirs))).toMatchObject({ code: 'rejected' })
    expect(await server.readCommit(name, 'main')).toBe(theirs)
    const onTop = await cache.commit(work(theirs, [write('mine.md', 'mine')]))
    await cache.push(remote, onTop.commit, theirs)
    expect(Object.keys(await server.readTree(name, 'main'))).toEqual(
      expect.arrayContaining(['mine.md', 'theirs.md']),
    )
  })
})

describe('a cache', () => {
  it('is the same for every process, and made anew when damaged', async () => {
    const { remote, first } = await repository()
    const cache = await open({}, 'shared')
    await cache.fetch(remote)
    expect(await (await open({}, 'shared')).has(first)).toBe(true)
    for (const pack of await packsOf('shared')) {
      // Git protects them, also from us.
      await chmod(pack, 0o600)
      await truncate(pack, 20)
    }
    const again = await open({}, 'shared')
    expect(await again.fetch(remote)).toEqual({ commit: first })
    expect(await again.list(first)).toHaveLength(3)
  })

  it('is made anew after a file was found missing in it', async () => {
    const { remote, first } = await repository()
    const cache = await open({}, 'with a hole')
    await cache.fetch(remote)
    const missing = 'f'.repeat(40)
    expect(await failureOf(cache.readBlobs([missing], () => {}))).toMatchObject({ code: 'broken-repository' })
    const again = await open({}, 'with a hole')
    expect(await again.has(first)).toBe(false)
    expect(await again.fetch(remote)).toEqual({ commit: first })
  })

  it('is changed by one at a time', async () => {
    const { remote, first } = await repository()
    const cache = await open({}, 'crowded')
    await cache.fetch(remote)
    const other = await open({}, 'crowded')
    const done: string[] = []
    const held = cache.hold(async (mine) => {
      const { commit } = await mine.commit(work(first, [write('a.md', 'a')]))
      done.push('held')
      return commit
    })
    const second = other.commit(work(first, [write('b.md', 'b')])).then(() => done.push('other'))
    await Promise.all([held, second])
    expect(done).toEqual(['held', 'other'])
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? cache : other).commit(work(first, [write('n.md', `${n}`)])),
      ),
    )
    for (const { commit } of many) expect(await cache.has(commit)).toBe(true)
  })

  it('goes when nobody used it, past others that are busy', async () => {
    const copies = join(folder, 'copies')
    const git = systemGit({ folder: copies, allowPrivateNetwork: true, allowLocalPaths: false })
    const names = async () => (await readdir(copies)).filter((name) => !name.endsWith('.lock'))
    for (const name of ['one', 'two', 'three']) await git.open(name)
    const [busy = ''] = await names()
    await writeFile(join(copies, `${busy}.lock`), JSON.stringify({ pid: 1, machine: 'another one' }))
    const used = await git.open('used')
    const longAgo = new Date(0)
    for (const name of await names()) await utimes(join(copies, name, 'HEAD'), longAgo, longAgo)
    await git.touch('used')
    await used.hold(() => git.forgetUnused(new Date(1000)))
    expect((await names()).sort()).toEqual([busy, folderOf('used')].sort())
  })

  it('stays small over many fetches', async () => {
    const { name, remote, first } = await repository()
    const cache = await open({}, 'long-lived')
    await cache.fetch(remote)
    let tip = first
    for (let n = 0; n < 35; n++) {
      tip = await server.commitFiles(name, 'main', { 'README.md': `version ${n}\n` })
      await cache.fetch(remote)
    }
    expect(await cache.list(tip)).toHaveLength(3)
    expect(await cache.list(first)).toHaveLength(3)
    expect((await packsOf('long-lived')).length).toBeLessThanOrEqual(31)
  })
})

describe('names as bytes', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const { path } = nameFromBytes(Buffer.from(bytes))
        expect(bytesFromName(path)).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it('are plain text wherever they can be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(nameFromBytes(Buffer.from(text))).toEqual({ path: text, isText: true })
      }),
    )
  })
})
