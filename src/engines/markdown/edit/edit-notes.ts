import type { Block } from '../document.ts'
import type { FootnoteSource } from '../engine/parse-state.ts'
import { sameBlocks } from '../model/same.ts'
import { readMarkdown } from '../parse.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import { writeNotes } from '../write.ts'

type Notes = Map<string, FootnoteSource & { blocks: Block[] }>

/** The footnotes of a text. */
export function inNotesOf(text: string, writing: MarkdownWriter): Notes {
  const notes: Notes = new Map()
  if (!text.includes('[^')) return notes
  const { parsing, noteBlocks } = readMarkdown(text)
  for (const [label, note] of parsing.notes) notes.set(label, { ...note, blocks: noteBlocks(label) ?? [] })
  for (const label of notes.keys()) writing.takenLabels.add(label)
  return notes
}

/** Footnotes of the blocks written anew: those that are there already stay, changed ones are replaced in place. */
export function withNotes(text: string, notes: Notes, writing: MarkdownWriter, eol: string): string {
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
