// How much work something is, as a number that no other work on the machine changes: how often each block of code ran,
// in libraries too, and how many characters or items the methods of the language that are no code went through.
import { type Profiler, Session } from 'node:inspector'

/** Counts steps until it is closed. Meanwhile all code runs slower. */
export function stepCounter() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    stepsOf(run: () => unknown): number {
      blocksRun(session)
      const natives = watchNatives()
      try {
        run()
      } finally {
        natives.stop()
      }
      return natives.count() + blocksRun(session)
    },
    async stepsDuring(run: () => Promise<unknown>): Promise<number> {
      blocksRun(session)
      const natives = watchNatives()
      try {
        await run()
      } finally {
        natives.stop()
      }
      return natives.count() + blocksRun(session)
    },
    close() {
      session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** Since it was last asked. */
function blocksRun(session: Session): number {
  let coverage: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (_, taken) => {
    coverage = taken.result
  })
  let sum = 0
  for (const { functions } of coverage)
    for (const { ranges } of functions) for (const { count } of ranges) sum += count
  return sum
}

type Call = { on: unknown; args: unknown[]; answer: unknown }
type Cost = (call: Call) => number

const all: Cost = ({ on }) => lengthOf(on)
const answered: Cost = ({ answer }) => lengthOf(answer)
/** From where it begins up to the place that was found. */
const searched: Cost = ({ on, args: [, from], answer }) =>
  (Number(answer) < 0 ? lengthOf(on) : Number(answer)) - Number(from ?? 0)

const WATCHED: [holder: object, costs: Record<string | symbol, Cost>][] = [
  [
    String.prototype,
    { includes: all, indexOf: searched, lastIndexOf: all, repeat: answered, replaceAll: all, split: all },
  ],
  [
    Array.prototype,
    {
      ...{ concat: answered, includes: all, indexOf: searched, join: answered, shift: all, slice: answered },
      ...{ splice: all, unshift: all, [Symbol.iterator]: all },
    },
  ],
  [JSON, { stringify: answered }],
  // All that takes a pattern asks this one.
  [RegExp.prototype, { exec: matched }],
]

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}

/** A pattern that may begin anywhere and is nowhere was looked for everywhere. */
function matched({ on, args: [text], answer }: Call): number {
  if (answer) return lengthOf((answer as RegExpExecArray)[0]) + 1
  const { sticky, source, multiline } = on as RegExp
  return sticky || (source.startsWith('^') && !multiline) ? 1 : lengthOf(text)
}

type Method = (this: unknown, ...args: unknown[]) => unknown

function watchNatives() {
  let count = 0
  const undo: (() => void)[] = []
  for (const [holder, costs] of WATCHED) {
    for (const name of Reflect.ownKeys(costs)) {
      const method = Reflect.get(holder, name) as Method
      const cost = Reflect.get(costs, name) as Cost
      const watched: Method = function (...args) {
        const answer = method.apply(this, args)
        count += cost({ on: this, args, answer })
        return answer
      }
      Reflect.set(holder, name, watched)
      undo.push(() => Reflect.set(holder, name, method))
    }
  }
  return {
    count: () => count,
    stop() {
      for (const each of undo) each()
    },
  }
}
