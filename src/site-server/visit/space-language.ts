import { languageOfTexts } from '../../engines/site/languages/detect-language.ts'
import type { ReadSpace } from './spaces-read.ts'
import type { OpenSpace } from './visited-site.ts'

const MOST_TITLES = 500
const detected = new WeakMap<ReadSpace, string | undefined>()

/** The one that was set, or else the one that its titles are in, where their letters say it. */
export function languageOfSpace({ siteSpace, read }: OpenSpace): string | undefined {
  if (siteSpace.space.language) return siteSpace.space.language
  if (!detected.has(read)) {
    const titles = read.order.slice(0, MOST_TITLES).map(({ page }) => page.title)
    detected.set(read, languageOfTexts(titles))
  }
  return detected.get(read)
}
