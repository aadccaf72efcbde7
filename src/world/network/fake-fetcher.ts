import { isIP } from 'node:net'
import { hostOf, isLocalName, isPublicAddress } from './addresses.ts'
import { FetchFailure, privateNetwork, unknownName } from './fetch-failure.ts'
import { type FetchAnswer, fetcherOver } from './fetch-rules.ts'
import type { Fetcher } from './fetcher.ts'

export type FakeRequest = { method: string; url: string; headers: Record<string, string>; body: string }
export type FakePage = string | Buffer | FetchFailure | FakeAnswer
export type FakeAnswer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
export type FakePages = Record<string, FakePage | ((request: FakeRequest) => FakePage | Promise<FakePage>)>

/**
 * An internet of the given pages, for tests. Another path of a known host is a 404, another host is not known,
 * private addresses are refused. A page that is a FetchFailure is thrown.
 */
export function fakeFetcher(pages: FakePages): Fetcher {
  const known = new Map(Object.entries(pages).map(([url, page]) => [new URL(url).href, page]))
  const hosts = new Set([...known.keys()].map((url) => new URL(url).host))
  return fetcherOver(async ({ url, method, headers, body = '' }) => {
    const host = hostOf(url)
    if (isLocalName(host) || (isIP(host) && !isPublicAddress(host))) throw privateNetwork(url)
    if (!hosts.has(url.host)) throw unknownName(url)
    const found = known.get(url.href) ?? { status: 404 }
    const request = { method, url: url.href, headers, body: body.toString() }
    const page = typeof found === 'function' ? await found(request) : found
    if (page instanceof FetchFailure) throw page
    return fakeAnswer(page, method)
  })
}

function fakeAnswer(page: Exclude<FakePage, FetchFailure>, method: string): FetchAnswer {
  const answer: FakeAnswer = typeof page === 'string' || Buffer.isBuffer(page) ? { body: page } : page
  const { status = 200, headers = {}, body = '' } = answer
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    status,
    headers: Object.fromEntries(lowered),
    body: method === 'HEAD' ? [] : [Buffer.from(body)],
    discard: () => {},
  }
}
