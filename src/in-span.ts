import type { Span, Tracing } from './world/tracing/tracing.ts'

/** Does work in the background as a span, where tracing is on. */
export async function inSpan(
  { tracing }: { tracing?: Tracing },
  { name, parent }: { name: string; parent?: string },
  work: (span?: Span) => Promise<void>,
): Promise<void> {
  const span = tracing?.begin(name, 'consumer', { parent })
  try {
    await work(span)
    span?.end()
  } catch (error) {
    span?.end({}, error instanceof Error ? error.name : 'unknown')
    throw error
  }
}
