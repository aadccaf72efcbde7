// What the rooms lend to the engine that reads and writes repositories.

import { type PageFile, type PageRead, readPages } from '../../../../engines/repository/page/read-pages.ts'
import type { SyncTools } from '../../../../engines/sync/types.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { rememberLinks } from '../../pages/link-index/text-links.ts'

export function syncTools(ctx: OutsideContext): SyncTools {
  const { threads, blobs, ids, clock } = ctx
  return { threads, blobs, ids, clock, readPages }

  async function readPages(files: PageFile[]) {
    const pages = await readBatch(ctx, files)
    for (const { body, linkList } of pages) rememberLinks(ctx, body, linkList)
    return pages
  }
}

const TIME = { batch: 60_000, file: 20_000 }

/** One file that can not be read takes its batch along: then each is read alone, and that one is left out. */
async function readBatch(ctx: OutsideContext, batch: PageFile[]): Promise<PageRead[]> {
  try {
    return await ctx.threads.run(readPages, batch, { timeout: batch.length > 1 ? TIME.batch : TIME.file })
  } catch (error) {
    if (error instanceof ThreadsClosed) throw error
    const [file, ...others] = batch
    if (others.length === 0) ctx.log.warn({ err: error, file: file?.path }, 'a page could not be read')
    if (others.length === 0) return []
    const pages: PageRead[] = []
    for (const file of batch) pages.push(...(await readBatch(ctx, [file])))
    return pages
  }
}
