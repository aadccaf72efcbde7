// Long texts as HTML: written in a thread, once for all who ask meanwhile, and kept in the database. The page around them
// is made where all others are.
import { isShortText, LongWork, weightOf } from '../../../engines/content/long-work.ts'
import type { Hash } from '../../../engines/content/records.ts'
import type { WrittenDocument } from '../../../engines/html/written-document.ts'
import { mayHaveExpressions } from '../../../engines/reading/evaluate-document.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { packText, unpackText } from '../../../world/packed-text.ts'
import { BUILD } from '../../../world/version.ts'
import { findWrittenText, insertWrittenText } from '../store.ts'
import { writeTextTask } from './write-task.ts'

/** The text of a page or of a reusable content, and which way the words around it run. */
export type BodyText = { body: Hash | null; text: string; isRightToLeft: boolean }
/** Undefined for a text that is short, or that differs between visitors. */
export type WriteLong = (asked: BodyText) => Promise<WrittenDocument | undefined>

/** What a text weighs that takes longer to write than to read from the database. */
const WORTH_KEEPING = 50_000
/** Characters of a text of which HTML is put in a page without keeping others waiting. */
const LONGEST = 250_000
const TIME = { timeout: 10_000, patience: 5_000 }
const A_DAY = 24 * 60 * 60 * 1000

type Tools = Pick<OutsideContext, 'db' | 'threads' | 'clock' | 'log'>

/** Where a text is too long for this process, `LongWork` is thrown and another one does the same. */
export function openLongWriter(tools: () => Tools): WriteLong {
  const underWay = new Map<string, Promise<WrittenDocument | undefined>>()

  return async (asked) => {
    const { body, text, isRightToLeft } = asked
    const isTooLong = !isShortText(text)
    if (!isTooLong && weightOf(text) < WORTH_KEEPING) return
    if (isTooLong && text.length > LONGEST) throw new LongWork('This text is too long to be written here')
    const key = `${BUILD} ${isRightToLeft ? 'rtl' : 'ltr'} ${body}`
    const shared = underWay.get(key) ?? keptOrWritten(tools(), key, asked)
    underWay.set(key, shared)
    return shared.finally(() => underWay.delete(key))
  }
}

async function keptOrWritten(ctx: Tools, key: string, asked: BodyText) {
  const kept = await recall(ctx, key)
  const written = kept ?? (await write(ctx, asked))
  if (written === undefined) return
  if (kept === undefined) await keep(ctx, key, written)
  return JSON.parse(written) as WrittenDocument
}

async function write(ctx: Tools, { text, isRightToLeft }: BodyText): Promise<string | undefined> {
  if (isShortText(text))
    return mayHaveExpressions(text) ? undefined : writeTextTask.work({ text, isRightToLeft })
  const written = await ctx.threads.run(writeTextTask, { text, isRightToLeft }, TIME).catch(() => '')
  if (written === '') throw new LongWork('The text is too long to render')
  return written
}

async function recall({ db, clock }: Tools, key: string) {
  const row = await findWrittenText(db, key)
  if (!row) return
  if (clock.now().getTime() - row.usedAt.getTime() > A_DAY)
    await insertWrittenText(db, key, row.written, clock.now())
  return unpackText(row.written)
}

/** A page is shown also where it can not be kept: the disk may be full. */
async function keep({ db, clock, log }: Tools, key: string, written: string) {
  await insertWrittenText(db, key, await packText(written), clock.now()).catch((error) =>
    log.warn({ err: error }, 'a written text is not kept'),
  )
}
