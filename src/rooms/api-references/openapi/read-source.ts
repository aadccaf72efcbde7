// A source and all the files it refers to: fetched here, read in another process, as often as it finds more to fetch.

import type { NeededFile } from '../../../engines/openapi/reading/bundle.ts'
import type { GivenFile, ProcessedFiles } from '../../../engines/openapi/reading/process-files.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import type { ProcessError, ProcessErrorCode } from '../../../kit/storage/tables/openapi.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import type { FetchOptions } from '../../../world/network/fetcher.ts'
import { TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import { LARGEST_TEXT, MEGABYTE } from './schema.ts'
import type { SpecRow } from './store.ts'
import { processFilesTask } from './tasks.ts'

const PATIENCE = 30_000
/** For all files together. */
const FETCHING = 120_000
const LARGEST_TOGETHER = 40 * MEGABYTE
const READING = 60_000
const DEEPEST = 20
const AT_ONCE = 4
const ACCEPT = 'application/json, application/yaml, text/yaml, text/plain;q=0.8, */*;q=0.5'

export type ReadSource =
  | { kind: 'unchanged' }
  | { kind: 'read'; filesystem: Uint8Array; document: Uint8Array; etag: string | null }
  | Failed
export type Failed = { kind: 'failed'; code: ProcessErrorCode; errors: ProcessError[] }

/** Whatever is wrong with the source is an outcome; anything else is thrown. */
export async function readSource(ctx: OutsideContext, spec: SpecRow): Promise<ReadSource> {
  try {
    const source = await openSource(ctx, spec)
    return source.kind === 'opened' ? await readFiles(ctx, source) : source
  } catch (error) {
    if (error instanceof FetchFailure) return failedToFetch(error)
    if (error instanceof TaskTimeout)
      return refused(`It could not be read within ${READING / 1000} seconds; make it smaller, or split it`)
    if (error instanceof TaskLost)
      return refused('Reading it needs too much memory; make it smaller, or split it')
    throw error
  }
}

type Opened = { kind: 'opened'; entry: GivenFile; etag: string | null }

async function openSource(ctx: OutsideContext, spec: SpecRow): Promise<Opened | ReadSource> {
  if (spec.sourceUrl === null) {
    const bytes = await ctx.blobs.read(spec.sourceText ?? '')
    if (!bytes) throw new Error(`The text of the specification ${spec.id} is not in the file store`)
    return { kind: 'opened', entry: { name: '', bytes }, etag: null }
  }
  const headers: Record<string, string> = spec.etag === null ? {} : { 'if-none-match': spec.etag }
  const fetched = await ctx.fetcher.fetch(spec.sourceUrl, { ...FETCH, headers })
  if (fetched.status === 304 && spec.etag !== null) return { kind: 'unchanged' }
  if (fetched.status !== 200) return failed('FETCH_ERROR', wrongStatus(spec.sourceUrl, fetched.status))
  // What is behind the path may be signed for the moment, or secret.
  const entry = { name: plainAddress(fetched.url), bytes: fetched.body }
  return { kind: 'opened', entry, etag: fetched.headers.etag?.slice(0, 500) ?? null }
}

const FETCH: FetchOptions = { maxBytes: LARGEST_TEXT, timeout: PATIENCE, accept: ACCEPT }

async function readFiles(ctx: OutsideContext, { entry, etag }: Opened): Promise<ReadSource> {
  const files = [entry]
  const budget: Budget = {
    bytes: LARGEST_TOGETHER - entry.bytes.length,
    until: ctx.clock.now().getTime() + FETCHING,
  }
  for (let round = 0; round < DEEPEST; round++) {
    const outcome: ProcessedFiles = await ctx.threads.run(processFilesTask, files, { timeout: READING })
    if (outcome.kind === 'refused') return { kind: 'failed', code: 'PARSE_ERROR', errors: outcome.problems }
    if (outcome.kind === 'done') {
      const { filesystem, document, isOneFile } = outcome
      // Others may change while this one does not.
      return { kind: 'read', filesystem, document, etag: isOneFile ? etag : null }
    }
    const fetched = await fetchFiles(ctx, outcome.files, budget)
    if (!Array.isArray(fetched)) return fetched
    files.push(...fetched)
  }
  return refused(`Its files refer to each other more than ${DEEPEST} files deep; put some of them together`)
}

type Budget = { bytes: number; until: number }

async function fetchFiles(
  ctx: OutsideContext,
  needed: NeededFile[],
  budget: Budget,
): Promise<GivenFile[] | Failed> {
  const files: GivenFile[] = []
  const waiting = [...needed]
  let failure: Failed | undefined
  const fetchSome = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      const file = await fetchFile(ctx, next, budget)
      if ('kind' in file) failure ??= file
      else files.push(file)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome))
  return failure ?? files
}

async function fetchFile(
  ctx: OutsideContext,
  { name, from }: NeededFile,
  budget: Budget,
): Promise<GivenFile | Failed> {
  const left = budget.until - ctx.clock.now().getTime()
  if (left <= 0)
    return failed('FETCH_TIMEOUT', `The files it refers to could not be fetched within ${FETCHING / 1000} s`)
  if (budget.bytes <= 0)
    return failed(
      'FETCH_ERROR',
      `It has more than ${LARGEST_TOGETHER / MEGABYTE} MB with the files it refers to`,
    )
  try {
    const timeout = Math.min(PATIENCE, left)
    const { status, body } = await ctx.fetcher.fetch(name, { ...FETCH, timeout })
    if (status !== 200) return failed('FETCH_ERROR', `${from}: ${wrongStatus(name, status)}`)
    budget.bytes -= body.length
    return { name, bytes: body }
  } catch (error) {
    if (error instanceof FetchFailure) return failedToFetch(error, `${from}: `)
    throw error
  }
}

function plainAddress(url: string) {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function wrongStatus(url: string, status: number) {
  const advice =
    status === 401 || status === 403
      ? 'make it public, or send it as text'
      : 'check that it opens in a browser'
  return `${plainAddress(url)} answers ${status}; ${advice}`
}

function failedToFetch({ code, message }: FetchFailure, before = ''): Failed {
  const isSlow = code === 'FETCH_TIMEOUT'
  return {
    kind: 'failed',
    code: isSlow ? code : 'FETCH_ERROR',
    errors: [{ message: `${before}${message}`, code }],
  }
}

function failed(code: ProcessErrorCode, message: string): Failed {
  return { kind: 'failed', code, errors: [{ message, code }] }
}

function refused(message: string): Failed {
  return { kind: 'failed', code: 'PARSE_ERROR', errors: [{ message, code: 'TOO_LARGE' }] }
}
