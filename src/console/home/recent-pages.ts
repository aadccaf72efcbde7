import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { RecentPage } from '../../rooms/people/activity/schema.ts'
import { pathOf } from '../addresses.ts'
import type { Asked } from '../frame/page.ts'
import { timeView } from '../views/times.ts'

export function recentRows(
  { words, language, ctx }: Pick<Asked, 'words' | 'language' | 'ctx'>,
  pages: readonly RecentPage[],
): Html {
  const tile = ({ title, emoji, space, openedAt, urls }: RecentPage) =>
    html`<li><a class="tile" href="${pathOf(urls.app)}">${emoji && html`<span class="sign" aria-hidden="true">${emojiOf(emoji)}</span>`}<span class="grow"><strong>${title}</strong>
      <small class="quiet">${words.search.in({ space: space.title })} · ${timeView(language, ctx.clock.now(), openedAt)}</small></span></a></li>`
  return html`<ul class="tiles">${pages.map(tile)}</ul>`
}
