// What is done again and again, beside jobs: events get their places, and work that waits in tables is taken up.
import { setTimeout as pause } from 'node:timers/promises'
import { inSpan } from './in-span.ts'
import { SYSTEM } from './kit/domain/context.ts'
import type { InTransaction } from './kit/domain/jobs.ts'
import type { Poller } from './kit/domain/poller.ts'
import { SchemaNewer } from './kit/storage/database/failures.ts'
import type { Services } from './services.ts'

/** For what nobody told of: commands write events too, and what is tried again later is due at some time. */
const EVERY = 1_000
/** Events of some moments are sequenced together, so that many writers cost one transaction. */
const GATHERING = 25
/** How long work that was begun may take to finish when the service closes. */
const PATIENCE = 15_000

/** Returns what ends it, once what was begun is over, or patience is. */
export function startPollers(services: Services): () => Promise<void> {
  const settling = repeatedly(services, 'settling events', async () => {
    while ((await services.sequenceEvents()) > 0);
  })
  const making = services.rooms
    .flatMap((room) => room.pollers ?? [])
    .map((poller) => {
      const busy = new Map<Promise<void>, unknown>()
      const looking = repeatedly(services, poller.name, async () => {
        const pieces = await claimSome(services, poller, poller.atOnce - busy.size, [...busy.values()])
        for (const piece of pieces) {
          const work = perform(services, poller, piece).finally(() => {
            busy.delete(work)
            // Others may have waited for a free place.
            looking.soon()
          })
          busy.set(work, piece)
        }
      })
      return { looking, busy }
    })
  services.news.onWritten(settling.soon)
  services.news.onSequenced(() => {
    for (const { looking } of making) looking.soon()
  })
  return async () => {
    await settling.stop()
    for (const { looking } of making) await looking.stop()
    const over = making.flatMap(({ busy }) => [...busy.keys()])
    await Promise.race([Promise.all(over), pause(PATIENCE, undefined, { ref: false })])
  }
}

/** Does all that is due, and what follows from it; for tests, which move the clock. */
export async function makeRounds(services: Services): Promise<number> {
  let done = 0
  while ((await services.sequenceEvents()) > 0) done += 1
  for (const poller of services.rooms.flatMap((room) => room.pollers ?? [])) {
    const pieces = await claimSome(services, poller, poller.atOnce, [])
    await Promise.all(pieces.map((piece) => run(services, poller, piece)))
    done += pieces.length
  }
  return done
}

async function claimSome(services: Services, poller: Poller, most: number, underWay: unknown[]) {
  return most > 0 ? services.asSystem((ctx) => poller.claim(ctx, most, underWay)) : []
}

function run(services: Services, poller: Poller, piece: unknown) {
  return inSpan(services, { name: `job ${poller.name}` }, (span) => {
    const inTransaction: InTransaction = (work) => services.asSystem(work, { span })
    return poller.run(services.outside(SYSTEM, { span }), piece, inTransaction)
  })
}

async function perform(services: Services, poller: Poller, piece: unknown) {
  try {
    await run(services, poller, piece)
    count(services, poller.name, 'done')
  } catch (error) {
    count(services, poller.name, 'failed')
    // Its claim ends by itself, and then it is done again.
    services.log.error({ err: error, job: poller.name }, 'a round failed; it will be made again')
  }
}

function count({ roundCounts }: Services, name: string, result: 'done' | 'failed') {
  const counts = roundCounts.get(name) ?? { done: 0, failed: 0 }
  counts[result] += 1
  roundCounts.set(name, counts)
}

/** Does something every second and soon after it was asked for, never twice at a time. */
function repeatedly(services: Services, name: string, act: () => Promise<void>) {
  let isWanted = false
  let isStopped = false
  let underWay: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const clock = setInterval(soon, EVERY).unref()

  function soon() {
    isWanted = true
    if (isStopped || underWay || timer) return
    timer = setTimeout(begin, GATHERING)
  }

  /** The newer release does it from here on. */
  function giveUp() {
    isStopped = true
    clearInterval(clock)
  }

  function begin() {
    timer = undefined
    isWanted = false
    underWay = act()
      .catch((error) => {
        if (error instanceof SchemaNewer) return giveUp()
        count(services, name, 'failed')
        services.log.warn({ err: error, job: name }, 'a round failed; it will be made again')
      })
      .finally(() => {
        underWay = undefined
        if (isWanted) soon()
      })
  }

  soon()
  return {
    soon,
    async stop() {
      isStopped = true
      clearInterval(clock)
      clearTimeout(timer)
      await underWay
    },
  }
}
