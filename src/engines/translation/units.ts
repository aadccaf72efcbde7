// A text of Markdown as units to translate, and the text with their translations in their places.
import { hashOfText } from '../content/nodes/nodes.ts'
import { editMarkdown } from '../markdown/edit.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { publicDocument } from '../markdown/public-document.ts'
import { type InlinePlaceholder, readString, writeInlines } from './inline-text.ts'
import { hasWords, type Slot, type SlotKind, slotsOf } from './slots.ts'
import { unitProblem } from './unit-problem.ts'

export type UnitKind = 'title' | 'description' | SlotKind

/** What must be translated as one: a paragraph, a heading, a cell, a label. */
export type Unit = {
  /**
   * The hash of what it says, and which of several that say the same in a page. It does not depend on where the unit
   * stands nor on what its placeholders stand for: moving a block, or linking elsewhere, needs no new translation.
   */
  key: string
  kind: UnitKind
  text: string
  placeholders: ShownPlaceholder[]
}

/** Numbered from 1, in their order. */
export type ShownPlaceholder = { kind: 'single' | 'pair'; shown: string }

/** Finds the translation of a unit; undefined leaves the source. */
export type Translate = (key: string) => string | undefined

export function unitsOf(markdown: string): Unit[] {
  return keyed(slotsOf(publicDocument(parseMarkdown(markdown))))
}

/** Titles and descriptions have no markup. */
export function unitOfString(kind: 'title' | 'description', content: string): Unit | undefined {
  const { text, placeholders } = readString(content)
  if (!hasWords(text)) return undefined
  return { key: keyOf(text, 1), kind, text, placeholders: placeholders.map(shown) }
}

export function translateString(content: string, translate: Translate): string {
  const { text, placeholders } = readString(content)
  const target = hasWords(text) ? fitting(text, translate(keyOf(text, 1))) : undefined
  if (target === undefined) return content
  return writeInlines(target, placeholders)
    .map((node) => (node.object === 'text' ? node.leaves.map((part) => part.text).join('') : ''))
    .join('')
    .replace(/\s+/g, ' ')
}

/** Everything but the translated texts stays byte for byte as it is. */
export function translateMarkdown(markdown: string, translate: Translate): string {
  const document = publicDocument(parseMarkdown(markdown))
  const slots = slotsOf(document)
  const keys = keysOf(slots.map(({ text }) => text))
  let isChanged = false
  slots.forEach((slot, index) => {
    const target = fitting(slot.text, translate(keys[index] ?? ''))
    if (target === undefined) return
    slot.put(target)
    isChanged = true
  })
  return isChanged ? editMarkdown(markdown, document) : markdown
}

/** A translation made for another source may lack what this one needs. */
function fitting(source: string, target: string | undefined) {
  if (target === undefined || target === source || unitProblem(source, target)) return undefined
  return tidy(source, target)
}

/** Tools that translate break lines as they like; only where the source breaks a line may a translation do so. */
export function tidy(source: string, target: string) {
  const lines = target.trim().replace(/\r\n?/g, '\n')
  return source.includes('\n') ? lines.replace(/[ \t]*\n\s*/g, '\n') : lines.replace(/\s*\n\s*/g, ' ')
}

function keyed(slots: readonly Slot[]): Unit[] {
  const keys = keysOf(slots.map(({ text }) => text))
  return slots.map(({ kind, text, placeholders }, index) => ({
    key: keys[index] ?? '',
    kind,
    text,
    placeholders: placeholders.map(shown),
  }))
}

const LONGEST_SHOWN = 200

function shown({ kind, shown: full }: InlinePlaceholder): ShownPlaceholder {
  return { kind, shown: full.slice(0, LONGEST_SHOWN).toWellFormed() }
}

/** The keys of texts in their order: the second that says the same has a number. */
export function keysOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return keyOf(text, count)
  })
}

/** As the ids of XLIFF allow. */
const KEY_LENGTH = 16

function keyOf(text: string, occurrence: number) {
  const hash = hashOfText(text).slice(0, KEY_LENGTH)
  return occurrence === 1 ? hash : `${hash}.${occurrence}`
}

/** The key of the first that says the same. */
export function firstKey(key: string) {
  return key.replace(/\.\d+$/, '')
}
