// Long YAML in pieces. As a tree it takes forty times its size, so of a long text one piece after the other is read and
// forgotten. Where a piece begins is told by how far its lines are indented; a text in which that says nothing is not
// for this.

/** A piece of a text, and what it is in pieces itself. */
export type YamlBlock = { from: number; to: number; entries?: Map<string, YamlBlock> }

/** Reads a few keys at once, and gives back what the block is; undefined where it cannot be read by itself. */
export type ReadPiece = (block: YamlBlock) => Record<string, unknown> | undefined

const PIECE = 256 * 1024
const DEEPEST = 6

type Entry = { from: number; to: number; inside: number }

/** Undefined where the text is not made of keys on lines of their own, or its pieces need one another. */
export function readInPieces(
  text: string,
  read: ReadPiece,
): { value: Record<string, unknown>; block: YamlBlock } | undefined {
  return readBlock({ from: 0, to: text.length }, 0)

  function readBlock(block: YamlBlock, depth: number) {
    const entries = entriesIn(text, block)
    if (!entries || depth > DEEPEST) return
    const value: Record<string, unknown> = {}
    block.entries = new Map()
    for (const one of batchesOf(entries)) {
      const found = one.to - one.from > PIECE ? readLarge(one, depth) : readSmall(one)
      if (!found) return
      for (const key of Object.keys(found.value)) {
        if (Object.hasOwn(value, key)) return
        Object.defineProperty(value, key, {
          value: found.value[key],
          enumerable: true,
          writable: true,
          configurable: true,
        })
        block.entries.set(key, found.block)
      }
    }
    return { value, block }
  }

  function readSmall({ from, to }: Entry) {
    const block = { from, to }
    const value = read(block)
    return value && { value, block }
  }

  /** One key with much below it. */
  function readLarge(entry: Entry, depth: number) {
    const head = read({ from: entry.from, to: entry.inside })
    const [key, ...others] = Object.keys(head ?? {})
    // What stands on the line of the key is its value.
    if (!head || key === undefined || others.length > 0 || head[key] !== null) return readSmall(entry)
    const below = readBlock({ from: entry.inside, to: entry.to }, depth + 1)
    return below ? { value: { [key]: below.value }, block: below.block } : readSmall(entry)
  }
}

/** A key at the beginning of a line; an item of a list is none. */
const KEY = /^[\w$/"'~.-][^\n]*?:(?=\s|$)/

/** Each key that is indented as the first one is, with all lines below it. */
function entriesIn(text: string, { from, to }: YamlBlock): Entry[] | undefined {
  const starts: { from: number; inside: number }[] = []
  let indent: number | undefined
  for (let at = from; at < to; ) {
    const end = text.indexOf('\n', at)
    const next = end < 0 || end >= to ? to : end + 1
    const line = text.slice(at, Math.min(next, at + 1_000))
    const blanks = line.length - line.trimStart().length
    const isKey = KEY.test(line.slice(blanks)) && !/^(?:---|-\s|-$)/.test(line.slice(blanks))
    // What follows is another document.
    if (indent !== undefined && /^(?:---|\.\.\.)(?:\s|$)/.test(line)) return
    indent ??= isKey ? blanks : undefined
    if (isKey && blanks === indent && !line.slice(0, blanks).includes('\t'))
      starts.push({ from: at, inside: next })
    else if (indent === undefined && !/^\s*(?:#|---|$)/.test(line)) return
    at = next
  }
  // What is before the first key, such as a comment, belongs to nothing.
  return starts.length === 0
    ? undefined
    : starts.map((start, at) => ({ ...start, to: starts[at + 1]?.from ?? to }))
}

/** Small ones that stand together are read together. */
function batchesOf(entries: Entry[]): Entry[] {
  const batches: Entry[] = []
  for (const entry of entries) {
    const last = batches.at(-1)
    if (last && entry.to - last.from <= PIECE) last.to = entry.to
    else batches.push({ ...entry })
  }
  return batches
}
