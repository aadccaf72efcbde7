import { type DestinationStream, destination, type Logger, pino } from 'pino'

/** What a room may do with the log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** The log itself, as opened at start. */
export type RootLog = Logger

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * One JSON object a line. Buffered: a line costs no system call of its own, what is waiting is written
 * twice a second and at exit. Errors go out at once.
 */
export function openLog(level: LogLevel, stream: DestinationStream = bufferedStdout()): RootLog {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

function bufferedStdout() {
  const out = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  let isBroken = false
  // A full disk costs log lines, not the service. Flushing at the end would try again for ever then.
  out.on('error', () => {
    isBroken = true
  })
  process.once('exit', () => {
    if (!isBroken) out.flushSync()
  })
  return out
}
