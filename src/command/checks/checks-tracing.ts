import type { Config } from '../../config.ts'
import type { Check } from '../../world/machine/machine.ts'
import { systemFetcher } from '../../world/network/fetcher.ts'
import { failed, fine, skipped } from './checks.ts'

/** Sends no spans, as if they were some. */
export async function checkTracing({ tracing, allowPrivateNetwork }: Config): Promise<Check> {
  if (!tracing) return skipped('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set')
  const { sendSpans } = await import('../../world/tracing/open.ts')
  const failure = await sendSpans(tracing, systemFetcher({ allowPrivateNetwork }), [])
  const { origin } = new URL(tracing.url)
  if (!failure) return fine('traces', origin)
  const advice =
    'Check the address, the protocol and the headers in the OTEL_EXPORTER_OTLP_ variables, and that the collector can be reached.'
  return failed('traces', `${origin}: ${failure.reason}`, advice)
}
