import type { ContentRef } from '../../content/records.ts'
import type { Block } from '../document.ts'

/** Where a reference points, when nobody knows better: its own name. */
export function plainTarget(ref: ContentRef): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return ref.file
    case 'page':
      return ref.page
    case 'anchor':
      return ref.page === undefined ? `#${ref.anchor}` : `${ref.page}#${ref.anchor}`
    case 'user':
      return ref.user
    case 'collection':
      return ref.collection
    case 'space':
      return ref.space
    case 'reusable-content':
      return ref.reusableContent
    case 'openapi':
      return ref.spec
    default:
      return ''
  }
}

/**
 * What an entry of a cell with files means. A file of the space is named by its id; whatever has more than letters and
 * digits is the target of a link, as it was written.
 */
export function refOfEntry(entry: string): ContentRef {
  return /^[\w-]+$/.test(entry) ? { kind: 'file', file: entry } : { kind: 'url', url: entry }
}

/** One document being written: how targets are spelt, and the footnotes met on the way. */
export class MarkdownWriter {
  readonly targetOf: (ref: ContentRef) => string
  readonly notes = new Map<string, Block[]>()
  /** Names that mean another footnote already, unless the footnote asks for just that one. */
  readonly takenLabels = new Set<string>()
  private nextNote = 1

  constructor(targetOf: (ref: ContentRef) => string = plainTarget) {
    this.targetOf = targetOf
  }

  /** The name a footnote is called by; two different ones never share it. */
  noteLabel(wanted: string | undefined, body: Block[], isSame: (a: Block[], b: Block[]) => boolean): string {
    const isUsable = wanted !== undefined && /^[^\]\s[]+$/.test(wanted)
    let label = isUsable ? wanted : this.freeLabel()
    const known = this.notes.get(label)
    if (known && !isSame(known, body)) label = this.freeLabel()
    this.notes.set(label, body)
    return label
  }

  private freeLabel(): string {
    while (this.notes.has(String(this.nextNote)) || this.takenLabels.has(String(this.nextNote)))
      this.nextNote++
    return String(this.nextNote)
  }
}

/** The list markers right before and after: two lists with the same one would be read as one. */
export type Around = { before?: string | undefined; after?: string | undefined }

/** Writes what a block holds. */
export type WriteInside = (blocks: readonly Block[], around?: Around) => string

export function prefix(text: string, each: string, blank: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? blank : each + line))
    .join('\n')
}
