// Blocks that come into a tag, or out of one: the tag is new or gone, and they stay as they are spelt.
import type { Block } from '../document.ts'
import { containerTag } from '../write/write-tags.ts'
import { type EditedText, PAGE } from './edited-text.ts'
import type { BlockFrame } from './frame.ts'
import type { SourceBlock } from './source-blocks.ts'

/** Tags that anything may be put between. */
const isWrapper = ({ type }: Block) => type === 'if' || type === 'hint'

/** What was in a tag that is gone. */
export function comeOutOf({ layout }: EditedText, gone: SourceBlock): readonly SourceBlock[] {
  return layout.prefix === '' && isWrapper(gone.block) && gone.isApart ? gone.within() : []
}

/** A new tag around blocks that stood below each other and are nowhere else now. */
export function newFrame(
  { text, eol, layout, sources }: EditedText,
  wrapper: Block,
  comesIn: (source: SourceBlock) => boolean,
): BlockFrame | undefined {
  if (layout.prefix !== '' || !isWrapper(wrapper)) return
  const first = sources.findIndex(comesIn)
  const last = sources.findLastIndex(comesIn)
  const within = sources.slice(Math.max(0, first), last + 1)
  const [from, to] = [within[0]?.from ?? 0, within.at(-1)?.to ?? 0]
  const isWhole = within.every((source) => source.isApart && comesIn(source))
  const isBlank = within.every(
    (source, at) => text.slice(within[at - 1]?.to ?? from, source.from).trim() === '',
  )
  if (within.length === 0 || !isWhole || !isBlank) return
  return {
    open: containerTag(wrapper) + eol,
    inside: {
      text: text.slice(from, to),
      eol,
      sources: within.map((each) => earlier(each, from)),
      layout: PAGE,
    },
    close: `${eol}{% end${wrapper.type} %}`,
    mayBeEmpty: false,
  }
}

function earlier(source: SourceBlock, by: number): SourceBlock {
  const within = () => source.within().map((each) => earlier(each, by))
  return { ...source, from: source.from - by, to: source.to - by, within }
}
