import { yieldToEventLoop } from '../../content/event-loop.ts'
import { linksIn } from '../../markdown/links.ts'
import { mayHaveConditions } from '../../reading/conditional-links.ts'
import { inBatches } from '../../world/batches.ts'
import { type Task, type Threads, ThreadsClosed } from '../../world/threads.ts'

/** `isConditional`: stands in a text with conditional blocks, and perhaps in one of them. */
export type TextLinks = { target: string; use: string; isConditional: boolean }[]
export type FindLinks = (texts: string[]) => Promise<TextLinks[]>

/** Links of a page that the index holds; a longer list would fill the memory and hold up the event loop. */
export const MOST_LINKS = 10_000

/** As they can be stored: no database takes a NUL, and nothing is found under such a name. At most one too many. */
function targetsIn(text: string): TextLinks {
  const isConditional = mayHaveConditions(text)
  return linksIn(text)
    .slice(0, MOST_LINKS + 1)
    .map(({ target, use }) => ({ target: target.replaceAll('\0', '\ufffd'), use, isConditional }))
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

const CONDITIONAL = '?'

/** The links of each text as one string: a hundred thousand values would be copied on the event loop for too long. */
export const listTargets: Task<string[], string[]> = {
  name: 'content.find-links',
  lane: 'index',
  work: (texts) =>
    texts.map((text) =>
      targetsIn(text)
        .map(({ target, use, isConditional }) => `${isConditional ? CONDITIONAL : ''}${use} ${target}`)
        .join('\0'),
    ),
}

async function unpacked(packed: string): Promise<TextLinks> {
  const links: TextLinks = []
  for (const link of packed === '' ? [] : packed.split('\0')) {
    const at = link.indexOf(' ')
    const isConditional = link.startsWith(CONDITIONAL)
    const use = link.slice(isConditional ? CONDITIONAL.length : 0, at)
    links.push({ use, target: link.slice(at + 1), isConditional })
    if (links.length % 1_000 === 0) await yieldToEventLoop()
  }
  return links
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
      const timeout = batch.length > 1 ? TIME.batch : TIME.text
      const found: TextLinks[] = []
      for (const packed of await threads.run(listTargets, batch, { timeout }))
        found.push(await unpacked(packed))
      return found
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
