// A document with what became of another one marked in it, block by block and word by word, for those who review a
// change.
import type { JSONDocument } from '../../markdown/document.ts'
import { writeBlock } from '../blocks/write-blocks.ts'
import { html } from '../html.ts'
import { type Markup, markup } from '../markup.ts'
import { writeWith } from '../write-document.ts'
import type { HtmlWriteOptions, WrittenDocument } from '../written-document.ts'
import { changedBlocks } from './changed-blocks.ts'
import { changedWords } from './changed-words.ts'

/** Of the changes of a page, counted from 1. No heading has an id with a colon. */
const CHANGE = 'page:change-'
export const FIRST_CHANGE = `${CHANGE}1`

/** What the marks say. */
export type ChangeWords = { added: string; edited: string; removed: string; before: string }

export function writeChanges(
  before: JSONDocument,
  after: JSONDocument,
  marks: ChangeWords,
  writing: HtmlWriteOptions = {},
): WrittenDocument {
  return writeWith(after, writing, (state) => {
    // First what is read: anchors are its own, and what is gone gets those that are left.
    const found = changedBlocks(before.nodes, after.nodes).map(({ was, now, isSame }) => {
      const words = was && now && !isSame ? changedWords(was, now) : undefined
      state.different = words && { as: 'ins', words: words.fresh }
      const written = now && writeBlock(state, now, { nesting: 0, isOutlined: true })
      return { was: isSame ? undefined : was, now: written, isSame, words }
    })
    let count = 0
    return found.map(({ was, now, isSame, words }) => {
      if (isSame) return now ?? []
      state.different = words && { as: 'del', words: words.gone }
      const old = was && writeBlock(state, was, { nesting: 0, isOutlined: false })
      count += 1
      return marked(marks, { was: old, now, id: `${CHANGE}${count}` }, words?.fresh.size === 0)
    })
  })
}

type Change = { was: Markup | undefined; now: Markup | undefined; id: string }

/** What a block was is folded away, unless it alone tells what changed: words that are gone, and none that came. */
function marked(words: ChangeWords, { was, now, id }: Change, isOpen: boolean): Markup {
  if (!was)
    return markup`<div class="changed added" id="${id}"><p class="change">${words.added}</p>${now}</div>`
  if (!now)
    return markup`<div class="changed removed" id="${id}"><details open><summary class="change">${words.removed}</summary><div class="was">${was}</div></details></div>`
  return markup`<div class="changed edited" id="${id}"><p class="change">${words.edited}</p>${now}<details${isOpen && html` open`}><summary>${words.before}</summary><div class="was">${was}</div></details></div>`
}
