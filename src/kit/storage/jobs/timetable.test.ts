import { beforeEach, describe, expect, it, vi } from 'vitest'
import { everyMinute, isDue } from './timetable.ts'

describe('a timetable', () => {
  const at = (time: string) => new Date(`2026-02-03T${time}Z`)

  it('knows every minute, a minute of every hour, and a time of the day', () => {
    expect(isDue({}, at('11:12:59'))).toBe(true)
    expect(
      [at('11:17:00'), at('12:17:59'), at('12:18:00')].map((time) => isDue({ minute: 17 }, time)),
    ).toEqual([true, true, false])
    const daily = { hour: 3, minute: 7 }
    expect([at('03:07:00'), at('03:08:00'), at('15:07:00')].map((time) => isDue(daily, time))).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('every minute', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-02-03T04:05:50Z') })
  })

  it('comes once, at its beginning, until it is stopped', () => {
    const times: string[] = []
    const stop = everyMinute(async (time) => {
      times.push(time.toISOString().slice(11, 19))
    })
    vi.advanceTimersByTime(130_000)
    stop()
    vi.advanceTimersByTime(300_000)
    expect(times).toEqual(['04:06:00', '04:07:00', '04:08:00'])
  })
})
