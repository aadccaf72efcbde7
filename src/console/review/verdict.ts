import { type Html, html } from '../../engines/html/html.ts'
import { comparedAt } from '../addresses.ts'
import type { RequestAsked } from './request-page.ts'

/** Names what was read, so that nothing is approved that nobody saw. `firstPage`: where reading begins, unless they are at it. */
export function verdictView({ words, home, request }: RequestAsked, firstPage?: string): Html {
  const { review } = words
  return html`<section class="panel"><h2>${review.yourReview}</h2>
    ${firstPage !== undefined && html`<p class="quiet"><a href="${comparedAt(home, request.number, firstPage)}">${review.readFirst}</a></p>`}
    <form method="post"><input type="hidden" name="revision" value="${request.revision}">
    <div class="field"><label for="said">${review.comment}</label><textarea id="said" name="comment" rows="3" maxlength="15000"></textarea></div>
    <div class="actions"><button class="button" name="action" value="approve">${review.approve}</button>
    <button class="button plain" name="action" value="request-changes">${review.requestChanges}</button></div></form></section>`
}
