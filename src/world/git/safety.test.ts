// Where git may go, what it may run, and what it may tell.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type GitServer, openGitServer } from '../../../test/counterparts/git-server.ts'
import { type GitCache, GitFailure, type GitRemote, type GitSettings, readGitUrl, systemGit } from './git.ts'
import { isBranchRef } from './url.ts'

/** Only so that a hang ends. */
const PATIENCE = { timeout: 60_000 }

let server: GitServer
let folder: string
let first: string
const opened: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-git-safety-'))
  server = await openGitServer()
  await server.createRepository('docs')
  first = await server.commitFiles('docs', 'main', { 'README.md': '# Hello\n', 'large.md': 'x'.repeat(1000) })
})
afterEach(() => {
  server.accept()
  for (const one of opened.splice(0)) one.close()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const git = (settings: Partial<GitSettings> = {}) =>
  systemGit({ folder, allowPrivateNetwork: true, allowLocalPaths: false, ...settings })
let counter = 0
const open = (settings: Partial<GitSettings> = {}) => git(settings).open(`cache ${++counter}`)
const placeOf = (name: string) => join(folder, createHash('sha256').update(name).digest('hex'))
const docs = (changes: Partial<GitRemote> = {}): GitRemote => ({
  ...{ url: server.url('docs'), ref: 'refs/heads/main', credentials: server.credentials, ...changes },
})

async function failureOf(doing: Promise<unknown> | (() => unknown)) {
  const error = await Promise.resolve(doing)
    .then((work) => (typeof work === 'function' ? work() : undefined))
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  if (!(error instanceof GitFailure)) throw new Error('This should have been a GitFailure', { cause: error })
  return error
}

const fetchFailure = async (remote: GitRemote, settings?: Partial<GitSettings>) =>
  failureOf((await open(settings)).fetch(remote))

async function someCommit(cache: GitCache) {
  await cache.fetch(docs())
  const changes = [{ path: 'new.md', content: Buffer.from('new') }]
  const author = { name: 'A writer', email: 'writer@example.org' }
  return cache.commit({ parent: first, changes, message: 'New', author, at: new Date(0) })
}

describe('failures', () => {
  it('say what to do about credentials', async () => {
    const wrong = await fetchFailure(docs({ credentials: { username: 'writer', password: 'opensesame' } }))
    expect(wrong).toMatchObject({ code: 'authentication', message: expect.stringContaining('rejects these') })
    expect(wrong.message).not.toContain('opensesame')
    const none = await fetchFailure(docs({ credentials: undefined }))
    expect(none).toMatchObject({
      code: 'authentication',
      message: expect.stringContaining('requires credentials'),
    })
    await server.refuse('expired')
    expect(await fetchFailure(docs())).toMatchObject({
      code: 'authentication',
      message: expect.stringContaining('expired'),
    })
    await server.refuse(403)
    expect(await fetchFailure(docs())).toMatchObject({ code: 'authentication' })
  })

  it('tell an unknown repository from a server in trouble', async () => {
    expect(await fetchFailure(docs({ url: server.url('unknown') }))).toMatchObject({ code: 'not-found' })
    await server.refuse(503)
    expect(await fetchFailure(docs())).toMatchObject({ code: 'unreachable' })
    const free = createServer()
    await once(free.listen(0, '127.0.0.1'), 'listening')
    const { port } = free.address() as { port: number }
    await new Promise((done) => free.close(done))
    expect(await fetchFailure(docs({ url: `http://127.0.0.1:${port}/x.git` }))).toMatchObject({
      ...{ code: 'unreachable', message: expect.stringContaining('cannot be reached') },
    })
    const web = await listen(
      createServer((_, response) => response.end('<html>')),
      '127.0.0.1',
    )
    expect(await fetchFailure(docs({ url: `http://127.0.0.1:${web}/x.git` }))).toMatchObject({
      code: 'not-found',
    })
  })

  it('pass on why a protected branch declines, without the credentials', async () => {
    await server.createRepository('guarded')
    await server.commitFiles('guarded', 'main', { 'README.md': '# Hello\n' })
    const cache = await open()
    const { commit } = await someCommit(cache)
    const remote = docs({ url: server.url('guarded'), ref: 'refs/heads/new' })
    await server.refuse('push-protected', `GL-1: open a request, ${server.credentials.password} will not do`)
    const failure = await failureOf(cache.push(remote, commit, null))
    expect(failure).toMatchObject({
      code: 'protected',
      message: expect.stringContaining('GL-1: open a request, ***'),
    })
    await rm(join(server.folderOf('guarded'), 'hooks'), { recursive: true })
    await rm(join(server.folderOf('docs'), 'hooks'), { recursive: true })
    await server.refuse('expired')
    expect(await failureOf(cache.push(remote, commit, null))).toMatchObject({ code: 'authentication' })
  })
})

async function listen(one: Server, address: string, port = 0) {
  opened.push(one)
  await once(one.listen(port, address), 'listening')
  return (one.address() as { port: number }).port
}

describe('where git connects', () => {
  it('is the address that was judged, whatever the name means elsewhere', async () => {
    const real = await openGitServer({ address: '127.0.0.2' })
    try {
      await real.createRepository('docs')
      const commit = await real.commitFiles('docs', 'main', { 'a.md': 'a' })
      let decoyed = 0
      const decoy = createServer((_, response) => response.writeHead(404, { asked: ++decoyed }).end())
      await listen(decoy, '127.0.0.1', real.port)
      const resolve = async () => ['127.0.0.2']
      for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'docs.test']) {
        const cache = await open({ resolve })
        const remote = docs({ url: `http://${host}:${real.port}/docs.git`, credentials: real.credentials })
        expect(await cache.fetch(remote)).toEqual({ commit })
      }
      expect(decoyed).toBe(0)
    } finally {
      await real.close()
    }
  })

  it('is never where a redirect points', async () => {
    let asked = 0
    const other = await listen(
      createServer((_, response) => response.writeHead(404, { asked: ++asked }).end()),
      '127.0.0.1',
    )
    await server.refuse('redirect', `http://127.0.0.1:${other}`)
    expect(await fetchFailure(docs())).toMatchObject({ message: expect.stringContaining('redirects') })
    expect(asked).toBe(0)
  })

  it('is no private network unless that is allowed', async () => {
    const before = server.requests.length
    const settings = { allowPrivateNetwork: false, resolve: async () => ['93.184.215.14', '10.0.0.7'] }
    const port = new URL(server.url('docs')).port
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0x7f.1',
      '2130706433',
      'docs.test',
      '169.254.169.254',
    ]) {
      const failure = await fetchFailure(docs({ url: `http://${host}:${port}/docs.git` }), settings)
      expect(failure.code).toBe('forbidden-address')
      expect(failure.message).not.toContain('10.0.0.7')
    }
    expect(
      await fetchFailure(docs({ url: 'git@docs.test:docs.git' }), { ...settings, sshKeyFile: '/key' }),
    ).toMatchObject({
      code: 'forbidden-address',
    })
    expect(server.requests.length).toBe(before)
  })

  it('is nowhere for a name that nobody knows', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await fetchFailure(docs({ url: 'http://nowhere.test/x.git' }), { resolve })).toMatchObject({
      ...{ code: 'unreachable', message: expect.stringContaining('unknown host') },
    })
  })
})

describe('addresses', () => {
  const rules = { allowLocalPaths: false }

  it('are taken apart', () => {
    const token = readGitUrl('https://to%40ken:p%3Ass@Example.ORG:443/team/docs.git#x', rules)
    expect(token).toEqual({
      url: 'https://example.org/team/docs.git',
      credentials: { username: 'to@ken', password: 'p:ss' },
    })
    expect(readGitUrl('http://example.org./a b.git', rules)).toEqual({ url: 'http://example.org/a%20b.git' })
    const withKey = { ...rules, sshKeyFile: '/key' }
    expect(readGitUrl('git@Example.org:team/docs.git', withKey).url).toBe('git@example.org:team/docs.git')
    expect(readGitUrl('ssh://git@example.org:2222/~me/docs.git', withKey).url).toBe(
      'ssh://git@example.org:2222/~me/docs.git',
    )
    expect(readGitUrl('/srv/my docs.git', { allowLocalPaths: true }).url).toBe('file:///srv/my%20docs.git')
  })

  it.each([
    ...[
      'ext::sh -c id',
      'EXT::sh',
      'fd::3',
      'https::http://x/y',
      '--upload-pack=id',
      '-oProxyCommand=id',
      '',
    ],
    ...[
      'file:///etc',
      '/etc',
      './docs',
      '../docs',
      'docs',
      'git://example.org/x',
      'ftp://example.org/x',
      'javascript:x',
    ],
    ...[
      'ssh://git@example.org/x',
      'git@example.org:x',
      'https://',
      'https://a:b:c@/x',
      'http://exa mple.org/x',
    ],
    ...[
      'https://example.org/x\ny',
      'https://example.org/x%0ay',
      'https://exam\u0000ple.org/',
      'https://a%3Ab@example.org/x',
    ],
  ])('that are not allowed are refused: %j', async (url) => {
    const failure = await failureOf(() => readGitUrl(url, rules))
    expect(failure.code).toBe('bad-url')
    expect(await fetchFailure(docs({ url }))).toMatchObject({ code: 'bad-url' })
  })

  it.each([
    ...[
      'ssh://-oProxyCommand=id/x',
      'ssh://git@-oProxyCommand=id/x',
      '-x@example.org:y',
      'a b@example.org:x',
    ],
    ...[
      'git@exam$(id)ple.org:x',
      'git@example.org:-x',
      'ssh://git:word@example.org/x',
      'git@example.org:x\u007f',
    ],
  ])('of ssh that could be options or commands are refused: %j', async (url) => {
    expect(await failureOf(() => readGitUrl(url, { ...rules, sshKeyFile: '/key' }))).toMatchObject({
      code: 'bad-url',
    })
  })

  it('read twice are the same, and failures never repeat them', () => {
    const settings = { allowLocalPaths: true, sshKeyFile: '/key' }
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true }),
          fc.string(),
          fc.string().map((text) => `https://s3cret:w0rd@${text}`),
        ),
        (text) => {
          try {
            const { url } = readGitUrl(text, settings)
            expect(readGitUrl(url, settings)).toEqual({ url })
            expect(url).not.toContain('s3cret')
          } catch (error) {
            expect(error).toBeInstanceOf(GitFailure)
            expect(String(error)).not.toMatch(/s3cret|w0rd/)
          }
        },
      ),
    )
  })

  it('name branches that Git allows', async () => {
    const odd = fc.constantFrom(
      '..',
      '.lock',
      '@{',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      '\\',
      ' ',
      '//',
      '/',
      '.',
      '-',
      '@',
      '\u0007',
      'ü',
      'a',
    )
    const name = fc.array(odd, { minLength: 1, maxLength: 6 }).map((parts) => `refs/heads/${parts.join('')}`)
    fc.assert(
      fc.property(name, (ref) => {
        expect(isBranchRef(ref)).toBe(isAllowedByGit(ref) && !ref.startsWith('refs/heads/-'))
      }),
      { numRuns: 150 },
    )
    for (const ref of [
      'main',
      'refs/tags/v1',
      'refs/heads/',
      '--all',
      'refs/heads/-x',
      'refs/heads/a:refs/heads/b',
      '+refs/heads/a',
    ])
      expect(await fetchFailure(docs({ ref }))).toMatchObject({ code: 'bad-ref' })
  })

  function isAllowedByGit(ref: string) {
    try {
      execFileSync('git', ['check-ref-format', ref])
      return true
    } catch {
      return false
    }
  }
})

describe('folders of this machine', () => {
  it('are read and written where that is allowed, but not our own', async () => {
    const cache = await open({ allowLocalPaths: true })
    const remote = { url: server.folderOf('docs'), ref: 'refs/heads/main' }
    expect(await cache.fetch(remote)).toEqual({ commit: first })
    const { commit } = await someCommit(cache)
    await cache.push({ ...remote, ref: 'refs/heads/local' }, commit, null)
    expect(await server.readCommit('docs', 'local')).toBe(commit)
    expect(await failureOf(cache.fetch({ ...remote, url: placeOf(`cache ${counter}`) }))).toMatchObject({
      code: 'forbidden-address',
    })
    const missing = await failureOf(cache.fetch({ ...remote, url: join(folder, '..', 'not-there') }))
    expect(missing.code).toBe('not-found')
    expect(missing.message).not.toContain(tmpdir())
  })
})

describe('ssh', () => {
  it('goes to the judged address, with our key and nothing else', async () => {
    const bin = await mkdtemp(join(folder, 'b in-'))
    const key = join(bin, "the 'key'")
    const log = join(bin, 'log')
    // What ssh would do, without the network: note how it was called, and run the command of the other side.
    const ssh = `#!/bin/sh\nprintf '%s\\n' "$@" >> '${log}'\nfor last; do :; done\nexec sh -c "$last"\n`
    await writeFile(join(bin, 'ssh'), ssh)
    await chmod(join(bin, 'ssh'), 0o755)
    const settings = { sshKeyFile: key, path: `${bin}:/usr/bin:/bin`, resolve: async () => ['127.0.0.9'] }
    const cache = await open(settings)
    const remote = { url: `ssh://git@docs.test:2222${server.folderOf('docs')}`, ref: 'refs/heads/main' }
    expect(await cache.fetch(remote)).toEqual({ commit: first })
    const called = (await readFile(log, 'utf8')).split('\n')
    expect(called).toEqual(
      expect.arrayContaining(['-i', key, 'HostName=127.0.0.9', 'HostKeyAlias=[docs.test]:2222']),
    )
    expect(called).toEqual(
      expect.arrayContaining(['IdentitiesOnly=yes', 'BatchMode=yes', 'ProxyCommand=none', '-p', '2222']),
    )
    expect(called).toEqual(expect.arrayContaining(['StrictHostKeyChecking=accept-new', 'git@docs.test']))
  })
})

describe('what lies in a cache', () => {
  it('runs no hook and obeys no settings', async () => {
    const name = 'hostile'
    const cache = await git().open(name)
    const proof = join(folder, 'proof')
    const hook = `#!/bin/sh\ntouch '${proof}'\n`
    await mkdir(join(placeOf(name), 'hooks'), { recursive: true })
    for (const one of ['reference-transaction', 'pre-push', 'post-update', 'pre-auto-gc', 'post-rewrite']) {
      await writeFile(join(placeOf(name), 'hooks', one), hook)
      await chmod(join(placeOf(name), 'hooks', one), 0o755)
    }
    const program = join(folder, 'program')
    await writeFile(program, hook)
    await chmod(program, 0o755)
    const hostile = `[core]\n\tbare = true\n\thooksPath = ${join(placeOf(name), 'hooks')}\n\tfsmonitor = ${program}
\tsshCommand = ${program}\n\taskPass = ${program}\n[credential]\n\thelper = ${program}
[http "${new URL(server.url('docs')).origin}"]\n\tproxy = http://127.0.0.1:9\n[diff]\n\texternal = ${program}
[url "http://127.0.0.1:9/"]\n\tinsteadOf = http://\n`
    await writeFile(join(placeOf(name), 'config'), hostile)
    const { commit } = await someCommit(cache)
    await writeFile(join(placeOf(name), 'config'), hostile)
    await cache.push(docs({ ref: 'refs/heads/from-hostile' }), commit, null)
    await writeFile(join(placeOf(name), 'config'), hostile)
    await failureOf(cache.fetch(docs({ credentials: undefined, ref: 'refs/heads/from-hostile' })))
    await cache.arrivals(first, commit)
    await expect(stat(proof)).rejects.toThrow('ENOENT')
  })

  it.each([
    ...['.git', '.GIT', '.Git', '..', '.', 'git~1', '.git ', '.g\u200cit', '.git::$INDEX_ALLOCATION'],
  ])('is refused when a tree holds %j', async (part) => {
    const cache = await open()
    const branch = `odd-${++counter}`
    const blob = (await server.git('docs', 'rev-parse', `${first}:README.md`)).trim()
    const inner = (await server.gitWith('docs', `100644 blob ${blob}\tconfig\0`, 'mktree', '-z')).trim()
    const tree = (await server.gitWith('docs', `040000 tree ${inner}\t${part}\0`, 'mktree', '-z')).trim()
    const commit = (await server.git('docs', 'commit-tree', '-m', 'odd', tree)).trim()
    await server.git('docs', 'update-ref', `refs/heads/${branch}`, commit)
    await cache.fetch(docs({ ref: `refs/heads/${branch}` }))
    expect(await failureOf(cache.list(commit))).toMatchObject({ code: 'unsafe-path' })
    await server.git('docs', 'update-ref', '-d', `refs/heads/${branch}`)
  })
})

describe('processes', () => {
  it('end at the time limit with all they started', async () => {
    const cache = await open({ limits: { milliseconds: 4_000 } })
    await server.refuse('silence')
    const fetching = failureOf(cache.fetch(docs()))
    const isAsking = async () => expect((await processesAt(server.url('docs'))).length).toBeGreaterThan(1)
    await vi.waitFor(isAsking, PATIENCE)
    expect(await fetching).toMatchObject({ code: 'timeout' })
    await vi.waitFor(async () => expect(await processesAt(server.url('docs'))).toEqual([]), PATIENCE)
    server.accept()
    expect(await cache.fetch(docs())).toEqual({ commit: first })
  })

  it('show no credentials: not to who lists processes, not in files, not in failures', async () => {
    const { username, password } = server.credentials
    const secrets = [
      password,
      encodeURIComponent(password),
      Buffer.from(`${username}:${password}`).toString('base64'),
    ]
    const cache = await open({ limits: { milliseconds: 4_000 } })
    const { commit } = await someCommit(cache)
    await server.refuse('silence')
    const before = server.requests.length
    const pushing = failureOf(cache.push(docs({ ref: 'refs/heads/shown' }), commit, null))
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(before), PATIENCE)
    const shown = (await processesAt(server.url('docs'))).join('\n')
    expect(shown).toContain(server.url('docs'))
    const failures = [(await pushing).message]
    await server.refuse('expired')
    failures.push((await failureOf(cache.fetch(docs()))).message)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const contents = files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
    for (const text of [shown, ...failures, ...(await Promise.all(contents))])
      for (const secret of secrets) expect(text).not.toContain(secret)
  })

  /** The command lines of what talks to an address, as anybody may see them. */
  async function processesAt(url: string) {
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
    const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''))
    return (await Promise.all(lines))
      .filter((line) => line.includes(url))
      .map((line) => line.replaceAll('\0', ' '))
  }
})

describe('a missing git', () => {
  it('is told', async () => {
    expect(await failureOf(git({ path: folder }).open('x'))).toMatchObject({ code: 'no-git' })
    const old = await mkdtemp(join(folder, 'old-'))
    await writeFile(join(old, 'git'), '#!/bin/sh\necho git version 2.30.1\n')
    await chmod(join(old, 'git'), 0o755)
    expect(await failureOf(git({ path: `${old}:/usr/bin:/bin` }).open('x'))).toMatchObject({ code: 'no-git' })
  })
})
