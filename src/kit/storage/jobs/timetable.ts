/** When a job runs by itself, in UTC: every minute, at a minute of every hour, or once a day. */
export type Times = { minute?: number; hour?: undefined } | { minute: number; hour: number }

export function isDue({ minute, hour }: Times, time: Date) {
  return (
    (minute === undefined || minute === time.getUTCMinutes()) &&
    (hour === undefined || hour === time.getUTCHours())
  )
}

const MINUTE = 60_000

/** Calls at the beginning of every minute, also when the work of the one before is not done; returns how to stop it. */
export function everyMinute(work: (minute: Date) => Promise<void>) {
  let timer: NodeJS.Timeout
  function wait() {
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE))
    timer.unref()
  }
  function tick() {
    void work(new Date(Math.floor(Date.now() / MINUTE) * MINUTE))
    wait()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Calls so many milliseconds after the work of the last time was done; returns how to stop it and wait for its end. */
export function every(milliseconds: number, work: () => Promise<void>) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()
  function wait() {
    if (isStopped) return
    timer = setTimeout(tick, milliseconds)
    timer.unref()
  }
  function tick() {
    underWay = work().finally(wait)
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return underWay
  }
}
