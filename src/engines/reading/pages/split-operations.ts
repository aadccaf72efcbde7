// The operations of a description in lists of a size that people can read, each with a name: by what their paths are about.
import type { OutlineOperation } from '../../openapi/outline.ts'

/** More than this do not stand on one page. */
const MOST_OPERATIONS = 50
/** As few as this stay together, whatever their paths are. */
const FEW_OPERATIONS = 20
/** Fewer than this have no page of their own below another. */
const FEWEST = 3
const LONGEST_TITLE = 60

/** `title`: what the list is called; none where it is the whole, or what is left beside others. */
export type OperationList = { title?: string; operations: OutlineOperation[] }

/** By the first segment of their paths that tells them apart. */
export function splitByPath(operations: OutlineOperation[]): OperationList[] {
  if (operations.length <= FEW_OPERATIONS) return [{ operations }]
  return splitFrom(operations, 0)
}

/** Of a tag: only what is too long for a page. */
export function splitLong(operations: OutlineOperation[]): OperationList[] {
  return operations.length <= MOST_OPERATIONS ? [{ operations }] : splitFrom(operations, 0)
}

const DEEPEST = 8

function splitFrom(operations: OutlineOperation[], depth: number): OperationList[] {
  const bySegment = new Map<string, OutlineOperation[]>()
  for (const operation of operations) {
    const segment = segmentsOf(operation.path)[depth] ?? ''
    bySegment.set(segment, [...(bySegment.get(segment) ?? []), operation])
  }
  if (bySegment.size === 1 && depth < DEEPEST && !bySegment.has('')) return splitFrom(operations, depth + 1)
  // Where nearly each has a segment of its own, a page for each would be no help.
  if (bySegment.size === 1 || operations.length / bySegment.size < FEWEST) return inRanges(operations)
  return [...gathered(bySegment, depth)].flatMap(([segment, some]) => {
    const title = titleOf(segment)
    if (some.length <= MOST_OPERATIONS) return [{ title, operations: some }]
    const parts = segment === '' ? inRanges(some) : splitFrom(some, depth + 1)
    return parts.map((part) => ({ ...part, title: joined(title, part.title) }))
  })
}

/** What is below something and has few operations stays with that. */
function gathered(bySegment: Map<string, OutlineOperation[]>, depth: number) {
  if (depth === 0) return bySegment
  const rest: OutlineOperation[] = []
  const kept = new Map<string, OutlineOperation[]>([['', rest]])
  for (const [segment, some] of bySegment)
    if (segment === '' || some.length < FEWEST) rest.push(...some)
    else kept.set(segment, some)
  if (rest.length === 0) kept.delete('')
  return kept
}

/** What stands for a value says nothing of what a path is about, nor does a version. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && !part.includes('{') && !/^v\d+(\.\d+)*$/i.test(part))
}

/** `change-requests` and `changeRequests` are Change requests. */
function titleOf(segment: string): string | undefined {
  const words = segment
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .split(/[\s_.:~-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
  const title = words.join(' ').slice(0, LONGEST_TITLE)
  return title === '' ? undefined : title.charAt(0).toUpperCase() + title.slice(1)
}

function joined(title: string | undefined, part: string | undefined): string | undefined {
  return title === undefined || part === undefined ? (title ?? part) : `${title}: ${part}`
}

/** What paths do not tell apart is called by its first and its last operation. */
function inRanges(operations: OutlineOperation[]): OperationList[] {
  return rangesOf(operations, MOST_OPERATIONS).map(({ title, items }) => ({ title, operations: items }))
}

/** Lists of so many, each called by its first and its last; one that is all of them has no name. */
export function rangesOf<Named extends { title: string }>(all: readonly Named[], most: number) {
  if (all.length <= most) return [{ title: undefined, items: [...all] }]
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => {
    const items = all.slice(at * most, (at + 1) * most)
    return { title: `${clipped(items[0]?.title ?? '')} – ${clipped(items.at(-1)?.title ?? '')}`, items }
  })
}

function clipped(title: string): string {
  return title.length > 40 ? `${title.slice(0, 39).trimEnd()}…` : title
}
