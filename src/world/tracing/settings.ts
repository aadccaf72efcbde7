// Reads the variables of OpenTelemetry. Messages about a wrong one never repeat it: headers have keys in them.
import type { Attributes } from './tracing.ts'

export type TracingSettings = {
  /** Where spans are sent by POST. */
  url: string
  headers: Record<string, string>
  format: 'json' | 'protobuf'
  /** Milliseconds for one of these. */
  timeout: number
  sampler: Sampler
  /** What is said of this service. */
  resource: Attributes
}

/** `isParentFollowed`: who began a trace elsewhere decides. Of the others, so many in one are kept. */
export type Sampler = { isParentFollowed: boolean; ratio: number }

/** Reads one variable, and gathers what is wrong with it. */
type Setting = <T, D>(name: string, read: (value: string) => T, fallback: D) => T | D

/** Off until somebody says where traces go. */
export function tracingSettings(setting: Setting): { tracing?: TracingSettings } {
  const isOff = setting('OTEL_SDK_DISABLED', isTrue, false)
  const exporter = setting('OTEL_TRACES_EXPORTER', oneOf('otlp', 'none'), 'otlp')
  const base = setting('OTEL_EXPORTER_OTLP_ENDPOINT', address, undefined)
  const whole = setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', address, undefined)
  const url = whole ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (isOff || exporter === 'none' || url === undefined) return {}

  // What is said of traces goes before what is said of all signals.
  const ofTraces = <T, D>(name: string, read: (value: string) => T, fallback: D) =>
    setting(`OTEL_EXPORTER_OTLP_TRACES_${name}`, read, setting(`OTEL_EXPORTER_OTLP_${name}`, read, fallback))
  const protocol = ofTraces('PROTOCOL', oneOf('http/protobuf', 'http/json'), 'http/protobuf')
  const named = setting('OTEL_RESOURCE_ATTRIBUTES', pairs, {})
  return {
    tracing: {
      url,
      headers: ofTraces('HEADERS', pairs, {}),
      format: protocol === 'http/json' ? 'json' : 'protobuf',
      timeout: ofTraces('TIMEOUT', milliseconds, 10_000),
      sampler: samplerOf(
        setting('OTEL_TRACES_SAMPLER', oneOf(...SAMPLERS), 'parentbased_always_on'),
        setting('OTEL_TRACES_SAMPLER_ARG', ratio, 1),
      ),
      resource: { 'service.name': 'quire', ...named, ...serviceName(setting) },
    },
  }
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

function samplerOf(name: (typeof SAMPLERS)[number], given: number): Sampler {
  const isParentFollowed = name.startsWith('parentbased_')
  if (name.endsWith('ratio')) return { isParentFollowed, ratio: given }
  return { isParentFollowed, ratio: name.endsWith('on') ? 1 : 0 }
}

function serviceName(setting: Setting) {
  const name = setting('OTEL_SERVICE_NAME', (value) => value, undefined)
  return name === undefined ? {} : { 'service.name': name }
}

function isTrue(value: string) {
  return value.trim().toLowerCase() === 'true'
}

function oneOf<Name extends string>(...names: Name[]) {
  return (value: string): Name => {
    const found = names.find((name) => name === value.trim())
    if (found === undefined) throw new Error(`must be one of ${names.join(', ')}`)
    return found
  }
}

function address(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.hash)
    throw new Error('must be a URL like https://collector.example.org:4318')
  return value
}

/** As in baggage: name=value, separated by commas, with what is special written as in addresses. */
function pairs(value: string): Record<string, string> {
  const read = value
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [, name, text] = /^\s*([\w.!#$&'*+^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      const decoded = text === undefined ? undefined : decode(text)
      if (name === undefined || decoded === undefined || /[\r\n]/.test(decoded))
        throw new Error('must be a list like name=value,other=value, with URL-encoded values')
      return [name, decoded] as const
    })
  return Object.fromEntries(read)
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return
  }
}

function milliseconds(value: string) {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error('must be a number of milliseconds, 1 to 999999')
  return Number(value)
}

function ratio(value: string) {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(value)) throw new Error('must be a number from 0 to 1')
  return Number(value)
}
