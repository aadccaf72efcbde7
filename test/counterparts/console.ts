// A browser without script: it keeps cookies, follows redirects and sends forms.
import type { FastifyInstance } from 'fastify'

export const HOST = 'http://quire.test'

export type Visit = { status: number; url: string; body: string; headers: Record<string, unknown> }

export function openBrowser(app: FastifyInstance, { address = '198.51.100.1', userAgent = FIREFOX } = {}) {
  const cookies = new Map<string, string>()

  async function send(
    method: 'GET' | 'POST',
    url: string,
    form?: Record<string, string>,
    files?: { payload: Buffer; headers: Record<string, string> },
  ): Promise<Visit> {
    const response = await app.inject({
      method,
      url: url.replace(HOST, ''),
      remoteAddress: address,
      headers: {
        'user-agent': userAgent,
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(form && { origin: HOST, 'content-type': 'application/x-www-form-urlencoded' }),
        ...files?.headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
      ...(files && { payload: files.payload }),
    })
    for (const text of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = String(text).split('; ')
      const [name = '', ...value] = pair.split('=')
      const isOver = attributes.some((one) => /^expires=thu, 01 jan 1970/i.test(one))
      if (isOver) cookies.delete(name)
      else cookies.set(name, value.join('='))
    }
    const { location } = response.headers
    if (response.statusCode >= 300 && response.statusCode < 400 && location)
      return send('GET', String(location))
    return { status: response.statusCode, url, body: response.body, headers: response.headers }
  }

  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, form: Record<string, string>) => send('POST', url, form),
    /** As a form with files. */
    async upload(url: string, files: Record<string, Buffer | File>, headers: Record<string, string> = {}) {
      const form = new FormData()
      for (const [name, file] of Object.entries(files))
        form.append(name, file instanceof File ? file : new File([new Uint8Array(file)], name))
      const body = new Response(form)
      const payload = Buffer.from(await body.arrayBuffer())
      const type = body.headers.get('content-type') ?? ''
      return send('POST', url, undefined, {
        payload,
        headers: { origin: HOST, 'content-type': type, ...headers },
      })
    },
    /** As a form with fields and files. */
    async send(url: string, form: FormData) {
      const body = new Response(form)
      const payload = Buffer.from(await body.arrayBuffer())
      const type = body.headers.get('content-type') ?? ''
      return send('POST', url, undefined, { payload, headers: { origin: HOST, 'content-type': type } })
    },
    signIn: (email: string, password: string, next = '/o') =>
      send('POST', '/o/~sign-in', { email, password, next }),
    /** A page of the console asks an operation. */
    ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      app.inject({
        method,
        url: `/o${path}`,
        remoteAddress: address,
        headers: {
          'x-quire-console': '1',
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && { origin: HOST }),
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        },
        ...(body && { payload: body }),
      }),
  }
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
