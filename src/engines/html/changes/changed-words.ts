// Of a block that became another one: which words are new, and which are gone.
import { aligned } from '../../content/diff/aligned.ts'
import type { Block, Leaf, Text } from '../../markdown/document.ts'

/** From one letter of a leaf up to another, which does not belong to it. */
export type Stretch = { from: number; to: number }

/** The words of a document that differ from another, by the leaves they are in. */
export type DifferentWords = ReadonlyMap<Leaf, readonly Stretch[]>

/** `print`: the same for words that are. */
type Word = Stretch & { leaf: Leaf; word: string; print: string }

/** Of one block. Who changed more than that at once reads it anew anyway. */
const MOST_LETTERS = 50_000

/** Undefined where no word stayed: then all of it is another text, and marks would say no more than the block does. */
export function changedWords(
  was: Block,
  now: Block,
): { gone: DifferentWords; fresh: DifferentWords } | undefined {
  const [before, after] = [wordsOf(was), wordsOf(now)]
  if (!before || !after) return
  const { same, gaps } = aligned(
    before.map(({ print }) => print),
    after.map(({ print }) => print),
  )
  if (!same.some(([at]) => /[\p{L}\p{N}]/u.test(before[at]?.word ?? ''))) return
  const pick = (words: readonly Word[], numbers: number[][]) =>
    stretches(numbers.map((some) => some.flatMap((at) => words[at] ?? [])))
  return {
    gone: pick(
      before,
      gaps.map((gap) => gap.before),
    ),
    fresh: pick(
      after,
      gaps.map((gap) => gap.after),
    ),
  }
}

/** Words that follow one another are marked together with what is between them. */
function stretches(gaps: readonly (readonly Word[])[]): DifferentWords {
  const found = new Map<Leaf, Stretch[]>()
  for (const words of gaps) {
    let last: (Stretch & { leaf: Leaf }) | undefined
    for (const { leaf, from, to } of words) {
      if (last?.leaf === leaf) {
        last.to = to
        continue
      }
      last = { leaf, from, to }
      found.set(leaf, [...(found.get(leaf) ?? []), last])
    }
  }
  return found
}

/** Where words are not set apart by blanks, each letter counts as one; so does each sign. */
const ALONE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const WORD = new RegExp(`(?:(?![${ALONE}])[\\p{L}\\p{M}\\p{N}_])+|\\S`, 'gu')

function wordsOf(block: Block): Word[] | undefined {
  const leaves: { leaf: Leaf; look: string }[] = []
  collect(block, '', leaves)
  const letters = leaves.reduce((sum, { leaf }) => sum + leaf.text.length, 0)
  if (letters > MOST_LETTERS) return
  return leaves.flatMap(({ leaf, look }) =>
    [...leaf.text.matchAll(WORD)].map(({ 0: word, index }) => ({
      leaf,
      from: index,
      to: index + word.length,
      word,
      print: `${word} ${look}`,
    })),
  )
}

/** `around`: the link they are in. The same word in bold, or with another link, is another one. */
function collect(value: unknown, around: string, found: { leaf: Leaf; look: string }[]) {
  if (Array.isArray(value)) for (const one of value) collect(one, around, found)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  if (isText(value)) {
    for (const leaf of value.leaves) found.push({ leaf, look: `${JSON.stringify(leaf.marks)} ${around}` })
    return
  }
  const link = Reflect.get(value, 'type') === 'link' ? JSON.stringify(Reflect.get(value, 'data')) : around
  for (const [name, field] of Object.entries(value)) if (name !== 'meta') collect(field, link, found)
}

function isText(value: object): value is Text {
  return Reflect.get(value, 'object') === 'text' && Array.isArray(Reflect.get(value, 'leaves'))
}
