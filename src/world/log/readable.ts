// The log as people read it on a terminal. What is kept or collected stays JSON.

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const PLAIN = /^[\w.:/@+-]+$/
/** Whatever a terminal would take for a command: control characters, but for the end of a line. */
const CONTROL = /(?!\n)\p{Cc}/gu

/** One line of JSON as one line of text, and the stack of an error below it. */
export function readableLine(line: string): string {
  const entry = parsed(line)
  if (!entry) return line
  const { level, time, msg, err, requestId, ...rest } = entry
  // Long, and seldom what people look for.
  const named = Object.entries({ ...rest, ...(requestId !== undefined && { requestId }) })
  const fields = named.map(([name, value]) => `${name}=${shown(value)}`)
  const error = describeError(err)
  const head = [
    String(time ?? '').slice(11, 19),
    (LEVELS[Number(level)] ?? '').padEnd(5),
    msg ?? '',
    ...fields,
  ]
  const text = head.filter((part) => part !== '').join(' ')
  const below = error === '' ? '' : `\n${error}`.replaceAll('\n', '\n    ')
  return `${`${text}${below}`.replace(CONTROL, '')}\n`
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return
  }
}

function shown(value: unknown) {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value)
}

function describeError(error: unknown) {
  if (typeof error !== 'object' || error === null) return error === undefined ? '' : String(error)
  const { stack, message } = error as { stack?: unknown; message?: unknown }
  return String(stack ?? message ?? JSON.stringify(error))
}
