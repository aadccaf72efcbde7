import type { NavigationEntry } from '../site/model.ts'
import type { ReferencePage } from './api-pages.ts'
import type { Places } from './places.ts'

/** Pages, and below each its operations. */
export function entriesOf(
  pages: readonly ReferencePage[],
  places: Places,
  addressOf: (path: string) => string,
): NavigationEntry[] {
  return pages.map((page) => {
    const group = places.groups.find((one) => one.page === page)
    const operations = group?.operations.map(({ title, href }) => entryOf(href, title, href)) ?? []
    const below = () => [...operations, ...entriesOf(page.below, places, addressOf)]
    const hasBelow = operations.length > 0 || page.below.length > 0
    const title = page.path === '' ? 'Introduction' : page.title
    return { ...entryOf(page.path, title, addressOf(page.path)), children: hasBelow ? below : undefined }
  })
}

function entryOf(id: string, title: string, href: string): NavigationEntry {
  return { id, kind: 'page', title, href: () => href }
}
