// Who takes traces by OTLP over HTTP, and refuses what is not in its public protocol buffers: opentelemetry/proto/
// collector/trace/v1, trace/v1, resource/v1 and common/v1.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEndOfFile } from '../file-scope.ts'

type Kind =
  | 'string'
  | 'id'
  | 'number'
  | 'nanoseconds'
  | 'integer'
  | 'boolean'
  | 'double'
  | { of: string; isList?: true }
type Field = [name: string, kind: Kind]

const list = (of: string): Kind => ({ of, isList: true })
/** Fields by their numbers. */
const MESSAGES: Record<string, Record<number, Field>> = {
  ExportTraceServiceRequest: { 1: ['resourceSpans', list('ResourceSpans')] },
  ResourceSpans: { 1: ['resource', { of: 'Resource' }], 2: ['scopeSpans', list('ScopeSpans')] },
  Resource: { 1: ['attributes', list('KeyValue')] },
  ScopeSpans: { 1: ['scope', { of: 'InstrumentationScope' }], 2: ['spans', list('Span')] },
  InstrumentationScope: { 1: ['name', 'string'], 2: ['version', 'string'] },
  Span: {
    1: ['traceId', 'id'],
    2: ['spanId', 'id'],
    4: ['parentSpanId', 'id'],
    5: ['name', 'string'],
    6: ['kind', 'number'],
    7: ['startTimeUnixNano', 'nanoseconds'],
    8: ['endTimeUnixNano', 'nanoseconds'],
    9: ['attributes', list('KeyValue')],
    15: ['status', { of: 'Status' }],
  },
  Status: { 2: ['message', 'string'], 3: ['code', 'number'] },
  KeyValue: { 1: ['key', 'string'], 2: ['value', { of: 'AnyValue' }] },
  AnyValue: {
    1: ['stringValue', 'string'],
    2: ['boolValue', 'boolean'],
    3: ['intValue', 'integer'],
    4: ['doubleValue', 'double'],
  },
}

type Message = Record<string, unknown>
type KeyValue = { key: string; value: Message }
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  status?: { code: number }
  nanoseconds: bigint
}

/** What of a message in JSON is not as the protocol has it. */
function requireShape(type: string, value: unknown, path = type) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path} is no ${type}`)
  const fields = new Map(Object.values(MESSAGES[type] ?? {}))
  for (const [name, one] of Object.entries(value)) {
    const kind = fields.get(name)
    if (kind === undefined) throw new Error(`${path}.${name} is unknown`)
    if (typeof kind === 'string') {
      if (!isOf(kind, one)) throw new Error(`${path}.${name} is no ${kind}`)
    } else if (!kind.isList) requireShape(kind.of, one, `${path}.${name}`)
    else {
      if (!Array.isArray(one)) throw new Error(`${path}.${name} is no list`)
      for (const [at, each] of one.entries()) requireShape(kind.of, each, `${path}.${name}[${at}]`)
    }
  }
}

function isOf(kind: Exclude<Kind, object>, value: unknown) {
  if (kind === 'id') return typeof value === 'string' && /^([0-9a-f]{16}|[0-9a-f]{32})$/.test(value)
  if (kind === 'nanoseconds' || kind === 'integer') return typeof value === 'string' && /^-?\d+$/.test(value)
  return typeof value === (kind === 'double' ? 'number' : kind)
}

/** Bytes as the same in JSON. */
function decode(type: string, bytes: Buffer): Message {
  const message: Message = {}
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error(`${type} ends early`)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [name, kind] = MESSAGES[type]?.[tag >> 3] ?? []
    if (name === undefined || kind === undefined) throw new Error(`${type} has no field ${tag >> 3}`)
    const wire = tag & 7
    if (wire !== wireOf(kind)) throw new Error(`${type}.${name} can not be of wire type ${wire}`)
    if (wire === 0) message[name] = plain(kind, BigInt.asIntN(64, varint()))
    else {
      const size = wire === 1 ? 8 : Number(varint())
      if (at + size > bytes.length) throw new Error(`${type}.${name} ends early`)
      const part = bytes.subarray(at, at + size)
      at += size
      if (typeof kind !== 'object') message[name] = plainOf(kind, part)
      else if (kind.isList) message[name] = [...((message[name] as unknown[]) ?? []), decode(kind.of, part)]
      else message[name] = decode(kind.of, part)
    }
  }
  return message
}

function wireOf(kind: Kind) {
  if (kind === 'nanoseconds' || kind === 'double') return 1
  return kind === 'number' || kind === 'integer' || kind === 'boolean' ? 0 : 2
}

function plain(kind: Kind, value: bigint) {
  if (kind === 'boolean') return value === 1n
  return kind === 'integer' ? String(value) : Number(value)
}

function plainOf(kind: Exclude<Kind, object>, part: Buffer) {
  if (kind === 'nanoseconds') return String(part.readBigUInt64LE())
  if (kind === 'double') return part.readDoubleLE()
  return part.toString(kind === 'id' ? 'hex' : 'utf8')
}

const attributesIn = (message: unknown) =>
  Object.fromEntries(
    ((message as { attributes?: KeyValue[] }).attributes ?? []).map(({ key, value }) => [
      key,
      value.intValue === undefined ? Object.values(value)[0] : Number(value.intValue),
    ]),
  )

/** A collector on loopback. It can be told to answer something else than 200. */
export async function openTraceCollector() {
  const spans: CollectedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const requests: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const refused: unknown[] = []
  const answers: number[] = []

  function take(type: string | undefined, body: Buffer) {
    const root = 'ExportTraceServiceRequest'
    const message = type === 'application/json' ? JSON.parse(body.toString()) : decode(root, body)
    requireShape(root, message)
    for (const { resource, scopeSpans } of message.resourceSpans) {
      resources.push(attributesIn(resource))
      for (const { attributes, startTimeUnixNano, endTimeUnixNano, ...span } of scopeSpans.flatMap(
        (scope: { spans?: Message[] }) => scope.spans ?? [],
      ))
        spans.push({
          ...span,
          attributes: attributesIn({ attributes }),
          nanoseconds: BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano),
        })
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    requests.push({ url: request.url ?? '', headers: request.headers, body })
    const status = answers.shift() ?? 200
    try {
      if (status === 200) take(request.headers['content-type'], body)
      response.writeHead(status).end()
    } catch (error) {
      refused.push(error)
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    requests,
    refused,
    /** What the next requests are answered, before 200. */
    answerNext: (...statuses: number[]) => void answers.push(...statuses),
    named: (name: string) => spans.filter((span) => span.name === name),
  }
}
