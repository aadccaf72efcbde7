import type { Log } from '../log/log.ts'
import type { Fetcher } from '../network/fetcher.ts'
import { VERSION } from '../version.ts'
import { writeJson } from './otlp-json.ts'
import { writeProtobuf } from './otlp-protobuf.ts'
import type { TracingSettings } from './settings.ts'
import type { EndedSpan } from './spans.ts'

const OFTEN = 5_000
const AT_ONCE = 512
/** More than that are lost: whoever takes them is slower than we are, or away. */
const MOST_WAITING = 4_096
/** What passes by itself. */
const LATER = new Set([429, 502, 503, 504])

export type Exporter = { add(span: EndedSpan): void; close(): Promise<void> }

/** Sends spans some seconds after they ended. Whatever becomes of them, nothing waits for it. */
export function openExporter(
  settings: TracingSettings,
  { fetcher, log }: { fetcher: Fetcher; log: Log },
): Exporter {
  const waiting: EndedSpan[] = []
  let underWay: Promise<void> | undefined
  let lost = 0
  let isBroken = false
  const timer = setInterval(() => void flush(), OFTEN).unref()

  function flush() {
    underWay ??= sendAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function sendAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      const failure = await sendSpans(settings, fetcher, batch)
      note(failure)
      if (failure?.isPassing) return
      waiting.splice(0, batch.length)
    }
  }

  /** Once when it breaks, and once when it works again. */
  function note(failure: Failure | undefined) {
    if (failure && !isBroken) log.warn({ reason: failure.reason }, 'traces can not be sent')
    if (!failure && isBroken) log.info({ lost }, 'traces are sent again')
    if (!failure) lost = 0
    isBroken = failure !== undefined
  }

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING) lost += 1
      else waiting.push(span)
      if (waiting.length === AT_ONCE) void flush()
    },
    async close() {
      clearInterval(timer)
      await underWay
      await flush()
    },
  }
}

/** `isPassing`: the same may be taken later. */
export type Failure = { reason: string; isPassing: boolean }

/** Why they were not taken, if they were not. */
export async function sendSpans(
  { url, headers, format, timeout, resource }: TracingSettings,
  fetcher: Fetcher,
  spans: readonly EndedSpan[],
): Promise<Failure | undefined> {
  const write = format === 'json' ? writeJson : writeProtobuf
  const type = format === 'json' ? 'application/json' : 'application/x-protobuf'
  try {
    const { status } = await fetcher.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: write(spans, { resource, version: VERSION }),
      // Chosen by whoever runs this service, and most often beside it.
      network: 'any',
      maxRedirects: 0,
      maxBytes: 100_000,
      timeout,
    })
    return status < 300 ? undefined : { reason: `it answered ${status}`, isPassing: LATER.has(status) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'it did not answer', isPassing: true }
  }
}
