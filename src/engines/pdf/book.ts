import type { ContentRef } from '../content/records.ts'
import type { JSONDocument } from '../markdown/document.ts'

// What is printed. Pages come one after the other, so that a large book is never in memory as documents.

export type BookDetails = {
  title: string
  /** What part of the content it is, or where the content comes from. */
  subtitle?: string
  /** The day of the content. */
  date: string
  version: string
  /** Where the content is read online. */
  address: string
  /** The language of what is written in Latin letters, when it is known. */
  language?: string
  /** Whether the book has a title page and a table of contents; a single page does without. */
  hasFront: boolean
}

export type BookPage = {
  id: string
  kind: 'document' | 'group' | 'link' | 'computed'
  title: string
  emoji?: string
  description?: string
  /** How deep it is in this book, from 0. */
  depth: number
  /** Where it is read online. */
  address: string
  document?: JSONDocument
  /** Of a link. */
  target?: ContentRef
}

export type KnownPage = { title: string; description?: string; emoji?: string; address: string }
/** `address` is where it is read online, and lasts as long as its bytes. */
export type KnownFile = { name: string; size: number; contentType: string; address?: string }

/** What references lead to. Whatever is not in the book is known by an address of this installation. */
export type BookLibrary = {
  page(id: string): KnownPage | undefined
  file(id: string): KnownFile | undefined
  /** The document of reusable content. */
  reusable(id: string): JSONDocument | undefined
  /** The address of what is outside the content; undefined when there is none. */
  addressOf(ref: ContentRef): string | undefined
}

/** A book on its way to the compiler. */
export type WrittenBook = {
  source: string
  /** Files whose bytes are to be laid beside the source. */
  images: string[]
  /** Formulas in it, translated. */
  formulas: string[]
  /** Names of places in it that its links lead to. */
  places: string[]
  warnings: string[]
}
