// A document piece by piece, each with what it was before: for those who compare two texts block by block, and say
// something about each. Between the pieces are comments of HTML, as links are filled in later; texts of others have none.
import type { Block, JSONDocument } from '../../markdown/document.ts'
import { writeBlock } from '../blocks/write-blocks.ts'
import { Html } from '../html.ts'
import { type Markup, NOTHING } from '../markup.ts'
import { writeWith } from '../write-document.ts'
import type { HtmlWriteOptions, WrittenDocument } from '../written-document.ts'
import { type Became, changedBlocks } from './changed-blocks.ts'
import { changedWords } from './changed-words.ts'

export type PieceKind = 'same' | 'added' | 'edited' | 'removed'

/** `keys`: of what a comment on it is about, then of what is in it at once; as it is now, or was where it is gone. */
export type Piece = {
  kind: PieceKind
  type: Block['type']
  keys: readonly string[]
  /** Whether it is a block of the page, and not an item of a list. */
  isWhole: boolean
  now?: Html
  was?: Html
}

/** Without a text before, all of it is as it is. */
export function writePieces(
  before: JSONDocument | undefined,
  after: JSONDocument,
  writing: HtmlWriteOptions = {},
): WrittenDocument {
  return writeWith(after, writing, (state) => {
    const found: Became[] = before
      ? changedBlocks(before.nodes, after.nodes)
      : after.nodes.map((now) => ({ now, isSame: true }))
    const tops = new Set(after.nodes)
    const now = found.map(({ was, now, isSame }) => {
      const words = was && now && !isSame ? changedWords(was, now) : undefined
      state.different = words && { as: 'ins', words: words.fresh }
      return { words, written: now && writeBlock(state, now, { nesting: 0, isOutlined: true }) }
    })
    return found.map(({ was, now: is, isSame }, at): Markup => {
      const { words, written } = now[at] ?? {}
      state.different = words && { as: 'del', words: words.gone }
      const old = !isSame && was ? writeBlock(state, was, { nesting: 0, isOutlined: false }) : NOTHING
      const block = is ?? was
      if (!block) return NOTHING
      const kind: PieceKind = isSame ? 'same' : !was ? 'added' : is ? 'edited' : 'removed'
      const isWhole = is !== undefined && tops.has(is)
      return [
        mark(`piece ${kind} ${block.type} ${isWhole} ${keysOf(block, isWhole).join(',')}`),
        written ?? NOTHING,
        mark('was'),
        old,
        mark('end'),
      ]
    })
  })
}

const SIGN = 'quire:'

function mark(text: string) {
  return new Html(`<!--${SIGN}${text}-->`)
}

/** Of the items of a list, too: a piece of a list is about these. */
function keysOf({ key, ...block }: Block, isWhole: boolean): string[] {
  const items = block.type.startsWith('list-') && 'nodes' in block ? block.nodes : []
  const inside = items.flatMap((item) => ('key' in item && item.key ? [item.key] : []))
  return isWhole || inside.length !== 1 ? [...(key ? [key] : []), ...inside] : inside
}

const PIECE =
  /<!--quire:piece (\w+) ([\w-]+) (true|false) ([\w,-]*)-->([\s\S]*?)<!--quire:was-->([\s\S]*?)<!--quire:end-->/g

/** The pieces of a document that was filled in, and what stands behind the last one. */
export function piecesOf({ text }: Html): { pieces: Piece[]; rest: Html } {
  const pieces: Piece[] = []
  let end = 0
  for (const [whole, kind = '', type = '', isWhole, keys = '', now = '', was = ''] of text.matchAll(PIECE)) {
    end = text.indexOf(whole, end) + whole.length
    pieces.push({
      kind: kind as PieceKind,
      type: type as Block['type'],
      keys: keys.split(',').filter(Boolean),
      isWhole: isWhole === 'true',
      now: now === '' ? undefined : new Html(now),
      was: was === '' ? undefined : new Html(was),
    })
  }
  return { pieces, rest: new Html(text.slice(end)) }
}
