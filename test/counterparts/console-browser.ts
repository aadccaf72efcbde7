// A browser that reads pages of the console: it keeps cookies and sends forms as pages of ours do.
import type { FastifyInstance } from 'fastify'

export const ORIGIN = 'http://quire.test'

export type ConsoleBrowser = ReturnType<typeof openConsoleBrowser>

export function openConsoleBrowser(app: FastifyInstance, address = '198.51.100.7') {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  async function send(
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ) {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(jar.size > 0 && { cookie: cookie() }), ...headers },
      remoteAddress: address,
      ...(payload !== undefined && { payload }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jar,
    get: (url: string) => send('GET', url, {}),
    post: (url: string, form: Record<string, string> = {}) =>
      send(
        'POST',
        url,
        { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(form).toString(),
      ),
    /** As our script asks. */
    ask: (url: string, headers: Record<string, string> = { 'x-quire-console': '1' }) =>
      send('POST', url, { origin: ORIGIN, ...headers }),
    isSignedIn: () => jar.has('quire-session'),
  }
}
