// A real Git server for tests: `git http-backend` behind basic auth, on this machine only.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
      await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', '--', folderOf(name)])
      await git(name, 'config', 'http.receivepack', 'true')
    },
    /** A commit on top of a branch, by Git itself. */
    async commitFiles(name: string, branch: string, files: Files, message = 'Change files') {
      return commitFiles(folderOf(name), branch, files, message)
    },
    /** Paths and contents of a branch; links and submodules by mode and id. */
    readTree: (name: string, branch: string) => readTree(folderOf(name), branch),
    readCommit: async (name: string, branch: string) =>
      (await git(name, 'rev-parse', `refs/heads/${branch}`)).trim(),
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
      ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'writer' },
      ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', REQUEST_METHOD: request.method },
      ...{ PATH_INFO: decodeURIComponent(path), QUERY_STRING: query, CONTENT_TYPE: headers['content-type'] },
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

async function gitIn(folder: string, args: string[], input?: Buffer | string, environment = {}) {
  const child = spawn('git', [...PERSON, ...args], {
    env: { PATH: process.env.PATH, GIT_DIR: folder, GIT_CONFIG_GLOBAL: '/dev/null', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => errors.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${Buffer.concat(errors)}`)
  return Buffer.concat(output).toString()
}

async function commitFiles(folder: string, branch: string, files: Files, message: string) {
  const index = { GIT_INDEX_FILE: join(folder, `index-${process.hrtime.bigint()}`) }
  const ref = `refs/heads/${branch}`
  const parent = await gitIn(folder, ['rev-parse', '--verify', '--quiet', ref]).then(
    (text) => text.trim(),
    () => undefined,
  )
  if (parent) await gitIn(folder, ['read-tree', parent], '', index)
  const lines: string[] = []
  for (const [path, content] of Object.entries(files)) {
    const oid =
      content === null ? '0'.repeat(40) : await gitIn(folder, ['hash-object', '-w', '--stdin'], content)
    lines.push(`${content === null ? '0' : '100644'} ${oid.trim()}\t${path}\0`)
  }
  await gitIn(folder, ['update-index', '-z', '--add', '--index-info'], lines.join(''), index)
  const tree = (await gitIn(folder, ['write-tree'], '', index)).trim()
  await rm(index.GIT_INDEX_FILE, { force: true })
  const above = parent ? ['-p', parent] : []
  const commit = (await gitIn(folder, ['commit-tree', ...above, '-F', '-', tree], message)).trim()
  await gitIn(folder, ['update-ref', ref, commit])
  return commit
}

async function readTree(folder: string, branch: string) {
  const listed = await gitIn(folder, ['ls-tree', '-r', '-z', `refs/heads/${branch}`])
  const files: Record<string, string> = {}
  for (const line of listed.split('\0').filter(Boolean)) {
    const [head = '', path = ''] = line.split('\t')
    const [mode = '', , oid = ''] = head.split(' ')
    files[path] = mode.startsWith('100') ? await gitIn(folder, ['cat-file', 'blob', oid]) : `${mode} ${oid}`
  }
  return files
}
