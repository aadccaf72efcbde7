// What tracing is to everybody else. Its code is loaded where it is on, and by open.ts alone: see decision 080.
import type { Git } from '../git/git.ts'
import type { Fetcher } from '../network/fetcher.ts'

export type Attributes = Record<string, string | number | boolean>

/** The kinds of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** What was done, for how long, and as a part of what. Never what was said: no values, names of people, keys or paths. */
export type Span = {
  readonly traceId: string
  /** Goes on to others that work for this, in the form of W3C Trace Context. */
  readonly traceparent: string
  /** Others are handed on, and nothing is kept of them. */
  readonly isSampled: boolean
  /** A part of it. */
  begin(name: string, kind: SpanKind, attributes?: Attributes): Span
  /** Nothing is kept of one that does not end. `error` is a kind of failure, never its message. */
  end(attributes?: Attributes, error?: string): void
}

/** Sends a statement of which this is the text, without its values. */
export type WatchStatement = <T>(text: string, ask: () => Promise<T>) => Promise<T>

export type Tracing = {
  /** The first span of this process in a trace, which `parent` began elsewhere. */
  begin(name: string, kind: SpanKind, beginning: { attributes?: Attributes; parent?: string }): Span
  statementsOf(span: Span): WatchStatement
  fetcherOf(span: Span, fetcher: Fetcher): Fetcher
  gitOf(span: Span, git: Git): Git
  /** Sends what waits. */
  close(): Promise<void>
}
