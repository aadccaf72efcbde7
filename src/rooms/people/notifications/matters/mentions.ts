// A person is mentioned by a link to them: `[@Maria](https://docs.example.org/u/01kx… "mention")`. With that title a
// document has a mention, without it a link; both count.
import { mapRefs } from '../../../../engines/markdown/model/refs.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { refOfAddress } from '../../../../engines/reading/addresses.ts'
import type { Links } from '../../../../kit/domain/links.ts'

/** Further people in the same text are not told. */
export const MOST_MENTIONED = 50

export function mentionedIn(text: string, links: Links): string[] {
  // Nearly all texts mention nobody.
  if (!text.includes(links.of('/u/'))) return []
  const people = new Set<string>()
  mapRefs(parseMarkdown(text, { hasKeys: false }), (ref) => {
    const found = ref.kind === 'url' ? refOfAddress(links, ref.url) : ref
    if (found?.kind === 'user') people.add(found.user)
    return ref
  })
  return [...people].slice(0, MOST_MENTIONED)
}
