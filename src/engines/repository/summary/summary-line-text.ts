import { escapeTarget } from '../../markdown/write/escape.ts'
import { headingTitle, itemTitle, linkTitle } from '../page/titles.ts'
import type { EntryLine, GroupLine } from './summary-lines.ts'
import { isSamePlace, summaryTarget } from './summary-target.ts'
import type { WantedLine } from './summary-wanted.ts'

// The text of one line of a table of contents, with only those characters changed that have to be.

export function newGroupText({ title }: WantedLine): string {
  return `## ${headingTitle(title ?? '')}`
}

export function groupText(text: string, { title, from, to }: GroupLine, wanted: WantedLine): string {
  if (wanted.title === undefined || wanted.title === title) return text
  const blank = from === to && !/[ \t]$/.test(text.slice(0, from)) ? ' ' : ''
  return text.slice(0, from) + blank + headingTitle(wanted.title) + text.slice(to)
}

/** An entry as it is behind its bullet. */
export function newEntryText({ title = '', target }: WantedLine): string {
  return target === undefined ? itemTitle(title) : `[${linkTitle(title)}](${escapeTarget(target)})`
}

/** An existing entry without its indentation. */
export function entryText(text: string, entry: EntryLine, wanted: WantedLine, file: string): string {
  const title = wanted.title === entry.title ? undefined : wanted.title
  const target = isSameTarget(wanted.target, entry.link?.target, file) ? undefined : wanted.target
  const start = entry.indent.length
  if (title === undefined && target === undefined) return text.slice(start)
  const { link } = entry
  if (!link) {
    const bullet = /[ \t]$/.test(entry.bullet) ? entry.bullet : `${entry.bullet} `
    const rest = text.slice(entry.textTo)
    return `${bullet}${newEntryText({ ...wanted, title: title ?? entry.title, target })}${rest && ` ${rest}`}`
  }
  const { from, to, destinationFrom, destinationTo } = link
  return (
    text.slice(start, from) +
    (title === undefined ? text.slice(from, to) : linkTitle(title)) +
    text.slice(to, destinationFrom) +
    (target === undefined ? text.slice(destinationFrom, destinationTo) : escapeTarget(target)) +
    text.slice(destinationTo)
  )
}

/** The same place may be spelt in several ways; then it stays as it is spelt. */
function isSameTarget(wanted: string | undefined, written: string | undefined, file: string): boolean {
  if (wanted === undefined || written === undefined) return wanted === written
  return isSamePlace(summaryTarget(wanted, file).target, summaryTarget(written, file).target)
}
