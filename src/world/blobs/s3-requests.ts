import * as http from 'node:http'
import * as https from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { codeOf } from '../network/fetch-failure.ts'
import type { S3Location } from './location.ts'
import { BlobFailure } from './rules.ts'
import { readErrorCode } from './s3-xml.ts'

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of an object; without one the request is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
}

/** A body is opened anew for each attempt. The hash is SHA-256 in hex. */
export type S3Body = { hash: string; size: number; open(): Uint8Array | AsyncIterable<Uint8Array> }

export type S3Answer = { status: number; headers: http.IncomingHttpHeaders; body: Readable }

/** Signs, sends, tries again. What the answer means is up to the taker; those of a weak moment never get there. */
export type AskS3 = <T>(request: S3Request, take: (answer: S3Answer) => Promise<T>) => Promise<T>

export type Patience = {
  /** Milliseconds in which nothing moves, neither up nor down. */
  timeout?: number
  /** Milliseconds before the second attempt, twice as many before the next. */
  pause?: number
}

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const ATTEMPTS = 4
const PASSING = [408, 429, 500, 502, 503, 504]

/**
 * This does not go through the fetcher: that one guards against addresses that strangers bring, while this endpoint
 * is of the administrator's own configuration and usually in the private network. Redirects are not followed.
 */
export function s3Requests(place: S3Location, { timeout = 15_000, pause = 100 }: Patience = {}): AskS3 {
  const { host, protocol } = new URL(place.endpoint)
  const { Agent, request } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, timeout })
  const client = new AwsClient({
    service: 's3',
    region: place.region,
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey.reveal(),
    sessionToken: place.sessionToken?.reveal(),
  })

  async function prepare({ method, key, query = {}, headers = {}, body }: S3Request) {
    const url = `${place.endpoint}/${place.bucket}${key === undefined ? '' : `/${key}`}${search(query)}`
    const signed = await client.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': body?.hash ?? EMPTY },
    })
    // Only after signing: the proxies of some stores rewrite it, and then the signature is wrong.
    signed.headers.set('accept-encoding', 'identity')
    if (body) signed.headers.set('content-length', String(body.size))
    // Not by the global fetch: in Node 20 it holds on to all chunks of an upload until its end (measured: 400 MB of
    // memory for 400 MB).
    return request(url, { method, headers: Object.fromEntries(signed.headers), agent, timeout })
  }

  async function attempt<T>(request: S3Request, take: (answer: S3Answer) => Promise<T>) {
    const outgoing = await prepare(request)
    try {
      const answer = await exchange(outgoing, timeout, request.body)
      if (PASSING.includes(answer.status)) throw await refusal(answer, host)
      return await take(answer)
    } catch (error) {
      outgoing.destroy()
      throw error instanceof BlobFailure ? error : noAnswer(host, error)
    } finally {
      // A store may answer before it has read everything; the rest of the upload is of no use then.
      if (!outgoing.writableFinished) outgoing.destroy()
    }
  }

  return async (request, take) => {
    for (let wait = pause, left = ATTEMPTS; ; wait *= 2) {
      try {
        return await attempt(request, take)
      } catch (error) {
        left -= 1
        if (left === 0 || !mayPass(error)) throw error
      }
      await sleep(wait * (0.5 + Math.random() / 2))
    }
  }
}

function exchange(outgoing: http.ClientRequest, timeout: number, body?: S3Body) {
  return new Promise<S3Answer>((resolve, reject) => {
    let incoming: http.IncomingMessage | undefined
    outgoing.on('response', (response) => {
      incoming = response
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    outgoing.on('timeout', () => {
      // What arrived waits to be read: it is not the store that is slow.
      if (incoming?.complete) return
      if (incoming && incoming.readableLength > 0) return outgoing.setTimeout(timeout)
      const late = Object.assign(new Error('The connection timed out'), { code: 'ETIMEDOUT' })
      incoming?.destroy(late)
      outgoing.destroy(late)
    })
    outgoing.on('error', reject)
    outgoing.on('close', () => reject(new Error('The server closed the connection')))
    const content = body?.open() ?? Buffer.alloc(0)
    if (content instanceof Uint8Array) outgoing.end(content)
    else pipeline(Readable.from(content), outgoing).catch(reject)
  })
}

/** An answer that is none of those hoped for. Its own message stays out: it repeats what was sent. */
export async function refusal({ status, body }: S3Answer, host: string) {
  const reason = readErrorCode(await text(body))
  const words = `The blob store ${host} answered ${status} ${reason}`.trimEnd()
  return new BlobFailure('BLOB_STORE_ERROR', words, { host, status, reason })
}

function noAnswer(host: string, cause: unknown) {
  const code = codeOf(cause)
  const what =
    code === 'ETIMEDOUT' ? 'did not answer in time' : `gave no answer ${code && `(${code})`}`.trimEnd()
  return new BlobFailure('BLOB_STORE_ERROR', `The blob store ${host} ${what}`, { host }, { cause })
}

function mayPass(error: unknown) {
  if (!(error instanceof BlobFailure)) return false
  return error.details.status === undefined || PASSING.includes(error.details.status)
}

function search(query: Record<string, string>) {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
