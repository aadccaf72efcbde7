// The ways out of a request or a job, each use of which is a span.
import type { Git, GitCache } from '../git/git.ts'
import type { Fetcher } from '../network/fetcher.ts'
import type { Attributes, Span, SpanKind, WatchStatement } from './tracing.ts'

const LONGEST_STATEMENT = 2_000

async function during<T>(
  part: Span,
  work: () => Promise<T>,
  describe: (done: T) => Attributes = () => ({}),
): Promise<T> {
  try {
    const done = await work()
    part.end(describe(done))
    return done
  } catch (error) {
    part.end({}, kindOf(error))
    throw error
  }
}

/** Messages may name what was asked for. */
function kindOf(error: unknown) {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Values are never in the text of a statement: they travel beside it. */
export function statementsOf(span: Span): WatchStatement {
  return (text, ask) => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_STATEMENT) }
    return during(span.begin(summaryOf(text), 'client', attributes), ask)
  }
}

/** As in `select spaces`; of several parts, that which writes. */
function summaryOf(text: string) {
  const [, insert, change, removal, written] =
    /\b(?:(insert) into|(?<!for )(update)|(delete) from)\s+"?([a-z_]+)/i.exec(text) ?? []
  const writing = insert ?? change ?? removal
  if (writing !== undefined) return `${writing.toLowerCase()} ${written}`
  const [verb = 'query'] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

/** Of an address only its host is told: hooks have their keys in the path. */
export function fetcherOf(span: Span, fetcher: Fetcher): Fetcher {
  return {
    fetch(url, options) {
      const method = options?.method ?? 'GET'
      const attributes = { 'http.request.method': method, ...hostOf(url) }
      const part = span.begin(`fetch ${method}`, 'client', attributes)
      return during(
        part,
        () => fetcher.fetch(url, options),
        ({ status }) => ({ 'http.response.status_code': status }),
      )
    },
  }
}

function hostOf(url: string): Attributes {
  return URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {}
}

export function gitOf(span: Span, git: Git): Git {
  const run = <T>(name: string, work: () => Promise<T>, kind: SpanKind = 'internal') =>
    during(span.begin(`git ${name}`, kind), work)
  const cacheOf = (cache: GitCache): GitCache => ({
    ...cache,
    fetch: (...asked) => run('fetch', () => cache.fetch(...asked), 'client'),
    push: (...asked) => run('push', () => cache.push(...asked), 'client'),
    list: (...asked) => run('list', () => cache.list(...asked)),
    readBlobs: (...asked) => run('read', () => cache.readBlobs(...asked)),
    writeBlobs: (...asked) => run('write', () => cache.writeBlobs(...asked)),
    commit: (...asked) => run('commit', () => cache.commit(...asked)),
    hold: (work) => cache.hold((held) => work(cacheOf(held))),
  })
  return {
    ...git,
    tip: (...asked) => run('tip', () => git.tip(...asked), 'client'),
    defaultBranch: (...asked) => run('default branch', () => git.defaultBranch(...asked), 'client'),
    open: async (name) => cacheOf(await git.open(name)),
  }
}
