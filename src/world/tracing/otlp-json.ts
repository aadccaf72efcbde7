// Spans as OTLP has them in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
import type { EndedSpan } from './spans.ts'
import type { Attributes, SpanKind } from './tracing.ts'

export const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
export const FAILED = 2

export type Sender = { resource: Attributes; version: string }

export function writeJson(spans: readonly EndedSpan[], { resource, version }: Sender): Buffer {
  const scope = { name: 'quire', version }
  return Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: listed(resource) },
          scopeSpans: [{ scope, spans: spans.map(spanOf) }],
        },
      ],
    }),
  )
}

function spanOf(span: EndedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.id,
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: String(span.startedAt),
    endTimeUnixNano: String(span.endedAt),
    attributes: listed(attributesOf(span)),
    ...(span.error !== undefined && { status: { code: FAILED } }),
  }
}

/** The kind of a failure is an attribute in OTLP; its message stays here. */
export function attributesOf({ attributes, error }: EndedSpan): Attributes {
  return error === undefined ? attributes : { ...attributes, 'error.type': error }
}

function listed(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }))
}

function anyValueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
