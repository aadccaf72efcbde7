// Work on texts takes milliseconds a page, so it is done beside the event loop; and a file that somebody sends, apart.

import type { Task } from '../../world/threads/threads.ts'
import { own } from '../markdown/nodes.ts'
import { type HandEdit, type HandEditedText, handEdits } from './hand-edits.ts'
import { firstKey, translateMarkdown, type Unit, unitsOf } from './units.ts'
import { NotXliff, readXliff, type XliffRead } from './xliff-read.ts'

export const readUnits: Task<string[], Unit[][]> = {
  name: 'translation.read-units',
  lane: 'requests',
  work: (texts) => texts.map(unitsOf),
}

/** A text, and translations by the keys of its units. */
export type TextToTranslate = { text: string; targets: Record<string, string> }

export const translateTexts: Task<TextToTranslate[], string[]> = {
  name: 'translation.translate-texts',
  lane: 'index',
  work: (texts) =>
    texts.map(({ text, targets }) =>
      translateMarkdown(text, (key) => own(targets, key) ?? own(targets, firstKey(key))),
    ),
}

export const findHandEdits: Task<HandEditedText[], HandEdit[][]> = {
  name: 'translation.find-hand-edits',
  lane: 'index',
  work: (texts) => texts.map(handEdits),
}

export const readXliffFile: Task<string, XliffRead | { problem: string }> = {
  name: 'translation.read-xliff',
  lane: 'imports',
  isApart: true,
  work(xml) {
    try {
      return readXliff(xml)
    } catch (error) {
      if (error instanceof NotXliff) return { problem: error.message }
      throw error
    }
  },
}
