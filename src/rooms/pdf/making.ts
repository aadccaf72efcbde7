import { findEntries } from '../../content/map.ts'
import type { FileRecord } from '../../content/records.ts'
import type { Reading } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { TaskTimeout } from '../../world/threads.ts'
import { openRevision } from '../revisions/revisions.ts'
import { type Brought, bring } from './bringing.ts'
import type { Order } from './orders.ts'
import { choosePages } from './selecting.ts'
import { makePdf as makePdfTask, writeBook } from './tasks.ts'

const MEGABYTE = 1024 * 1024
/** What the thread that parses can take; the compiler has limits of its own. */
const MOST_TEXT = 16 * MEGABYTE
const LARGEST_IMAGE = 20 * MEGABYTE
const MOST_IMAGES = 150 * MEGABYTE
/** The compiler unpacks them all: four bytes a pixel, and a small file may have very many. */
const MOST_PIXELS = 60_000_000
const LONGEST = 180_000
const PIECE = 256 * 1024
const ADVICE = 'Ask for one page and those below it with "page"'

export type PdfOutcome = { blob: string | null; failure: string | null }

/** Makes it. What would fail again in the same way is an outcome; anything else is thrown, and tried again. */
export async function makePdf(ctx: Ctx, order: Order): Promise<PdfOutcome> {
  const { reading, row } = await openRevision(ctx, order.spaceId, order.revisionId)
  const content = await bring(reading, (trees) => choosePages(trees, order))
  if (textIn(content) > MOST_TEXT)
    return failed(`This is too much for one PDF, which holds ${MOST_TEXT / MEGABYTE} MB of text. ${ADVICE}`)
  try {
    const { threads } = ctx
    const version = (row.root ?? 'empty').slice(0, 8)
    const manuscript = { order, content, publicUrl: ctx.links.of(''), version }
    const book = await threads.run(writeBook, manuscript, { timeout: LONGEST })
    const { images, warnings } = await loadImages(ctx, reading, book.images)
    const { source, formulas, places } = book
    const printed = await threads.run(makePdfTask, { source, formulas, places, images }, { timeout: LONGEST })
    if ('refused' in printed) return failed(`${printed.refused}. ${ADVICE}`)
    const all = [...book.warnings, ...warnings, ...printed.warnings]
    if (all.length > 0) ctx.log.warn({ spaceId: order.spaceId, warnings: all.slice(0, 20) }, 'made a PDF')
    const { hash } = await ctx.blobs.putStream(inPieces(printed.pdf), { maxBytes: Number.MAX_SAFE_INTEGER })
    return { blob: hash, failure: null }
  } catch (error) {
    ctx.log.error({ err: error, spaceId: order.spaceId }, 'could not make a PDF')
    if (error instanceof TaskTimeout)
      return failed(`The PDF could not be made within ${LONGEST / 1000} seconds. ${ADVICE}`)
    return failed('The PDF could not be made. What went wrong is in the log of this installation')
  }
}

function textIn({ nodes }: Brought) {
  let length = 0
  for (const node of nodes.values()) if (typeof node === 'string') length += node.length
  return length
}

function failed(failure: string): PdfOutcome {
  return { blob: null, failure }
}

/** Pictures are those of the revision, and never fetched from anywhere else. */
async function loadImages(ctx: Ctx, { pool, root }: Reading, ids: string[]) {
  const images = new Map<string, Uint8Array>()
  const warnings: string[] = []
  let [room, pixels] = [MOST_IMAGES, MOST_PIXELS]
  for (const [id, file] of await findEntries<FileRecord>(pool, root.files, ids)) {
    const { width, height } = file.dimensions ?? { width: 0, height: 0 }
    if (file.size > LARGEST_IMAGE || file.size > room || width * height > pixels) {
      warnings.push(`The picture ${file.name} is too large to be printed`)
      continue
    }
    const bytes = await ctx.blobs.read(file.blob)
    if (!bytes) warnings.push(`The picture ${file.name} is not there`)
    else images.set(id, bytes)
    room -= bytes?.length ?? 0
    pixels -= width * height
  }
  return { images, warnings }
}

/** To hash a large file at once would keep others waiting. */
async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
