// What of S3 is needed, in small. It knows one bucket and one caller, checks the signature of each request by itself,
// wants a content-length, and lists two objects a page.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const KEY = 'AKIDEXAMPLE'
export const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLE'

export type Trouble = () =>
  | undefined
  | 'busy'
  | 'hangs up'
  | 'silent'
  | 'no bucket'
  | 'elsewhere'
  | 'half'
  | 'half, then silent'
type Objects = Map<string, { bytes: Buffer; lastModified: Date }>

export async function startS3(answer: Trouble = () => undefined) {
  const objects: Objects = new Map()
  const server = createServer((request, response) => serve(objects, answer(), request, response))
  const connections = { all: 0, open: 0 }
  server.on('connection', (socket) => {
    connections.all += 1
    connections.open += 1
    socket.on('close', () => {
      connections.open -= 1
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  async function close() {
    server.closeAllConnections()
    server.close()
  }
  const endpoint = `http://${host}`
  const url = (prefix: string) =>
    `s3://${KEY}:${encodeURIComponent(SECRET)}@bucket/${prefix}?endpoint=${endpoint}&region=moon-1`
  return { objects, connections, host, endpoint, url, close }
}

async function serve(
  objects: Objects,
  trouble: ReturnType<Trouble>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // Without reading what is sent: real stores do that as well.
  if (trouble === 'busy') return refuse(response, 503, 'SlowDown')
  if (trouble === 'hangs up') return request.socket.destroy()
  if (trouble === 'silent') return
  if (trouble === 'elsewhere') return response.writeHead(307, { location: 'http://nowhere.test/' }).end()
  const body = await buffer(request)
  if (trouble === 'no bucket') return refuse(response, 404, 'NoSuchBucket')
  if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
  const url = new URL(request.url ?? '', 'http://s3.test')
  const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '')
  if (key === '') return response.end(listing(objects, url.searchParams))
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength')
    objects.set(key, { bytes: body, lastModified: new Date() })
    return response.end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  const object = objects.get(key)
  if (!object) return refuse(response, 404, 'NoSuchKey')
  if (trouble === 'half' || trouble === 'half, then silent') {
    response.writeHead(200, { 'content-length': object.bytes.length }).write(object.bytes.subarray(0, 1000))
    if (trouble === 'half') setTimeout(() => request.socket.destroy(), 20)
    return
  }
  sendObject(object.bytes, request, response)
}

function sendObject(bytes: Buffer, request: IncomingMessage, response: ServerResponse) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  const start = Number(from)
  if (start >= bytes.length) return refuse(response, 416, 'InvalidRange')
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.length - 1)
  const headers = {
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
    'content-length': end - start + 1,
  }
  response.writeHead(206, headers).end(bytes.subarray(start, end + 1))
}

function refuse(response: ServerResponse, status: number, code: string) {
  const body = `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No &amp; no</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length }).end(body)
}

// A token with everything that XML and addresses have to escape.
const TOKEN = '<"after"> & + /%='

function listing(objects: Objects, query: URLSearchParams) {
  const after = query.get('continuation-token')?.replace(TOKEN, '') ?? ''
  const keys = [...objects.keys()]
    .sort()
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = keys.slice(0, 2)
  const contents = page.map(
    (key) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${objects.get(key)?.lastModified.toISOString()}</LastModified>` +
      '<ETag>&#34;x&#34;</ETag><Owner><ID>1</ID></Owner></Contents>',
  )
  const next = `<NextContinuationToken>${escaped(TOKEN + page.at(-1))}</NextContinuationToken>`
  return `<?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>
    <IsTruncated>${keys.length > 2}</IsTruncated>${contents.join('\n')}${keys.length > 2 ? next : ''}
    </ListBucketResult>`
}

function escaped(text: string) {
  return text
    .replace(/[<>&"+]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`)
    .replace('/', '&#47;')
}

/** Version 4 of the signature, counted from what arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/
  const [, key, scope = '', region = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const sha = createHash('sha256').update(body).digest('hex')
  const date = String(headers['x-amz-date'])
  const signed = names.split(';')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (
    key !== KEY ||
    headers['x-amz-content-sha256'] !== sha ||
    !needed.every((name) => signed.includes(name))
  )
    return false
  // Those change on the way through proxies.
  if (signed.includes('accept-encoding') || signed.includes('content-length')) return false
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = [method, path, query.split('&').sort().join('&'), lines, names, sha].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const chain = [date.slice(0, 8), region, 's3', 'aws4_request', text]
  const first: string | Buffer = `AWS4${SECRET}`
  const last = chain.reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    first,
  )
  return Buffer.from(last).toString('hex') === signature
}
