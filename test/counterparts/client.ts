import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
type Headers = Record<string, string>

/** JSON as a test reads it: the shape is checked elsewhere, so that tests stay short. */
// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their declared shape in shapes.ts
export type Answer = any

/** Talks to the app as one person. The last argument is the expected status: a wrong one fails with the answer. */
export function clientFor(app: FastifyInstance, token?: string) {
  async function send(method: Method, url: string, body?: unknown, headers: Headers = {}) {
    return app.inject({
      method,
      url,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
  }

  async function expectStatus(
    response: LightMyRequestResponse,
    status: number,
    call: string,
  ): Promise<Answer> {
    if (response.statusCode !== status) {
      throw new Error(`${call} answered ${response.statusCode} instead of ${status}: ${response.body}`)
    }
    return response.body === '' ? undefined : response.json()
  }

  return {
    /** The whole response, whatever its status. */
    send,
    get: async (url: string, status = 200) => expectStatus(await send('GET', url), status, `GET ${url}`),
    post: async (url: string, body?: unknown, status = 200) =>
      expectStatus(await send('POST', url, body), status, `POST ${url}`),
    put: async (url: string, body?: unknown, status = 200) =>
      expectStatus(await send('PUT', url, body), status, `PUT ${url}`),
    patch: async (url: string, body?: unknown, status = 200) =>
      expectStatus(await send('PATCH', url, body), status, `PATCH ${url}`),
    delete: async (url: string, status: number) =>
      expectStatus(await send('DELETE', url), status, `DELETE ${url}`),
  }
}
