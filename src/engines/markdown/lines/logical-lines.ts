// The lines of a text as the parser reads them. Callouts of other tools, and tags that share their lines with text, get
// lines of their own, each of which knows where it comes from.

import { ParseState } from '../engine/parse-state.ts'
import { mayHaveCallouts, withCallouts } from './callout-lines.ts'
import { maySplitDetails, withDetailsLines } from './details-lines.ts'
import { maySplitFences, withFenceLines } from './fence-lines.ts'
import { type SourceLine, sourceLines, textOf } from './source-line.ts'
import { maySplitTags, withTagLines } from './tag-lines.ts'

export function parseStateOf(source: string): ParseState {
  // Line ends as the engine counts them; it does the same to what it parses.
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const isPlain = STAGES.every(({ mayChange }) => !mayChange(text))
  return new ParseState(text, isPlain ? {} : { origins: logicalLines(sourceLines(source)) })
}

/** `mayChange` may tell it of a text that stays as it is, never the other way round. */
type Stage = { mayChange: (text: string) => boolean; read: (lines: readonly SourceLine[]) => SourceLine[] }

const FENCES: Stage = { mayChange: maySplitFences, read: withFenceLines }

/** Fences tell what is code, and so what is a callout; in one there may be others, which are indented up to then. */
const STAGES: readonly Stage[] = [
  FENCES,
  { mayChange: mayHaveCallouts, read: (lines) => withCallouts(lines) },
  FENCES,
  { mayChange: maySplitDetails, read: withDetailsLines },
  { mayChange: maySplitTags, read: withTagLines },
]

export function logicalLines(lines: readonly SourceLine[]): readonly SourceLine[] {
  return STAGES.reduce((read, stage) => (stage.mayChange(textOf(read)) ? stage.read(read) : read), lines)
}
