import { engine } from '../../markdown/engine/engine.ts'

/** Where the first link of a line stands: its text, its destination as written, and what they mean. */
export type LineLink = {
  from: number
  to: number
  destinationFrom: number
  destinationTo: number
  target: string
  navTitle?: string
}

/** One pass over the line: a link is found when its text is closed, so no bracket is looked at twice. */
export function firstLink(line: string, from: number): LineLink | undefined {
  const open: number[] = []
  const ticks = closingTicks(line, from)
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '\\') at++
    else if (character === '`') at = ticks(at) - 1
    else if (character === '[') open.push(at)
    else if (character === ']') {
      const start = open.pop()
      const isImage = start !== undefined && line.charAt(start - 1) === '!' && line.charAt(start - 2) !== '\\'
      const link = start === undefined || isImage ? undefined : linkAt(line, start, at)
      if (link) return link
    }
  }
  return undefined
}

/** Code spans: a run of backticks is closed by the next one just as long; without one it is text. */
function closingTicks(line: string, from: number): (at: number) => number {
  const runs = new Map<number, { places: number[]; next: number }>()
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (index < from) continue
    const known = runs.get(run.length) ?? { places: [], next: 0 }
    known.places.push(index)
    runs.set(run.length, known)
  }
  return (at) => {
    let end = at
    while (line.charAt(end) === '`') end++
    const run = runs.get(end - at)
    if (!run) return end
    while (run.next < run.places.length && (run.places[run.next] ?? 0) < end) run.next++
    const close = run.places[run.next]
    return close === undefined ? end : close + (end - at)
  }
}

function linkAt(line: string, open: number, close: number): LineLink | undefined {
  if (line.charAt(close + 1) !== '(') return undefined
  const start = afterBlanks(line, close + 2)
  const isEmpty = line.charAt(start) === ')'
  const destination = engine.helpers.parseLinkDestination(line, start, line.length)
  if (!isEmpty && !destination.ok) return undefined
  const end = isEmpty ? start : destination.pos
  const after = afterBlanks(line, end)
  const title = after > end ? engine.helpers.parseLinkTitle(line, after, line.length) : undefined
  const last = title?.ok ? afterBlanks(line, title.pos) : after
  if (line.charAt(last) !== ')') return undefined
  return {
    from: open + 1,
    to: close,
    destinationFrom: start,
    destinationTo: end,
    target: isEmpty ? '' : destination.str,
    ...(title?.ok && { navTitle: title.str }),
  }
}

function afterBlanks(line: string, from: number): number {
  let at = from
  while (line.charAt(at) === ' ' || line.charAt(at) === '\t') at++
  return at
}
