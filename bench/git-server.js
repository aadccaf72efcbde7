// A Git server for the bench: `git http-backend` behind node:http, on this machine only, in a process of its own, so that
// the bench's own work does not slow it down.
import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [root] = process.argv.slice(2)
const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')

const server = createServer((request, response) => {
  const [path, query = ''] = request.url.split('?')
  const child = spawn(backend, {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      REMOTE_USER: 'bench',
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  let head = ''
  child.stdout.on('data', function readHead(chunk) {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    child.stdout.off('data', readHead)
    const fields = head
      .slice(0, end)
      .split('\r\n')
      .map((line) => line.split(/: */, 2))
    for (const [name, value] of fields) if (name !== 'Status') response.setHeader(name, value)
    response.writeHead(Number.parseInt(fields.find(([name]) => name === 'Status')?.[1] ?? '200', 10))
    response.write(Buffer.from(head.slice(end + 4), 'latin1'))
    child.stdout.pipe(response)
  })
  child.on('close', () => response.end())
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
