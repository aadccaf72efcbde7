import { type Html, html } from '../../engines/html/html.ts'
import type { List } from '../api.ts'
import type { Asked } from '../frame/page.ts'

/** The page of a list that the address names. */
export function pagingOf({ url }: Pick<Asked, 'url'>): { page?: string } {
  return { page: url.searchParams.get('page') ?? undefined }
}

/** The way to the rest of a list: of most, what is older. */
export function pagerView(
  { words, url }: Pick<Asked, 'words' | 'url'>,
  { next }: List<unknown>,
  label = words.app.older,
): Html | undefined {
  if (!next) return
  const search = new URLSearchParams(url.searchParams)
  search.set('page', next.page)
  return html`<p class="pager"><a class="button plain" rel="next" href="${url.pathname}?${search.toString()}">${label}</a></p>`
}
