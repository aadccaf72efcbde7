// The parts of an API description on one page. A page stays below 300 kB: beyond its room, operations are only named, and
// come when a reader opens them; one that alone is longer comes in parts, even where it is the first of its page.
import { type Markup, partsOf } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import type { DocumentWords } from '../../html/words.ts'
import type { ApiPart, WrittenDocument } from '../../html/written-document.ts'
import type { OpenApiDocument } from '../document.ts'
import { type Folding, hasPart } from './fold-parts.ts'
import { briefOperationView, nameOfOperation, siteOperationView } from './site-operation-view.ts'
import { siteSchemasView } from './site-schemas-view.ts'
import type { SaidSchemas, SiteOptions } from './site-scope.ts'
import type { ApiWords } from './words.ts'

/** An operation as `nameOfOperation` calls it, or `schemas`; and of one that is too long for a page, one of its parts. */
export type WantedApi = { operation: string; part?: string }

/** A block, and the schemas that it is the first on its page to write out. */
export type KeptBlock = { written: WrittenDocument; said: [string, string][] }

export type PageOfApis = {
  words: ApiWords & DocumentWords
  /** What the reader wants to see; other operations are only named. */
  only?: WantedApi
  /** Answers what was written before under the same key, or writes it. */
  keep(key: string, write: () => KeptBlock | undefined): KeptBlock | undefined
}

/** `version` tells the document from others that were shown before. */
export type ShownBlock = { version: string; document: OpenApiDocument; part: ApiPart; said: SaidSchemas }

/** The languages of most samples and examples. */
export const SAMPLE_LANGUAGES = ['bash', 'javascript', 'python', 'json']

const MOST_LETTERS = 220_000
const MOST_IN_PARTS = 180_000
const MOST_AMONG_OTHERS = 110_000

/** Writes the blocks of a page in order. A block that the description does not have is undefined. */
export function openPageBlocks(page: PageOfApis): (block: ShownBlock) => WrittenDocument | undefined {
  let left = MOST_LETTERS
  return (block) => {
    const written = blockWithin(page, block, isWanted(page, block.part) ? left : 0)
    left -= written ? lettersOf(written) : 0
    return written
  }
}

function blockWithin(page: PageOfApis, block: ShownBlock, room: number): WrittenDocument | undefined {
  const { document, part, said } = block
  const isOperation = part.kind !== 'schemas'
  if (room <= 0 && isOperation) return briefBlock(document, part, page.words)
  const whole = keptBlock(page, block)
  if (!whole) return
  const isTooLong = lettersOf(whole.written) > room
  if (isTooLong && isOperation && page.only === undefined && room < MOST_LETTERS)
    return briefBlock(document, part, page.words)
  const { written, said: added } = (isTooLong && inParts(page, block, room)) || whole
  for (const [name, id] of added) said.ids.set(name, id)
  return written
}

function isWanted({ only }: PageOfApis, part: ApiPart): boolean {
  if (only === undefined) return true
  if (nameOfBlock(part) !== only.operation) return false
  return part.kind !== 'schemas' || part.names.includes(only.part ?? '')
}

function nameOfBlock(part: ApiPart): string {
  return part.kind === 'schemas' ? 'schemas' : nameOfOperation(part)
}

function inParts(page: PageOfApis, block: ShownBlock, room: number): KeptBlock | undefined {
  const most = page.only === undefined ? MOST_AMONG_OTHERS : MOST_IN_PARTS
  const folding = { name: nameOfBlock(block.part), room: Math.max(0, Math.min(room, most)) }
  const closed = keptBlock(page, block, folding)
  const open = isWanted(page, block.part) ? page.only?.part : undefined
  // Anybody may ask for any part: only those that exist are kept.
  const isThere = open !== undefined && closed?.written.parts.some((one) => hasPart(one, open))
  return isThere ? keptBlock(page, block, { ...folding, open }) : closed
}

function keptBlock(
  { words, keep }: PageOfApis,
  { version, document, part, said }: ShownBlock,
  folding?: Folding,
): KeptBlock | undefined {
  const folded = folding && [folding.room, folding.open]
  return keep(JSON.stringify([version, part, said.prefix, [...said.ids.keys()], folded]), () => {
    const own = { prefix: said.prefix, ids: new Map(said.ids) }
    const written = writeBlock(document, part, words, { said: own, folding })
    return written && { written, said: [...own.ids].slice(said.ids.size) }
  })
}

export function lettersOf({ parts }: WrittenDocument): number {
  return parts.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 100), 0)
}

/** Undefined for what the description does not have. */
export function writeBlock(
  document: OpenApiDocument,
  part: ApiPart,
  words: ApiWords & DocumentWords,
  shown: Pick<SiteOptions, 'said' | 'folding'> = {},
): WrittenDocument | undefined {
  const options = { words, prose: openProse(words), ...shown }
  if (part.kind === 'schemas') return asDocument(siteSchemasView(document, part.names, options), [])
  const written = siteOperationView(document, part, options)
  return asDocument(written?.markup, written?.servers ?? [])
}

function briefBlock(
  document: OpenApiDocument,
  part: Exclude<ApiPart, { kind: 'schemas' }>,
  words: ApiWords,
): WrittenDocument | undefined {
  return asDocument(briefOperationView(document, part, words), [])
}

function asDocument(markup: Markup | undefined, servers: readonly string[]): WrittenDocument | undefined {
  return markup && { parts: partsOf(markup), needs: { mermaid: false, maths: false, servers } }
}
