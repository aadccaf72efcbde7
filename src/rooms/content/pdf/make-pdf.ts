import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { ContentRef, FileRecord } from '../../../engines/content/records.ts'
import type { ApiSource } from '../../../engines/openapi/api-source.ts'
import type { CompileRefusal, Printable, Printed } from '../../../engines/pdf/compile.ts'
import { type Brought, bring } from '../../../engines/reading/bring.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { TaskTimeout, type Threads, ThreadsClosed } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import { addressOfFile } from '../files/site-files.ts'
import { readComputed } from '../pages/computed/computed-content.ts'
import { findApi, textWithApis } from '../pages/reading/apis.ts'
import { describeApisLater } from '../pages/reading/described-texts.ts'
import { openRevision } from '../spaces/revisions/revisions.ts'
import { choosePages } from './choose-pages.ts'
import { OUR_FAULT, tooLarge } from './failures.ts'
import type { PdfOrder } from './orders.ts'
import { pickPictures } from './pick-pictures.ts'
import { makePdf as makePdfTask, writeBook } from './tasks.ts'

const MEGABYTE = 1024 * 1024
/** What the thread that parses can take; the compiler has limits of its own. */
const MOST_TEXT = 16 * MEGABYTE
/** Twice what the largest book takes on a machine with nothing else to do: the typesetter has one core. Others wait. */
const LONGEST = 180_000
const PIECE = 256 * 1024

export type PdfResult = { blob: string | null; failure: string | null }

/** Makes it. What would fail again in the same way is an outcome; anything else is thrown, and tried again. */
export async function makePdf(ctx: OutsideContext, order: PdfOrder): Promise<PdfResult> {
  const { view: written, row } = await openRevision(ctx, order.spaceId, order.revisionId)
  const view = await readComputed(ctx, order.spaceId, written)
  const content = await bring(view, (trees) => choosePages(trees, order))
  if (textIn(content) > MOST_TEXT)
    return failed(tooLarge(`The text is too long for one PDF, at most ${MOST_TEXT / MEGABYTE} MB`))
  try {
    const { threads } = ctx
    await describeApisIn(content, threads, findApi(ctx, order.spaceId))
    const version = (row.root ?? 'empty').slice(0, 8)
    const files = await addressesOfFiles(ctx, order, view)
    const manuscript = { order, content, files, publicUrl: ctx.links.of(''), version }
    const book = await threads.run(writeBook, manuscript, { timeout: LONGEST })
    const { images, leftOut } = await pickPictures(ctx, view, book.images)
    const { source, formulas, places } = book
    const printable = { source, formulas, places, images, leftOut }
    const printed = await printSomehow(threads, printable)
    if ('refused' in printed) return failed(tooLarge(printed.refused))
    const pictures = [...leftOut].map(([file, reason]) => `The file ${file} is not shown: ${reason}`)
    const all = [...book.warnings, ...pictures, ...printed.warnings]
    if (all.length > 0) ctx.log.warn({ spaceId: order.spaceId, warnings: all.slice(0, 20) }, 'made a PDF')
    const { hash } = await ctx.blobs.putStream(inPieces(printed.pdf), { maxBytes: Number.MAX_SAFE_INTEGER })
    return { blob: hash, failure: null }
  } catch (error) {
    if (error instanceof ThreadsClosed) throw error
    ctx.log.error({ err: error, spaceId: order.spaceId }, 'could not make a PDF')
    return failed(failureOf(error))
  }
}

const AT_ONCE = 500

/** The thread can not sign them. */
async function addressesOfFiles(
  ctx: OutsideContext,
  { spaceId, address, home = address }: PdfOrder,
  { nodes, root }: RevisionView,
) {
  const addresses = new Map<string, string>()
  for (const file of await allEntries<FileRecord>(nodes, root.files)) {
    addresses.set(file.id, addressOfFile(ctx, { siteId: spaceId, home, spaceId }, file))
    if (addresses.size % AT_ONCE === 0) await yieldToEventLoop()
  }
  return addresses
}

/** What the typesetter falls over may be a picture or a formula; another process tries without them. */
async function printSomehow(threads: Threads, printable: Printable): Promise<Printed | CompileRefusal> {
  const timeout = LONGEST
  const printed = await threads.run(makePdfTask, printable, { timeout })
  if (!('trapped' in printed)) return printed
  const bare = await threads.run(makePdfTask, { ...printable, isBare: true }, { timeout })
  return 'trapped' in bare ? { refused: 'The content is too complex for the typesetter' } : bare
}

function failureOf(error: unknown): string {
  if (error instanceof TaskTimeout)
    return tooLarge(`The PDF could not be created within ${LONGEST / 1000} seconds`)
  if (error instanceof TaskLost) return tooLarge('The PDF needs too much memory')
  return OUR_FAULT
}

/** The thread has no descriptions to look into, so texts say themselves what they show of them. */
async function describeApisIn({ values }: Brought, threads: Threads, find: ApiSource<ContentRef>) {
  const describing = { threads, find, task: describeApisLater, timeout: LONGEST }
  for (const [hash, text] of values)
    if (typeof text === 'string') values.set(hash, await textWithApis(describing, text))
}

function textIn({ values }: Brought) {
  let length = 0
  for (const node of values.values()) if (typeof node === 'string') length += node.length
  return length
}

function failed(failure: string): PdfResult {
  return { blob: null, failure }
}

/** To hash a large file at once would keep others waiting. */
async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
