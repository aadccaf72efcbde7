import type { DocumentWords } from '../../html/words.ts'
import type { ApiWords } from '../../openapi/view/words.ts'
import type { AllWords } from '../../words/english.ts'
import { wordsIn } from '../../words/words.ts'

/** Everything the pages of a site say; `document` is what they say within a text. */
export type Words = AllWords['site'] & { api: ApiWords; document: ApiWords & DocumentWords }

const arranged = new WeakMap<AllWords, Words>()

/** In the first of these languages that we speak. */
export function wordsOf(...languages: string[]): Words {
  const all = wordsIn(...languages)
  const known = arranged.get(all)
  if (known) return known
  const words = { ...all.site, api: all.api, document: { ...all.api, ...all.blocks } }
  arranged.set(all, words)
  return words
}
