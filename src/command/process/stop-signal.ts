// When a process is to stop: told by a signal, or because npm, which was told, has gone without a word.
import type { Environment } from '../context.ts'

/** Who started this process. Read before anything takes long, see main.ts. */
const PARENT = process.ppid
const LOOK_EVERY_MS = 500
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export type StopSignal = {
  /** Resolves to the reason. */
  asked: Promise<string>
  /** From here on signals do what they do to any process. */
  ignore(): void
}

export function listenForStop(environment: Environment): StopSignal {
  let isAsked = false
  let resolve: (reason: string) => void
  const asked = new Promise<string>((settle) => {
    resolve = settle
  })

  function hear(reason: string) {
    // Who asks twice does not want to wait.
    if (isAsked && reason !== NO_PARENT) process.exit(130)
    isAsked = true
    resolve(reason)
  }

  for (const signal of SIGNALS) process.on(signal, hear)
  const look = isRunByNpm(environment) ? watchParent(() => hear(NO_PARENT)) : undefined
  return {
    asked,
    ignore() {
      clearInterval(look)
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}

const NO_PARENT = 'the end of npm'

/**
 * npm starts `sh -c 'quire serve'` and hands signals on to that shell, which ends and tells nobody: all that is to be
 * seen from here is another parent. Others may well start a service and leave it, so only npm is watched; and what has
 * no parent from the beginning was left on purpose.
 */
function isRunByNpm({ npm_lifecycle_event: event }: Environment) {
  return event !== undefined && PARENT > 1
}

function watchParent(gone: () => void) {
  const look = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(look)
    gone()
  }, LOOK_EVERY_MS)
  return look.unref()
}

/** Stopping must come to an end. */
export async function within(milliseconds: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Stopping took longer than ${milliseconds / 1000} s`)),
      milliseconds,
    )
  })
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}
