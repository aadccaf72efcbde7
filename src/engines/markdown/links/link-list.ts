// The links of a text as one string: a hundred thousand values would hold up the event loop on their way between threads.
import { yieldToEventLoop } from '../../content/event-loop.ts'

export type ListedLink = { target: string; use: string }

/** Of one text. A longer list would fill the memory. */
export const MOST_LINKS = 10_000

/** As they can be stored: no database takes a NUL, and nothing is found under such a name. At most one too many. */
export function writeLinkList(links: readonly ListedLink[]): string {
  return links
    .slice(0, MOST_LINKS + 1)
    .map(({ target, use }) => `${use} ${target.replaceAll('\0', '\ufffd')}`)
    .join('\0')
}

export async function readLinkList(list: string): Promise<ListedLink[]> {
  const links: ListedLink[] = []
  for (const link of list === '' ? [] : list.split('\0')) {
    const at = link.indexOf(' ')
    links.push({ use: link.slice(0, at), target: link.slice(at + 1) })
    if (links.length % 1_000 === 0) await yieldToEventLoop()
  }
  return links
}
