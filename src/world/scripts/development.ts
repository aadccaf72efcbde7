// A script on the machine of its author, while they work on it: it gets what the published one would get.
import { codeOf, FetchFailure } from '../network/fetch-failure.ts'
import type { Fetcher } from '../network/fetcher.ts'
import { multipart } from './call.ts'
import { ScriptFailed } from './failure.ts'
import type { ScriptAnswer, ScriptRequest } from './scripts.ts'

/** What Cloudflare, through which the public command-line tool is reached, says when the tool has ended. */
const TUNNEL_IS_GONE = 530

/**
 * What it writes stays on that machine. Nothing where nobody listens any more: the public tool ends before it has
 * said that development is over, so its address outlives it.
 */
export async function callDeveloper(
  fetcher: Fetcher,
  address: string,
  request: ScriptRequest,
): Promise<ScriptAnswer | undefined> {
  const { bytes, type } = multipart(request)
  const answer = await fetcher
    .fetch(new URL('/v1', address).href, {
      method: 'POST',
      headers: { 'content-type': type },
      body: bytes,
      timeout: 30_000,
      maxRedirects: 0,
    })
    .catch((error) => {
      if (!(error instanceof FetchFailure)) throw error
      if (isAway(error)) return
      throw new ScriptFailed('crashed', `The script in development did not answer: ${error.message}`)
    })
  if (!answer || answer.status === TUNNEL_IS_GONE) return
  const finished = Promise.resolve({ logs: [] })
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    body: answer.body,
    logs: [],
    finished,
  }
}

/** It has not got the request, so another may. */
function isAway({ cause }: FetchFailure) {
  return /^(ENOTFOUND|ENODATA|ECONNREFUSED)$/.test(codeOf(cause))
}
