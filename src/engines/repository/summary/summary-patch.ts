import { lineEndOf, linesOf, type TextLine } from '../text-lines.ts'
import { arrange } from './summary-arrange.ts'
import { entryText, groupText, newEntryText, newGroupText } from './summary-line-text.ts'
import { summaryLines } from './summary-lines.ts'
import { styler } from './summary-style.ts'
import { stayingLines, type WantedLine, type WantedPart, wantedLines } from './summary-wanted.ts'

const TITLE = '# Table of contents\n\n'

/** The text with only those lines added, changed, moved and taken away that have to be. */
export function patchSummary(text: string, wanted: WantedPart[], file: string): string {
  const isNew = text === '' && wanted.some(({ group, entries }) => group || entries.length > 0)
  const source = linesOf(isNew ? TITLE : text)
  const lines = summaryLines(source)
  const all = wantedLines(wanted, lines)
  const staying = stayingLines(all)
  const style = styler(lines, all)
  const out: TextLine[] = []
  let end = lineEndOf(text)
  const add = (line: string, own?: string) => {
    end = own || end
    out.push({ text: line, end })
  }

  function addWanted(one: WantedLine) {
    const old = one.line === undefined ? undefined : source[one.line]
    if (one.kind === 'group') style.begin()
    const text = one.kind === 'group' ? groupLine(one, old) : entryLine(one, old)
    add(text, old?.end)
  }

  function groupLine(one: WantedLine, old: TextLine | undefined): string {
    const known = lines[one.line ?? -1]
    return old && known?.kind === 'group' ? groupText(old.text, known, one) : newGroupText(one)
  }

  function entryLine(one: WantedLine, old: TextLine | undefined): string {
    const { indent, bullet } = style.next(one, staying.has(one))
    const known = lines[one.line ?? -1]
    if (old && known?.kind === 'entry') return indent + entryText(old.text, known, one, file)
    return indent + bullet + newEntryText(one)
  }

  for (const item of arrange(lines, all)) {
    if (item === 'blank') add('')
    else if ('wanted' in item) addWanted(item.wanted)
    else keepLine(item.kept)
  }

  function keepLine(number: number) {
    if (lines[number]?.kind === 'rule') style.begin()
    add(source[number]?.text ?? '', source[number]?.end)
  }

  return joined(out, text === '' || /[\r\n]$/.test(text))
}

/** A text without a line end at its end still has none, unless nothing but that end is left of its last line. */
function joined(lines: TextLine[], isEnded: boolean): string {
  const text = lines.map((line) => line.text + line.end).join('')
  const last = lines.at(-1)
  return isEnded || !last || last.text === '' ? text : text.slice(0, text.length - last.end.length)
}
