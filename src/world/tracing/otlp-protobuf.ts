// The same as bytes: numbers of fields are those of opentelemetry/proto/trace/v1/trace.proto and its neighbours.
import { attributesOf, FAILED, KINDS, type Sender } from './otlp-json.ts'
import type { EndedSpan } from './spans.ts'
import type { Attributes } from './tracing.ts'

const VARINT = 0
const FIXED_64 = 1
const LENGTH = 2

export function writeProtobuf(spans: readonly EndedSpan[], { resource, version }: Sender): Buffer {
  const scope = message(1, [text(1, 'quire'), text(2, version)])
  return message(1, [
    message(1, listed(1, resource)),
    message(2, [scope, ...spans.map((span) => message(2, spanOf(span)))]),
  ])
}

function spanOf(span: EndedSpan): Buffer[] {
  return [
    bytes(1, Buffer.from(span.traceId, 'hex')),
    bytes(2, Buffer.from(span.id, 'hex')),
    ...(span.parentId ? [bytes(4, Buffer.from(span.parentId, 'hex'))] : []),
    text(5, span.name),
    whole(6, KINDS[span.kind]),
    fixed(7, span.startedAt),
    fixed(8, span.endedAt),
    ...listed(9, attributesOf(span)),
    ...(span.error === undefined ? [] : [message(15, [whole(3, FAILED)])]),
  ]
}

function listed(field: number, attributes: Attributes): Buffer[] {
  return Object.entries(attributes).map(([key, value]) =>
    message(field, [text(1, key), message(2, [anyValueOf(value)])]),
  )
}

function anyValueOf(value: string | number | boolean) {
  if (typeof value === 'string') return text(1, value)
  if (typeof value === 'boolean') return whole(2, value ? 1 : 0)
  return Number.isSafeInteger(value) ? whole(3, value) : double(4, value)
}

function message(field: number, parts: Buffer[]) {
  return bytes(field, Buffer.concat(parts))
}

function text(field: number, value: string) {
  return bytes(field, Buffer.from(value))
}

function bytes(field: number, value: Buffer) {
  return Buffer.concat([tag(field, LENGTH), varint(BigInt(value.length)), value])
}

function whole(field: number, value: number) {
  return Buffer.concat([tag(field, VARINT), varint(BigInt.asUintN(64, BigInt(value)))])
}

function fixed(field: number, value: bigint) {
  const room = Buffer.alloc(8)
  room.writeBigUInt64LE(value)
  return Buffer.concat([tag(field, FIXED_64), room])
}

function double(field: number, value: number) {
  const room = Buffer.alloc(8)
  room.writeDoubleLE(value)
  return Buffer.concat([tag(field, FIXED_64), room])
}

function tag(field: number, type: number) {
  return varint(BigInt((field << 3) | type))
}

function varint(value: bigint) {
  const out: number[] = []
  let left = value
  for (; left > 127n; left >>= 7n) out.push(Number(left & 127n) | 128)
  out.push(Number(left))
  return Buffer.from(out)
}
