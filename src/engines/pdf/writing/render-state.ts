import type { Block } from '../../markdown/document.ts'
import type { BookLibrary, BookPage } from '../book.ts'
import type { Ink } from './typst-escape.ts'

/** One book being written: what it is written with, and what is met on the way. */
export type RenderState = {
  /** Called through `writeInside` by writers of blocks that hold blocks: importing it would be a cycle. */
  writeBlocks(state: RenderState, blocks: readonly Block[], spot: PdfSpot): string
  ink: Ink
  library: BookLibrary
  /** Names of places that links can lead to, each used once. */
  places: Set<string>
  /** Footnotes that may be used again, by their places. */
  notes: Map<string, string>
  /** Files that are shown as pictures. */
  images: Set<string>
  /** Formulas, translated. */
  formulas: Set<string>
  /** How many more letters of code may be printed with colours. */
  colours: number
  /** Whether the headings within pages are in the table of contents. */
  outlinesHeadings: boolean
}

/** Where in the book something stands. */
export type PdfSpot = {
  page: BookPage
  /** How many blocks it is in. */
  nesting: number
  /** The reusable contents it is part of. */
  including: readonly string[]
  /** Whether anything on the page runs from right to left, and whether this does. */
  mayTurn: boolean
  isTurned: boolean
  inTable?: boolean
  /** Whether it is part of an item of a list. */
  inItem?: boolean
  /** Collects footnotes where none can stand. */
  notes?: string[]
}

/** Writes the blocks that another block or a note holds. */
export function writeInside(state: RenderState, blocks: readonly Block[], spot: PdfSpot): string {
  return state.writeBlocks(state, blocks, spot)
}

export function inside(spot: PdfSpot, more: Partial<PdfSpot> = {}): PdfSpot {
  return { ...spot, nesting: spot.nesting + 1, ...more }
}

/** The name of a place, once; undefined when it is taken. */
export function claimPlace(state: RenderState, name: string): string | undefined {
  if (state.places.has(name)) return undefined
  state.places.add(name)
  return name
}

export function placeOfPage(id: string) {
  return `p:${id}`
}

export function placeOfAnchor(page: string, anchor: string) {
  return `a:${page}#${anchor.toLowerCase()}`
}

export function placeOfNote(page: string, label: string) {
  return `n:${page}#${label}`
}
