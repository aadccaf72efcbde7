import { randomBytes } from 'node:crypto'
import type { Sampler } from './settings.ts'
import type { Attributes, Span, SpanKind } from './tracing.ts'

/** One that ended, as it is sent. Times are nanoseconds since 1970. */
export type EndedSpan = {
  traceId: string
  id: string
  parentId?: string
  name: string
  kind: SpanKind
  startedAt: bigint
  endedAt: bigint
  attributes: Attributes
  error?: string
}

export type Parent = { traceId: string; id: string; isSampled: boolean }

/** Of one request or job: an import asks the database a hundred thousand times, which nobody reads. */
const MOST_PARTS = 1_000

/** Shared by the spans of one request or job. */
type Whole = { traceId: string; isSampled: boolean; parts: number; keep: (span: EndedSpan) => void }

/** The first span of a request or a job. */
export function beginWhole(
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes?: Attributes },
  { parent, sampler, keep }: { parent?: Parent; sampler: Sampler; keep: Whole['keep'] },
): Span {
  const traceId = parent?.traceId ?? newId(16)
  const isSampled = parent && sampler.isParentFollowed ? parent.isSampled : isChosen(traceId, sampler.ratio)
  const whole = { traceId, isSampled, parts: 0, keep }
  return spanOf(whole, { name, kind, parentId: parent?.id, attributes })
}

type Named = { name: string; kind: SpanKind; parentId?: string; attributes?: Attributes }

function spanOf(whole: Whole, { name, kind, parentId, attributes }: Named): Span {
  const { traceId, isSampled } = whole
  const id = newId(8)
  const startedAt = nanoseconds()
  const isFirst = whole.parts === 0
  whole.parts += 1
  const span: Span = {
    traceId,
    traceparent: `00-${traceId}-${id}-${isSampled ? '01' : '00'}`,
    isSampled,
    begin(name, kind, attributes) {
      if (!isSampled) return span
      if (whole.parts < MOST_PARTS) return spanOf(whole, { name, kind, parentId: id, attributes })
      whole.parts += 1
      return { ...span, end() {} }
    },
    end(more, error) {
      if (!isSampled) return
      const omitted = isFirst ? whole.parts - MOST_PARTS : 0
      whole.keep({
        ...{ traceId, id, parentId, name, kind, startedAt, error },
        endedAt: nanoseconds(),
        attributes: { ...attributes, ...more, ...(omitted > 0 && { 'quire.spans_omitted': omitted }) },
      })
    },
  }
  return span
}

/** The same for one trace in every process, as the lower half of its id is by chance. */
function isChosen(traceId: string, ratio: number) {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52
}

/** Where a trace began: the header of W3C Trace Context. What is not one is as if it had not come. */
export function readTraceparent(header: string): Parent | undefined {
  const [, version, traceId = '', id = '', flags = '', rest = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,400})?$/.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== '')) return
  if (/^0+$/.test(traceId) || /^0+$/.test(id)) return
  return { traceId, id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

function newId(bytes: number) {
  return randomBytes(bytes).toString('hex')
}

function nanoseconds() {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n
}
