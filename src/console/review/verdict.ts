import { type Html, html } from '../../engines/html/html.ts'
import { changeRequestAt } from '../addresses.ts'
import type { RequestAsked } from './request-page.ts'

/** Names what was read, so that nothing is approved that nobody saw. */
export function verdictView({ words, home, request }: RequestAsked): Html {
  const { review } = words
  return html`<section class="panel"><h2>${review.yourReview}</h2>
    <p class="quiet"><a href="${changeRequestAt(home, request.number)}">${review.readFirst}</a></p>
    <form method="post"><input type="hidden" name="revision" value="${request.revision}">
    <div class="field"><label for="said">${review.comment}</label><textarea id="said" name="comment" rows="3" maxlength="15000"></textarea></div>
    <div class="actions"><button class="button" name="action" value="approve">${review.approve}</button>
    <button class="button plain" name="action" value="request-changes">${review.requestChanges}</button></div></form></section>`
}
