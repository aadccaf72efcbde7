// A real Git server for tests: `git http-backend` behind basic auth, on this machine only.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Content by path; null deletes. A path in a folder makes the folder. */
export type Files = Record<string, string | Buffer | null>
export type GitServer = Awaited<ReturnType<typeof openGitServer>>

type Answer = { status: number; headers?: Record<string, string> }

export async function openGitServer({
  username = 'writer',
  password = 'pass word/7',
  address = '127.0.0.1',
} = {}) {
  const root = await mkdtemp(join(tmpdir(), 'quire-git-server-'))
  const backend = join((await run('git', ['--exec-path'])).stdout.trim(), 'git-http-backend')
  const empty = join(root, 'empty')
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', '--', empty])
  await appendFile(join(empty, 'config'), '[http]\n\treceivepack = true\n')
  const requests: { method: string; url: string; authorization?: string }[] = []
  const accepted = { username, password }
  let instead: ((url: string) => Answer | 'silence' | undefined) | undefined

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, authorization: headers.authorization })
    const other = instead?.(url)
    if (other === 'silence') return
    if (other) return response.writeHead(other.status, other.headers).end()
    const expected = `Basic ${Buffer.from(`${accepted.username}:${accepted.password}`).toString('base64')}`
    if (headers.authorization !== expected)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    serve(backend, root, request, response)
  }

  const server = createServer(answer)
  await once(server.listen(0, address), 'listening')
  const { port } = server.address() as AddressInfo
  const folderOf = (name: string) => join(root, `${name}.git`)
  const git = (name: string, ...args: string[]) => gitIn(folderOf(name), args)

  return {
    port,
    /** What was asked, to prove what was not. */
    requests,
    /** The folder of a bare repository; for tests that prepare what no client would send. */
    folderOf,
    git,
    gitWith: (name: string, input: Buffer | string, ...args: string[]) => gitIn(folderOf(name), args, input),
    url: (name: string, host = `${address}:${port}`) => `http://${host}/${name}.git`,
    urlWithCredentials: (name: string) =>
      `http://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${address}:${port}/${name}.git`,
    credentials: { username, password },
    async createRepository(name: string) {
      await cp(empty, folderOf(name), { recursive: true })
    },
    /** A commit on top of a branch, by Git itself. */
    async commitFiles(name: string, branch: string, files: Files, message = 'Change files') {
      return commitFiles(folderOf(name), branch, files, message)
    },
    /** Paths and contents of a branch; links and submodules by mode and id. */
    readTree: (name: string, branch: string) => readTree(folderOf(name), branch),
    async readCommit(name: string, branch: string) {
      const commit = await readRef(folderOf(name), `refs/heads/${branch}`)
      if (commit === '') throw new Error(`There is no branch ${branch} in ${name}`)
      return commit
    },
    /** From now on: pushes declined by a hook, credentials that no longer hold, answers of another kind. */
    async refuse(kind: 'push-protected' | 'expired' | 'redirect' | 'silence' | number, detail = '') {
      if (kind === 'push-protected') return declinePushes(root, detail)
      if (kind === 'expired') accepted.password = `${password} of today`
      else if (kind === 'silence') instead = () => 'silence'
      else if (kind === 'redirect')
        instead = (url) => ({ status: 302, headers: { location: `${detail}${url}` } })
      else instead = () => ({ status: kind })
    },
    accept() {
      accepted.password = password
      instead = undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(root, { recursive: true, force: true })
    },
  }

  async function declinePushes(folder: string, words: string) {
    const hook = `#!/bin/sh\necho "${words || 'The branch is protected: open a pull request'}" >&2\nexit 1\n`
    const { stdout } = await run('find', [folder, '-maxdepth', '1', '-name', '*.git'])
    for (const repository of stdout.split('\n').filter(Boolean)) {
      await writeFile(join(repository, 'hooks', 'pre-receive'), hook)
      await chmod(join(repository, 'hooks', 'pre-receive'), 0o755)
    }
  }
}

function serve(backend: string, root: string, request: IncomingMessage, response: ServerResponse) {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const { headers } = request
  const child = spawn(backend, {
    env: {
      ...GIT_ENVIRONMENT,
      ...{ GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'writer' },
      ...{ REQUEST_METHOD: request.method, PATH_INFO: decodeURIComponent(path), QUERY_STRING: query },
      ...{ CONTENT_TYPE: headers['content-type'] },
      ...{ CONTENT_LENGTH: headers['content-length'], HTTP_CONTENT_ENCODING: headers['content-encoding'] },
      ...{ GIT_PROTOCOL: String(headers['git-protocol'] ?? '') },
    },
  })
  // A client that is killed leaves both ends of the pipe.
  for (const stream of [child.stdin, child.stdout, response, request]) stream.on('error', () => child.kill())
  child.stderr.resume()
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    child.stdout.off('data', readHead)
    const fields = head
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(/: */, 2))
    const status = fields.find(([name]) => name?.toLowerCase() === 'status')?.[1]
    for (const [name = '', value = ''] of fields)
      if (name.toLowerCase() !== 'status') response.setHeader(name, value)
    response.writeHead(Number.parseInt(status ?? '200', 10))
    response.write(head.subarray(end + 4))
    child.stdout.pipe(response)
  }
  child.stdout.on('data', readHead)
  child.on('close', () => response.end())
}

const PERSON = ['-c', 'user.name=A writer', '-c', 'user.email=writer@example.org']

// Nothing here outlives the run, so nothing need reach the disk.
const GIT_ENVIRONMENT = {
  ...{ PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsync', GIT_CONFIG_VALUE_0: 'none' },
}

async function gitIn(folder: string, args: string[], input?: Buffer | string) {
  return String(await bytesFromGit(folder, args, input))
}

async function bytesFromGit(folder: string, args: string[], input?: Buffer | string) {
  const child = spawn('git', [...PERSON, ...args], {
    env: { ...GIT_ENVIRONMENT, GIT_DIR: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => errors.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${Buffer.concat(errors)}`)
  return Buffer.concat(output)
}

/** In one process, however many files there are. */
async function commitFiles(folder: string, branch: string, files: Files, message: string) {
  const ref = `refs/heads/${branch}`
  const now = `A writer <writer@example.org> ${Math.floor(Date.now() / 1000)} +0000`
  const parent = await readRef(folder, ref)
  const parts = [`commit ${ref}\nauthor ${now}\ncommitter ${now}\n`, ...data(message)]
  if (parent !== '') parts.push(`from ${parent}\n`)
  for (const [path, content] of Object.entries(files)) {
    if (content === null) parts.push(`D ${JSON.stringify(path)}\n`)
    else parts.push(`M 100644 inline ${JSON.stringify(path)}\n`, ...data(content))
  }
  await gitIn(folder, ['fast-import', '--quiet'], Buffer.concat(parts.map((part) => Buffer.from(part))))
  return readRef(folder, ref)
}

/** The commit of a ref, or nothing. It has a file of its own unless Git has packed it; a process would take longer. */
export async function readRef(folder: string, ref: string) {
  const alone = await readFile(join(folder, ref), 'utf8').catch(() => '')
  if (/^[0-9a-f]{40,64}\n$/.test(alone)) return alone.trim()
  if (alone === '' && !existsSync(join(folder, 'packed-refs'))) return ''
  const found = await gitIn(folder, ['rev-parse', '--verify', '--quiet', ref]).catch(() => '')
  return found.trim()
}

function data(content: string | Buffer): (string | Buffer)[] {
  return [`data ${Buffer.byteLength(content)}\n`, content, '\n']
}

async function readTree(folder: string, branch: string) {
  const listed = await gitIn(folder, ['ls-tree', '-r', '-z', `refs/heads/${branch}`])
  const entries = listed
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [head = '', path = ''] = line.split('\t')
      const [mode = '', , oid = ''] = head.split(' ')
      return { path, mode, oid }
    })
  const isFile = ({ mode }: { mode: string }) => mode.startsWith('100')
  const contents = await readBlobs(
    folder,
    entries.filter(isFile).map(({ oid }) => oid),
  )
  return Object.fromEntries(
    entries.map((entry) => [
      entry.path,
      isFile(entry) ? String(contents.shift()) : `${entry.mode} ${entry.oid}`,
    ]),
  )
}

/** In the order in which they were asked for, by one process. */
async function readBlobs(folder: string, oids: string[]) {
  const answer = await bytesFromGit(folder, ['cat-file', '--batch'], oids.map((oid) => `${oid}\n`).join(''))
  const blobs: Buffer[] = []
  for (let at = 0; at < answer.length; ) {
    const begin = answer.indexOf('\n', at) + 1
    const end = begin + Number(answer.toString('latin1', at, begin).trim().split(' ')[2])
    blobs.push(answer.subarray(begin, end))
    at = end + 1
  }
  return blobs
}
