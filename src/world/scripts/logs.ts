// What calls wrote and how they ended, as the listener beside the script (config.ts) tells it.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { MOST_LOG_LETTERS, MOST_LOGS } from './config.ts'
import type { ScriptLog } from './scripts.ts'

/** One call: what is known so far, and when more cannot come. */
export type CallRecord = {
  logs: ScriptLog[]
  /** The first uncaught error. */
  thrown?: string
  /** It answered by itself: an error from here on is one of the work after the answer. */
  hasReturned: boolean
  /** All that was written before the answer is here. */
  answered: Promise<void>
  /** The call is over, and all that it had begun. */
  ended: Promise<void>
  /** Nothing was cut off: the runtime itself said that it is over. */
  isWhole: boolean
}

export type CallRecords = {
  server: Server
  open(call: string): CallRecord
  close(call: string): void
  /** The process is gone, and nothing more comes. */
  closeAll(): void
}

/** Far more than any line of the listener's: whatever is longer does not come from it. */
const LONGEST_LINE = 1_000_000

type Open = CallRecord & { letters: number; isTaken: boolean; toldAnswered(): void; toldEnded(): void }

export function openCallRecords(): CallRecords {
  const records = new Map<string, Open>()
  const server = createServer((request, response) => {
    let record: Open | undefined
    readLines(request, (line) => {
      record ??= begin(line)
      if (record) take(record, line)
      else request.destroy()
    })
    request.on('end', () => response.end())
    request.on('error', () => {})
    request.on('close', () => record?.toldEnded())
  })

  /** Only the first who names a call speaks for it: a script can call itself under a name that it has seen. */
  function begin(line: Line) {
    const record = typeof line.call === 'string' ? records.get(line.call) : undefined
    if (!record || record.isTaken) return undefined
    record.isTaken = true
    return record
  }

  return {
    server,
    open(call) {
      const record = newRecord()
      records.set(call, record)
      return record
    },
    close(call) {
      records.get(call)?.toldEnded()
      records.delete(call)
    },
    closeAll() {
      for (const record of records.values()) record.toldEnded()
    },
  }
}

function newRecord(): Open {
  let toldAnswered = () => {}
  let toldEnded = () => {}
  const answered = new Promise<void>((resolve) => {
    toldAnswered = resolve
  })
  const ended = new Promise<void>((resolve) => {
    toldEnded = () => {
      toldAnswered()
      resolve()
    }
  })
  return {
    logs: [],
    hasReturned: false,
    isWhole: false,
    answered,
    ended,
    letters: 0,
    isTaken: false,
    toldAnswered,
    toldEnded,
  }
}

type Line = Record<string, unknown>

function readLines(request: IncomingMessage, take: (line: Line) => void) {
  let rest = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) return request.destroy()
    for (const line of lines) take(parsed(line))
  })
}

function parsed(line: string): Line {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function take(record: Open, line: Line) {
  const timestamp = new Date(typeof line.time === 'number' ? line.time : Date.now())
  if (typeof line.message === 'string')
    keep(record, { level: levelOf(line.level), message: line.message, timestamp })
  if (typeof line.thrown === 'string') {
    record.thrown ??= line.thrown
    keep(record, { level: 'error', message: `Uncaught ${line.thrown}`, timestamp })
  }
  if (line.isLeftOut === true) keep(record, { level: 'warn', message: LEFT_OUT, timestamp })
  if (line.returned === true) {
    record.hasReturned = true
    record.toldAnswered()
  }
  if (typeof line.outcome !== 'string') return
  record.isWhole = true
  record.toldEnded()
}

/** The listener leaves out what is too much; this is for the case that it cannot. */
function keep(record: Open, log: ScriptLog) {
  if (record.logs.length > MOST_LOGS || record.letters > 2 * MOST_LOG_LETTERS) return
  record.letters += log.message.length
  record.logs.push(log)
}

const LEFT_OUT = `The rest of the log is cut off: a call keeps ${MOST_LOGS} lines and ${MOST_LOG_LETTERS} characters.`

const LEVELS: Record<string, ScriptLog['level']> = { debug: 'debug', warn: 'warn', error: 'error' }

/** console.log is info to all who read it later. */
function levelOf(level: unknown): ScriptLog['level'] {
  return LEVELS[String(level)] ?? 'info'
}
