// Redirects as people write them: from a path to another path, or to an address elsewhere.
import type { RedirectResult } from '../../rooms/sites/redirects/schema.ts'
import type { Api } from '../api.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import { sitePlaces } from './site-places.ts'

export type RedirectLine = { source: string; target: string }

const AT_ONCE = 500
/** As the operation wants it: one line that is wrong would refuse all. */
const SOURCE = /^(?=.{1,512}$)\/(?:[\w\-.~]|%[0-9A-Fa-f]{2})+(?:\/(?:[\w\-.~]|%[0-9A-Fa-f]{2})+)*$/

/** Letters of all scripts, as browsers send them. */
function sourceOf(text: string) {
  const path = text.replace(/(?<=.)\/+$/, '')
  return /[^\x20-\x7e]/.test(path) && path.isWellFormed() ? encodeURI(path) : path
}

/** What became of each line, in their order. */
export async function putRedirects(
  api: Api,
  site: string,
  lines: readonly RedirectLine[],
  words: ConsoleWords,
): Promise<RedirectResult[]> {
  const places = await sitePlaces(api, site)
  const results: (RedirectResult | undefined)[] = []
  const wanted: { at: number; redirect: object }[] = []
  for (const [at, line] of lines.entries()) {
    const [source, target] = [sourceOf(line.source), line.target]
    const isElsewhere = /^https?:\/\/\S{1,2000}$/i.test(target)
    const destination = isElsewhere ? { kind: 'external', url: target } : await places.find(target)
    if (destination && SOURCE.test(source)) wanted.push({ at, redirect: { source, destination } })
    else {
      const text = words.sitePages.redirects
      const error = destination ? text.sourceHint : text.noPage({ path: target })
      results[at] = { status: 'error', source, draft: false, error }
    }
  }
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE)
    const sent = await api.put<{ results: RedirectResult[] }>(`${site}/redirects`, {
      redirects: some.map(({ redirect }) => redirect),
    })
    for (const [index, result] of sent.results.entries()) results[some[index]?.at ?? 0] = result
  }
  return results.filter((result) => result !== undefined)
}
