import { breathe } from '../../content/breath.ts'
import { linksIn } from '../../markdown/links.ts'
import { inBatches } from '../../world/batches.ts'
import type { Task, Threads } from '../../world/threads.ts'

export type TextLinks = { target: string; use: string }[]
export type FindLinks = (texts: string[]) => Promise<TextLinks[]>

function targetsIn(text: string): TextLinks {
  return linksIn(text).map(({ target, use }) => ({ target, use }))
}

/** A millisecond a page. */
export async function findLinksHere(texts: string[]) {
  const found: TextLinks[] = []
  for (const text of texts) {
    found.push(targetsIn(text))
    await breathe()
  }
  return found
}

export const findLinks: Task<string[], TextLinks[]> = {
  name: 'content.find-links',
  work: (texts) => texts.map(targetsIn),
}

const TIMEOUT = 60_000

export function findLinksIn(threads: Threads): FindLinks {
  return async (texts) => {
    const found: TextLinks[] = []
    for (const batch of inBatches(texts, (text) => text.length))
      found.push(...(await threads.run(findLinks, batch, { timeout: TIMEOUT })))
    return found
  }
}
