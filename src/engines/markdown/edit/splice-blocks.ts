import { groupBy } from '../../content/groups.ts'
import { align } from './alignment.ts'
import { assemble, type Spacing, type TextPart } from './assemble.ts'
import { PAGE } from './edited-text.ts'
import { type SourceBlock, sourceBlocks } from './source-blocks.ts'

/** A text that takes the place of a block, or follows it; `at` is the index of the block, -1 is before all of them. */
export type BlockText = { at: number; place: 'instead' | 'after'; text: string }

/** The text, the keys of its top-level blocks, and of those that each of the texts became. */
export type SplicedBlocks = { text: string; keys: string[]; edited: string[][] }

/**
 * Puts texts in the place of blocks; every other byte stays. Undefined if one of them would be read as something else where
 * it stands than it is by itself, or change how its neighbours are read.
 */
export function spliceBlocks(
  before: string,
  texts: readonly BlockText[],
  sources: readonly SourceBlock[] = sourceBlocks(before),
): SplicedBlocks | undefined {
  const eol = before.includes('\r\n') ? '\r\n' : '\n'
  const pieces = piecesOf(sources, texts, eol)
  const wanted = pieces.flatMap(({ keys }) => keys.map(bareKey))
  for (const spacing of ['as before', 'blank lines'] as const) {
    const text = joined(before, sources, { pieces, eol, spacing })
    const keys = sourceBlocks(text).map(({ key }) => key)
    if (keys.length !== wanted.length || keys.some((key, index) => bareKey(key) !== wanted[index])) continue
    return { text, keys, edited: editedKeys(keys, pieces, texts.length) }
  }
}

/** What is there in the end, in order. `of` names the text that it is, `source` the block that it was. */
type Piece = { text?: string; keys: string[]; source?: number; of?: number }

function piecesOf(sources: readonly SourceBlock[], texts: readonly BlockText[], eol: string): Piece[] {
  const fresh = texts.map(({ at, place, text }, of): Piece & { at: number; place: string } => {
    const lines = text
      .trimEnd()
      .replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '')
      .replace(/\r\n?|\n/g, eol)
    const keys = sourceBlocks(lines).map(({ key }) => key)
    return { at, place, of, text: lines, keys, ...(place === 'instead' && { source: at }) }
  })
  const instead = new Map(fresh.map((piece) => [piece.source, piece]))
  const following = groupBy(
    fresh.filter(({ place }) => place === 'after'),
    ({ at }) => at,
  )
  return [
    ...(following.get(-1) ?? []),
    ...sources.flatMap(({ key }, source) => [
      instead.get(source) ?? { keys: [key], source },
      ...(following.get(source) ?? []),
    ]),
  ]
}

type Joining = { pieces: readonly Piece[]; eol: string; spacing: Spacing }

function joined(before: string, sources: readonly SourceBlock[], { pieces, eol, spacing }: Joining): string {
  const parts: TextPart[] = []
  let last = -1
  for (const { source, text } of pieces) {
    const old = source === undefined ? undefined : sources[source]
    const gap = old && before.slice(sources[(source ?? 0) - 1]?.to ?? 0, old.from)
    if (text === '') {
      // The block goes; definitions that stood before it stay.
      if (gap?.trim()) parts.push({ text: gap.trim(), isNeighbour: false })
      last = -2
      continue
    }
    const isNeighbour =
      source !== undefined && last === source - 1 && (text === undefined || spacing === 'as before')
    parts.push({ text: text ?? before.slice(old?.from, old?.to), isNeighbour, ...(old && { gap }) })
    last = source ?? -2
  }
  const body = assemble(parts, { ...PAGE, eol }, spacing)
  const tail = before.slice(sources.at(-1)?.to ?? 0)
  return body === '' ? tail.trimStart() : body + (tail || (sources.length === 0 ? eol : ''))
}

function editedKeys(keys: readonly string[], pieces: readonly Piece[], count: number): string[][] {
  const edited: string[][] = Array.from({ length: count }, () => [])
  let at = 0
  for (const { of, keys: own } of pieces) {
    const end = at + own.length
    if (of !== undefined) edited[of] = keys.slice(at, end)
    at = end
  }
  return edited
}

/** The keys that each of these texts became in a text that was written as a whole. */
export function alignedKeys(
  before: readonly string[],
  after: readonly string[],
  texts: readonly BlockText[],
): string[][] {
  const edited: string[][] = texts.map(() => [])
  const replacing = new Map(
    texts.flatMap(({ at, place }, of) => (place === 'instead' ? [[at, of] as const] : [])),
  )
  const following = new Map(
    texts.flatMap(({ at, place }, of) => (place === 'after' ? [[at, of] as const] : [])),
  )
  let latest = following.get(-1)
  for (const { before: old, after: now, isSame } of align(before.map(bareKey), after.map(bareKey))) {
    if (old !== undefined && !isSame) latest = replacing.get(old) ?? latest
    const key = now === undefined ? undefined : after[now]
    if (!isSame && key !== undefined && latest !== undefined) edited[latest]?.push(key)
    if (old !== undefined) latest = following.get(old) ?? (isSame ? undefined : latest)
  }
  return edited
}

/** Without the number that tells blocks of the same source apart. */
function bareKey(key: string): string {
  return key.replace(/-\d+$/, '')
}
