import type { Block } from '../document.ts'
import type { Note } from '../engine/parse-state.ts'
import { sameBlocks } from '../model/same.ts'
import { readMarkdown } from '../parse.ts'
import type { Writing } from '../write/write-context.ts'
import { writeNotes } from '../write.ts'

type Notes = Map<string, Note & { blocks: Block[] }>

/** The footnotes of a text. */
export function inNotesOf(text: string, writing: Writing): Notes {
  const notes: Notes = new Map()
  if (!text.includes('[^')) return notes
  const { parsing, noteBlocks } = readMarkdown(text)
  for (const [label, note] of parsing.notes) notes.set(label, { ...note, blocks: noteBlocks(label) ?? [] })
  for (const label of notes.keys()) writing.takenLabels.add(label)
  return notes
}

/** Footnotes of the blocks written anew: those that are there already stay, changed ones are replaced in place. */
export function withNotes(text: string, notes: Notes, writing: Writing, eol: string): string {
  let out = text
  const written = writeNotes(writing)
  for (const [index, [label, body]] of [...writing.notes].entries()) {
    const known = notes.get(label)
    const definition = (written[index] ?? '').replaceAll('\n', eol)
    if (known && sameBlocks(known.blocks, body)) continue
    const old = known?.source.replaceAll('\n', eol)
    out =
      old && out.includes(old)
        ? out.replace(old, () => definition)
        : `${out.trimEnd()}${eol}${eol}${definition}${eol}`
  }
  return out
}
