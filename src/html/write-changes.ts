// A document with what became of another one marked in it, block by block, for those who review a change.
import { align, type Step } from '../markdown/alignment.ts'
import type { Block, JSONDocument } from '../markdown/document.ts'
import { fingerprint } from '../markdown/same.ts'
import { type Markup, markup } from './markup.ts'
import { writeBlock } from './write-blocks.ts'
import { writeWith } from './write-document.ts'
import type { WriteState } from './write-state.ts'
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
    const now = after.nodes.map((block) => writeBlock(state, block, { nesting: 0, isOutlined: true }))
    return changedBlocks(before.nodes, after.nodes).map(({ before: old, after: fresh, isSame }) => {
      const block = fresh === undefined ? undefined : now[fresh]
      if (isSame) return block ?? []
      const was = old === undefined ? undefined : writeOld(state, before.nodes[old])
      return marked(words, was, block)
    })
  })
}

/**
 * Which blocks stayed, became another one, are new or gone. Between two that stayed, a block became one of its own type:
 * a table is not what a paragraph turned into.
 */
function changedBlocks(before: readonly Block[], after: readonly Block[]): Step[] {
  const steps: Step[] = []
  let run: Step[] = []
  const endRun = () => {
    const old = run.flatMap((step) => step.before ?? [])
    const fresh = run.flatMap((step) => step.after ?? [])
    run = []
    const typesOf = (blocks: readonly Block[], places: number[]) => places.map((at) => blocks[at]?.type ?? '')
    for (const step of align(typesOf(before, old), typesOf(after, fresh))) {
      const was = step.before === undefined ? undefined : old[step.before]
      const is = step.after === undefined ? undefined : fresh[step.after]
      if (step.isSame) steps.push({ before: was, after: is, isSame: false })
      else {
        if (was !== undefined) steps.push({ before: was, isSame: false })
        if (is !== undefined) steps.push({ after: is, isSame: false })
      }
    }
  }
  for (const step of align(before.map(printOf), after.map(printOf))) {
    if (!step.isSame) run.push(step)
    else {
      endRun()
      steps.push(step)
    }
  }
  endRun()
  return steps
}

function printOf(block: Block): string {
  return fingerprint(block)
}

function writeOld(state: WriteState, block: Block | undefined): Markup | undefined {
  return block && writeBlock(state, block, { nesting: 0, isOutlined: false })
}

/** What a block was is folded away; what is gone without anything in its place is seen at once. */
function marked(words: ChangeWords, was: Markup | undefined, now: Markup | undefined): Markup {
  if (!was) return markup`<div class="changed added"><p class="change">${words.added}</p>${now}</div>`
  if (!now)
    return markup`<div class="changed removed"><details open><summary class="change">${words.removed}</summary><div class="was">${was}</div></details></div>`
  return markup`<div class="changed edited"><p class="change">${words.edited}</p>${now}<details><summary>${words.before}</summary><div class="was">${was}</div></details></div>`
}
