import type { Block } from './document.ts'
import { fingerprint } from './same.ts'
import type { SourceBlock } from './source-blocks.ts'
import { containerTag } from './write-tags.ts'

/** Blocks between two lines that are tags. */
const FRAMED = new Set<Block['type']>([
  ...(['hint', 'if', 'tabs', 'tabs-item', 'stepper', 'stepper-step', 'columns', 'column'] as const),
  ...(['updates', 'update', 'prompt', 'api-method', 'api-method-part'] as const),
])

/** A container in its text: the line that opens it, what it holds, and the line that closes it. */
export type Frame = { open: string; inside: string; close: string; sources: SourceBlock[] }

const FIRST_LINE = /^[ \t]*\{%[^\r\n]*(?:\r\n?|\n)/
const LAST_LINE = /[^\r\n]*$/

export function isFramed(block: Block): boolean {
  return FRAMED.has(block.type)
}

export function frameOf(text: string, source: SourceBlock): Frame | undefined {
  const whole = text.slice(source.from, source.to)
  const open = FIRST_LINE.exec(whole)?.[0]
  const close = LAST_LINE.exec(whole)?.[0]
  if (!isFramed(source.block) || open === undefined || close === undefined) return undefined
  const start = source.from + open.length
  const sources = source.within().map((each) => moved(each, start))
  return { open, inside: whole.slice(open.length, whole.length - close.length), close, sources }
}

/** The same block in a text that begins later. */
function moved(source: SourceBlock, by: number): SourceBlock {
  const within = () => source.within().map((each) => moved(each, by))
  return { ...source, from: source.from - by, to: source.to - by, within }
}

/** The opening line for what the container is to be: as it was, unless it says something else. */
export function openingOf(wanted: Block, was: Block, { open }: Frame): string {
  if (containerTag(wanted) === containerTag(was)) return open
  // A client that sends no attributes we remember changed none of them.
  const isSame = !wanted.meta?.attributes && fingerprint(dataOf(wanted)) === fingerprint(dataOf(was))
  return isSame ? open : containerTag(wanted) + (/[\r\n]+$/.exec(open)?.[0] ?? '')
}

function dataOf(block: Block): object {
  return ('data' in block && block.data) || {}
}
