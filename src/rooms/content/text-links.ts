import { linksIn } from '../../markdown/links.ts'
import type { Task } from '../../world/threads.ts'

export type TextLinks = { target: string; use: string }[]

export function linksOf(text: string): TextLinks {
  return linksIn(text).map(({ target, use }) => ({ target, use }))
}

/** The links of many texts: finding them takes a millisecond a page. */
export const findLinks: Task<string[], TextLinks[]> = {
  name: 'content.find-links',
  work: (texts) => texts.map(linksOf),
}
