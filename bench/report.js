export const MEMORY_GOAL = 150

export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Medians of the rounds of one case, and how they compare. */
export function summarize({ name, goal }, rounds) {
  const sides = {}
  for (const side of ['quire', 'same', 'core']) {
    const of = (field) => median(rounds.map((round) => round[side][field]))
    sides[side] = {
      perSecond: of('perSecond'),
      p99: of('p99'),
      processorMicroseconds: of('processorMicroseconds'),
    }
  }
  const ratioTo = (side) => sides.quire.perSecond / sides[side].perSecond
  const ratio = ratioTo('same')
  return { name, goal, ...sides, ratio, coreRatio: ratioTo('core'), isReached: ratio >= goal, rounds }
}

export function describe({ cases, starts, memory, settings }) {
  const titles = { same: 'the same SQL', core: 'only the SQL of the resource, without token and standing' }
  return [
    `Medians of ${settings.rounds} rounds of ${settings.seconds} s, ${settings.connections} connections.`,
    '',
    `Quire against a bare node:http + pg server that runs ${titles.same}:`,
    table(cases.map((row) => comparison(row, 'same', row.ratio, row.goal))),
    '',
    `Stricter, for information: against one that runs ${titles.core}:`,
    table(cases.map((row) => comparison(row, 'core', row.coreRatio))),
    '',
    'Processor time a request in the server process, microseconds:',
    table(cases.map(processorTimes)),
    '',
    table(memory.map(({ when, megabytes }) => memoryRow(when, megabytes))),
    '',
    table(
      starts.map(({ what, milliseconds }) => ({
        'start until /readyz answers': what,
        s: fixed(milliseconds / 1000, 2),
      })),
    ),
  ].join('\n')
}

function comparison({ name, quire, ...row }, side, ratio, goal) {
  return {
    case: name,
    'quire req/s': fixed(quire.perSecond),
    'p99 ms': fixed(quire.p99),
    'bare req/s': fixed(row[side].perSecond),
    'bare p99 ms': fixed(row[side].p99),
    ratio: fixed(ratio, 2),
    ...(goal && { goal: fixed(goal, 2), reached: ratio >= goal ? 'yes' : 'NO' }),
  }
}

function processorTimes({ name, quire, same, core }) {
  return {
    case: name,
    quire: fixed(quire.processorMicroseconds),
    'bare, same SQL': fixed(same.processorMicroseconds),
    'bare, resource only': fixed(core.processorMicroseconds),
  }
}

function memoryRow(when, megabytes) {
  return {
    'memory of Quire': when,
    MB: fixed(megabytes),
    goal: `< ${MEMORY_GOAL}`,
    reached: megabytes < MEMORY_GOAL ? 'yes' : 'NO',
  }
}

function fixed(number, digits = 0) {
  return Number.isFinite(number) ? number.toFixed(digits) : '?'
}

function table(rows) {
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)))
  const line = (cells) =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`
  const rule = line(widths.map((width) => '─'.repeat(width)))
  return [line(names), rule, ...rows.map((row) => line(Object.values(row)))].join('\n')
}
