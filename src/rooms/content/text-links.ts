import { yieldToEventLoop } from '../../content/event-loop.ts'
import { linksIn } from '../../markdown/links.ts'
import { inBatches } from '../../world/batches.ts'
import { type Task, type Threads, ThreadsClosed } from '../../world/threads.ts'

export type TextLinks = { target: string; use: string }[]
export type FindLinks = (texts: string[]) => Promise<TextLinks[]>

/** As they can be stored: no database takes a NUL, and nothing is found under such a name. */
function targetsIn(text: string): TextLinks {
  return linksIn(text).map(({ target, use }) => ({ target: target.replaceAll('\0', '\ufffd'), use }))
}

/** A millisecond a page. */
export async function findLinksHere(texts: string[]) {
  const found: TextLinks[] = []
  for (const text of texts) {
    found.push(targetsIn(text))
    await yieldToEventLoop()
  }
  return found
}

export const listTargets: Task<string[], TextLinks[]> = {
  name: 'content.find-links',
  lane: 'index',
  work: (texts) => texts.map(targetsIn),
}

const TIME = { batch: 60_000, text: 20_000 }

/** In threads. A text in which links can not be found has none; who asks is told of it. */
export function findLinksIn(
  threads: Threads,
  onFailure: (text: string, error: unknown) => Promise<void>,
): FindLinks {
  return async (texts) => {
    const found: TextLinks[] = []
    for (const batch of inBatches(texts, (text) => text.length)) found.push(...(await findInBatch(batch)))
    return found
  }

  /** One text that can not be read takes its batch along: then each is read alone. */
  async function findInBatch(batch: string[]): Promise<TextLinks[]> {
    try {
      return await threads.run(listTargets, batch, { timeout: batch.length > 1 ? TIME.batch : TIME.text })
    } catch (error) {
      // Where not even nothing can be read, that is not about the texts.
      if (error instanceof ThreadsClosed || batch.join('') === '') throw error
      const [text = '', ...others] = batch
      if (others.length === 0) {
        const none = await findInBatch([''])
        await onFailure(text, error)
        return none
      }
      const found: TextLinks[] = []
      for (const text of batch) found.push(...(await findInBatch([text])))
      return found
    }
  }
}
