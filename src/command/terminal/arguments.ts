import { InvalidArgumentError } from 'commander'
import type { TSchema } from 'typebox'
import { Problem } from '../../kit/domain/problems.ts'
import { Timestamp } from '../../kit/http/operations/shapes.ts'
import { bodyValidator } from '../../kit/http/operations/validate.ts'
import { systemClock } from '../../world/clock.ts'

const HOUR = 3_600_000
const UNITS: Record<string, number> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }

/** An argument that obeys the same limits as the field of the API it stands for. */
export function shaped(shape: TSchema) {
  return (value: string) => {
    try {
      bodyValidator(shape)(value)
      return value
    } catch (error) {
      if (error instanceof Problem)
        throw new InvalidArgumentError(`It ${error.message.replace(/^body /, '')}.`)
      throw error
    }
  }
}

/** 12h, 30d, 2w. Not minutes: an m could as well be a month. */
function readDuration(value: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(value) ?? []
  const length = UNITS[unit]
  if (!count || !length) throw new InvalidArgumentError('Use hours, days or weeks, such as 12h, 30d or 2w.')
  return Number(count) * length
}

export function timeIn(value: string): string {
  return new Date(systemClock.now().getTime() + readDuration(value)).toISOString()
}

const checkTimestamp = shaped(Timestamp)

/** A day alone begins at midnight, UTC. */
function readTime(value: string): Date {
  const time = new Date(checkTimestamp(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value))
  // The year after 9999 and the odd leap second pass as text, and are no times.
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Use a valid time.')
  return time
}

/** A time, a day, or how long ago it was. */
export function pastTime(value: string): Date {
  if (/^\d+[hdw]$/.test(value)) return new Date(systemClock.now().getTime() - readDuration(value))
  try {
    return readTime(value)
  } catch {
    throw new InvalidArgumentError(
      'Use a time (2026-01-31T12:00:00Z), a day (2026-01-31), or how long ago (12h, 30d, 2w).',
    )
  }
}

export function futureTime(value: string): string {
  const time = readTime(value)
  if (time <= systemClock.now()) throw new InvalidArgumentError('Use a time in the future.')
  return time.toISOString()
}

/** Problems speak of fields of the API; who uses the command line has typed an option instead. */
export async function namingWhatWasTyped<T>(
  typed: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const field = error instanceof Problem ? error.details?.field : undefined
    const option = typeof field === 'string' ? typed[field] : undefined
    if (!(error instanceof Problem) || typeof field !== 'string' || !option) throw error
    throw new Problem(error.kind, error.message.replaceAll(field, option), { field: option })
  }
}
