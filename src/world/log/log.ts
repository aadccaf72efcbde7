import { type DestinationStream, type Logger, pino } from 'pino'
import { readableLine } from './readable.ts'

/** What a room may do with the log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** The log itself, as opened at start. */
export type RootLog = Logger

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One JSON object a line; on a terminal, text. */
export function openLog(level: LogLevel, stream?: DestinationStream): RootLog {
  const out = stream ?? (level === 'silent' ? { write() {} } : standardOutput())
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, out)
}

function standardOutput(): DestinationStream {
  const { stdout } = process
  stdout.on('error', () => {})
  if (stdout.isTTY) return { write: (line) => void stdout.write(readableLine(line)) }
  return buffered(stdout)
}

const ENOUGH = 4096
const OFTEN = 500

/**
 * Gathers lines, so that each costs no system call of its own; what waits is written twice a second and at exit.
 * A full disk or a reader that went away costs lines, never the service: pino's own destination would try again
 * for ever at exit.
 */
function buffered(out: NodeJS.WriteStream): DestinationStream {
  let waiting = ''
  function flush() {
    if (waiting !== '') out.write(waiting)
    waiting = ''
  }
  setInterval(flush, OFTEN).unref()
  process.once('exit', flush)
  return {
    write(line) {
      waiting += line
      if (waiting.length >= ENOUGH) flush()
    },
  }
}
