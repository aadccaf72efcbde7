// A document with what became of another one marked in it, block by block, for those who review a change.
import type { JSONDocument } from '../markdown/document.ts'
import { changedBlocks } from './changed-blocks.ts'
import { type Markup, markup } from './markup.ts'
import { writeBlock } from './write-blocks.ts'
import { writeWith } from './write-document.ts'
import type { Writing, WrittenDocument } from './written-document.ts'

/** What the marks say. */
export type ChangeWords = { added: string; edited: string; removed: string; before: string }

export function writeChanges(
  before: JSONDocument,
  after: JSONDocument,
  words: ChangeWords,
  writing: Writing = {},
): WrittenDocument {
  return writeWith(after, writing, (state) => {
    // First what is read: anchors are its own, and what is gone gets those that are left.
    const found = changedBlocks(before.nodes, after.nodes).map(({ was, now, isSame }) => ({
      was: isSame ? undefined : was,
      now: now && writeBlock(state, now, { nesting: 0, isOutlined: true }),
      isSame,
    }))
    return found.map(({ was, now, isSame }) => {
      if (isSame) return now ?? []
      return marked(words, was && writeBlock(state, was, { nesting: 0, isOutlined: false }), now)
    })
  })
}

/** What a block was is folded away; what is gone without anything in its place is seen at once. */
function marked(words: ChangeWords, was: Markup | undefined, now: Markup | undefined): Markup {
  if (!was) return markup`<div class="changed added"><p class="change">${words.added}</p>${now}</div>`
  if (!now)
    return markup`<div class="changed removed"><details open><summary class="change">${words.removed}</summary><div class="was">${was}</div></details></div>`
  return markup`<div class="changed edited"><p class="change">${words.edited}</p>${now}<details><summary>${words.before}</summary><div class="was">${was}</div></details></div>`
}
