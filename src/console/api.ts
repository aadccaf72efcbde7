// The console's own way to the operations: the request of a person's page asks as that person, through the same door as
// everything else under /o/v1. So whatever a page shows or does, a script can read or do.
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { Span } from '../world/tracing/tracing.ts'

export type Api = {
  get<T>(path: string, query?: Query): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  put<T>(path: string, body?: object): Promise<T>
  patch<T>(path: string, body: object): Promise<T>
  delete(path: string): Promise<void>
  /** Sends bytes to the address that an operation gave. */
  upload(address: string, type: string, bytes: Uint8Array): Promise<void>
}

type Query = Record<string, string | number | boolean | undefined>

/** An operation that refused: its status, and its message for people. */
export class Refused extends Error {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Whatever is not there for this person. */
export const missing = () => new Refused(404, 'Not found', {})

type TracedRequest = FastifyRequest & { span?: Span | null }

export function openApi(server: FastifyInstance, request: TracedRequest, origin: URL): Api {
  async function send<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const answer = await server.inject({
      method,
      url: `/o/v1${path}`,
      remoteAddress: request.ip,
      headers: {
        cookie: request.headers.cookie ?? '',
        'user-agent': request.headers['user-agent'] ?? '',
        host: origin.host,
        origin: origin.origin,
        'sec-fetch-site': 'same-origin',
        'x-quire-console': 'page',
        ...(request.span && { traceparent: request.span.traceparent }),
      },
      ...(body && { payload: body }),
    })
    refuseUnlessDone(answer)
    return (answer.body === '' ? undefined : answer.json()) as T
  }
  return {
    get: (path, query = {}) => send('GET', `${path}${searchOf(query)}`),
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body = {}) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    async upload(address, type, bytes) {
      const { pathname, search } = new URL(address)
      const headers = { 'content-type': type, host: origin.host }
      const answer = await server.inject({
        method: 'PUT',
        url: pathname + search,
        headers,
        payload: Buffer.from(bytes),
      })
      refuseUnlessDone(answer)
    },
  }
}

function refuseUnlessDone(answer: LightMyRequestResponse) {
  const { statusCode, statusMessage, body } = answer
  if (statusCode < 400) return
  const { message = statusMessage, details = {} } = body === '' ? {} : (answer.json().error ?? {})
  throw new Refused(statusCode, message, details)
}

function searchOf(query: Query) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** A list of the API, as far as a page shows it. */
export type List<T> = { items: T[]; count?: number; next?: { page: string } }
