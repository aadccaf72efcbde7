// Sections and variants of a site in its menus. A site may have hundreds: of a long list every page has a few, and what
// is left is on a page of its own.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import type { SectionGroup, SectionModel, SiteModel } from '../model.ts'

export const MOST_LISTED = 20

/** The first of them and the current one, and how many are left. */
export function someOf<Item>(items: readonly Item[], isCurrent: (item: Item) => boolean) {
  if (items.length <= MOST_LISTED) return { some: items, left: 0 }
  const first = items.slice(0, MOST_LISTED)
  const current = items.slice(MOST_LISTED).find(isCurrent)
  const some = current === undefined ? first : [...first.slice(0, -1), current]
  return { some, left: items.length - some.length }
}

export function sectionsIn(item: SectionModel | SectionGroup): SectionModel[] {
  return item.kind === 'section' ? [item] : item.sections.flatMap(sectionsIn)
}

export function isCurrentItem(item: SectionModel | SectionGroup): boolean {
  return sectionsIn(item).some(({ isCurrent }) => isCurrent)
}

/** An entry of a menu behind which the others are. */
export function restLink({ listing }: SiteModel, words: Words, left: number): Html | false {
  return (
    left > 0 &&
    listing !== undefined &&
    html`<a class="rest" href="${listing}">${words.morePages({ count: left })}</a>`
  )
}
