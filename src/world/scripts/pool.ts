// Which scripts have a process: started for a call, shared by the calls of one script, ended when there is no work.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { accountOfScripts, makeFolder } from './account.ts'
import { callScript, NotDelivered } from './call.ts'
import type { ScriptFormat } from './config.ts'
import { closing, inSeconds, ScriptFailed } from './failure.ts'
import { isWithinShare, openWaiting } from './fair-share.ts'
import { LOOK_EVERY_MS, megabytesOf } from './memory.ts'
import { outgoingServer } from './outbound-proxy.ts'
import { openPauses } from './pauses.ts'
import { type ScriptProcess, startProcess } from './process.ts'
import { usableProgram } from './program.ts'
import type { CallLimits, Script, ScriptRequest, Scripts, ScriptsOptions } from './scripts.ts'
import { startWatcher } from './watcher.ts'

const LIMITS: CallLimits = { timeout: 30_000, maxBytes: 10_000_000, background: 30_000 }
const MEGABYTES = 384

/** A process and the calls that it has; while it starts there is no process yet. */
type Slot = {
  key: string
  tenant: string
  ready: Promise<ScriptProcess>
  process?: ScriptProcess
  /** Calls whose work is not over. */
  work: number
  lastUsed: number
  rest?: NodeJS.Timeout
  /** Requests that may still be sent. */
  requests: number
}

/** Scripts in workerd. Nothing is started, and no folder made, before the first call. */
export function systemScripts(options: ScriptsOptions): Scripts {
  const { most = mostByMemory(), idle = 60_000, patience = 10_000, mostCalls = 100 } = options
  const { heapMegabytes = 128, megabytes = MEGABYTES, mostRequests = 50 } = options
  const { startTimeout = 30_000, awakeWithin = 1_000 } = options
  const slots = new Map<string, Slot>()
  const running = new Set<Promise<unknown>>()
  const waiting = openWaiting(mostCalls)
  const pauses = openPauses()
  const close = new AbortController()
  let place: Promise<Place> | undefined
  let look: NodeJS.Timeout | undefined

  async function call(script: Script, request: ScriptRequest, limits: Partial<CallLimits> = {}) {
    // Twice at most: a process may end between the moment it is chosen and the call.
    for (let isLast = false; ; isLast = true) {
      const slot = await take(script)
      try {
        const answer = await callScript(await slot.ready, request, { ...LIMITS, ...limits })
        void answer.finished.then(() => release(slot))
        return answer
      } catch (error) {
        release(slot)
        if (!(error instanceof NotDelivered)) throw error
        if (isLast) throw new ScriptFailed('crashed', 'The process of the script ended before the call.')
        // It is no longer to be chosen, also where its end is not known yet.
        end(slot, 'The script does not accept calls.')
      }
    }
  }

  async function take(script: Script): Promise<Slot> {
    const giveUpAt = Date.now() + patience
    for (;;) {
      if (close.signal.aborted) throw closing()
      throwIfHeldBack(script.key)
      const slot = slots.get(script.key)
      if (slot && slot.work >= mostCalls) throw busy(`The script already runs ${mostCalls} calls`)
      if (slot && slot.work > 0) return begin(slot)
      if (mayTake(script.tenant) && (slot || hasRoom())) return begin(slot ?? open(script))
      const isChanged = await waiting.changed(script.tenant, giveUpAt - Date.now())
      if (!isChanged) throw busy('Too many scripts are running')
    }
  }

  /** One tenant never has all processes, whatever its scripts do. */
  function mayTake(tenant: string) {
    const atWork = [...slots.values()].filter(({ work }) => work > 0)
    const own = atWork.filter((slot) => slot.tenant === tenant).length
    return isWithinShare({ own, atWork: atWork.length, most })
  }

  function begin(slot: Slot) {
    clearTimeout(slot.rest)
    if (slot.work === 0) slot.requests = 0
    slot.work += 1
    slot.requests += mostRequests
    look ??= setInterval(() => void weigh(), LOOK_EVERY_MS).unref()
    return slot
  }

  function release(slot: Slot) {
    slot.work -= 1
    slot.lastUsed = Date.now()
    if (slot.work > 0 || slots.get(slot.key) !== slot) return
    slot.rest = setTimeout(() => end(slot, 'The script was idle.'), idle).unref()
    waiting.wake()
  }

  /** The one that has had nothing to do for longest makes room. */
  function hasRoom() {
    if (slots.size < most) return true
    const unused = [...slots.values()].filter(({ work }) => work === 0)
    const oldest = unused.sort((one, other) => one.lastUsed - other.lastUsed)[0]
    if (oldest) end(oldest, 'The script was stopped to run another one.')
    return oldest !== undefined
  }

  function open(script: Script): Slot {
    const { key, tenant } = script
    const slot: Slot = { key, tenant, ready: start(), work: 0, lastUsed: Date.now(), requests: 0 }
    slots.set(script.key, slot)
    // Those who wait for it are told by themselves.
    slot.ready.catch((error) => {
      drop(slot)
      stopped(script.key, error)
    })
    return slot

    async function start() {
      const { fetcher, api = () => undefined } = options
      place ??= findPlace(options.programFolder)
      const { folder, ...found } = await place.catch(forgetPlace)
      const limits = { heapMegabytes, startTimeout, awakeWithin, closing: close.signal }
      const text = await script.text()
      const startAs = (format: ScriptFormat) =>
        startProcess(text, {
          ...found,
          ...limits,
          format,
          outgoing: outgoingServer({ fetcher, api, count: () => slot.requests > 0 && slot.requests-- > 0 }),
          home: join(folder, randomUUID().slice(0, 8)),
        })
      // Only the runtime can tell which of both it is. What is neither is told as a module, as that is what authors write.
      const process = await startAs('module').catch((problem) => {
        if (!(problem instanceof ScriptFailed) || problem.kind !== 'invalid') throw problem
        return startAs('service-worker').catch(() => {
          throw problem
        })
      })
      slot.process = process
      const burial = process.gone.then((why) => {
        running.delete(burial)
        drop(slot)
        stopped(slot.key, why)
      })
      running.add(burial)
      return process
    }
  }

  /** What made it fail may pass: the next call looks again. */
  function forgetPlace(error: unknown): never {
    place = undefined
    throw error
  }

  function stopped(key: string, why: unknown) {
    if (!(why instanceof ScriptFailed) || !FAULTS.has(why.kind)) return
    pauses.stopped(key, why.message)
    options.log?.warn({ script: key, kind: why.kind }, `a script was stopped: ${why.message}`)
  }

  function drop(slot: Slot) {
    clearTimeout(slot.rest)
    if (slots.get(slot.key) === slot) slots.delete(slot.key)
    waiting.wake()
  }

  function end(slot: Slot, why: string) {
    drop(slot)
    slot.process?.kill(new ScriptFailed('closed', why))
  }

  async function weigh() {
    const atWork = [...slots.values()].flatMap(({ work, process }) => (work > 0 && process ? [process] : []))
    if ([...slots.values()].every(({ work }) => work === 0)) {
      clearInterval(look)
      look = undefined
    }
    const sizes = await megabytesOf(atWork.map(({ pid }) => pid))
    const words = `The script exceeded its memory limit of ${megabytes} MB.`
    for (const process of atWork)
      if ((sizes.get(process.pid) ?? 0) > megabytes) process.kill(new ScriptFailed('memory', words))
  }

  function throwIfHeldBack(key: string) {
    const pause = pauses.left(key)
    if (!pause) return
    const words = `The script was stopped several times. It can run again in ${inSeconds(pause.milliseconds)}.`
    throw new ScriptFailed('held-back', `${words} At last: ${pause.why}`, { retryAfter: pause.milliseconds })
  }

  return {
    call,
    async close() {
      close.abort()
      waiting.wake()
      clearInterval(look)
      await Promise.allSettled([...slots.values()].map(({ ready }) => ready))
      await Promise.all(running)
      const opened = await place?.catch(() => undefined)
      await opened?.watcher.end()
      if (opened) await rm(opened.folder, { recursive: true, force: true })
    },
  }
}

type Place = Awaited<ReturnType<typeof findPlace>>

async function findPlace(programFolder: string | undefined) {
  const account = accountOfScripts()
  const folder = await makeFolder(account)
  try {
    const program = await usableProgram(account, [programFolder ?? folder, folder])
    return { account, folder, program, watcher: startWatcher(folder, account) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** The script's own, as far as one can tell. */
const FAULTS = new Set(['timeout', 'memory', 'crashed', 'invalid'])

/** A quarter of the machine's memory, should all of them take what they may. */
function mostByMemory() {
  const quarter = totalmem() / 1024 / 1024 / 4
  return Math.min(8, Math.max(2, Math.floor(quarter / MEGABYTES)))
}

function busy(what: string) {
  return new ScriptFailed('busy', `${what}; try again later.`)
}
