// A script on the machine of its author, while they work on it: it gets what the published one would get.
import { FetchFailure } from '../fetch-failure.ts'
import type { Fetcher } from '../fetcher.ts'
import { multipart } from './call.ts'
import { ScriptFailed } from './failure.ts'
import type { ScriptAnswer, ScriptRequest } from './scripts.ts'

/** What it writes stays on that machine. */
export async function callDeveloper(
  fetcher: Fetcher,
  address: string,
  request: ScriptRequest,
): Promise<ScriptAnswer> {
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
      throw new ScriptFailed('crashed', `The script in development did not answer: ${error.message}`)
    })
  const finished = Promise.resolve({ logs: [] })
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    body: answer.body,
    logs: [],
    finished,
  }
}
