import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { type ListedLink, readLinkList, writeLinkList } from '../../../../engines/markdown/links/link-list.ts'
import { shownLinksIn } from '../../../../engines/markdown/links.ts'
import { mayHaveConditions } from '../../../../engines/markdown/read/condition-tags.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { inBatches } from '../../../../world/threads/batches.ts'
import { type Task, type Threads, ThreadsClosed } from '../../../../world/threads/threads.ts'

/** `isConditional`: the text has conditional blocks, and perhaps these links stand in one of them. */
export type TextLinks = { isConditional: boolean; links: ListedLink[] }
type Found = { isConditional: boolean; list: string }
/** For each text a list of link-list.ts. */
export type FindLinks = (texts: string[]) => Promise<string[]>

type Remembers = Pick<ReadContext, 'nodeCache'>

/** Who has read a text for another reason tells what it links to, so that it need not be read for that again. */
export function rememberLinks({ nodeCache }: Remembers, text: string, list: string, hash = hashOfText(text)) {
  const found: Found = { isConditional: mayHaveConditions(text), list }
  nodeCache.set(`links ${hash}`, found, list.length + 50)
  return found
}

export function knownLinks({ nodeCache }: Remembers, hash: Hash) {
  return nodeCache.get(`links ${hash}`) as Found | undefined
}

export async function textLinksOf({ isConditional, list }: Found): Promise<TextLinks> {
  return { isConditional, links: await readLinkList(list) }
}

/** A millisecond a page. */
export async function findLinksHere(texts: string[]) {
  const found: string[] = []
  for (const text of texts) {
    found.push(writeLinkList(shownLinksIn(text)))
    await yieldToEventLoop()
  }
  return found
}

export const listLinks: Task<string[], string[]> = {
  name: 'content.find-links',
  lane: 'index',
  work: (texts) => texts.map((text) => writeLinkList(shownLinksIn(text))),
}

const TIME = { batch: 60_000, text: 20_000 }

/** In threads. A text in which links can not be found has none; who asks is told of it. */
export function findLinksIn(
  threads: Threads,
  onFailure: (text: string, error: unknown) => Promise<void>,
): FindLinks {
  return async (texts) => {
    const found: string[] = []
    for (const batch of inBatches(texts, (text) => text.length)) found.push(...(await findInBatch(batch)))
    return found
  }

  /** One text that can not be read takes its batch along: then each is read alone. */
  async function findInBatch(batch: string[]): Promise<string[]> {
    try {
      return await threads.run(listLinks, batch, { timeout: batch.length > 1 ? TIME.batch : TIME.text })
    } catch (error) {
      // Where not even nothing can be read, that is not about the texts.
      if (error instanceof ThreadsClosed || batch.join('') === '') throw error
      const [text = '', ...others] = batch
      if (others.length === 0) {
        const none = await findInBatch([''])
        await onFailure(text, error)
        return none
      }
      const found: string[] = []
      for (const text of batch) found.push(...(await findInBatch([text])))
      return found
    }
  }
}
