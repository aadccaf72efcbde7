import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import { pathOf } from '../addresses.ts'
import type { Asked } from '../frame/page.ts'
import { timeView } from './times.ts'

export function spaceCards(
  { words, language, ctx }: Pick<Asked, 'words' | 'language' | 'ctx'>,
  spaces: readonly Space[],
): Html {
  const card = ({
    title,
    emoji,
    urls,
    updatedAt,
    changeRequestsOpen,
  }: Space) => html`<li><a class="tile" href="${pathOf(urls.app)}">
    <span class="sign" aria-hidden="true">${emojiOf(emoji)}</span><span class="grow"><strong>${title}</strong>
    <small class="quiet">${timeView(language, ctx.clock.now(), updatedAt)}</small></span>
    ${changeRequestsOpen > 0 && html`<span class="count" title="${words.changes.title}">${changeRequestsOpen}</span>`}</a></li>`
  return html`<ul class="tiles">${spaces.map(card)}</ul>`
}
