// Who was asked for a review, and what they said.
import { type Html, html } from '../../engines/html/html.ts'
import type { User } from '../../rooms/people/identity/schema.ts'
import type { Member } from '../../rooms/people/members/schema.ts'
import type { RequestedReviewer } from '../../rooms/review/change-requests/schema.ts'
import type { Review } from '../../rooms/review/reviews/schema.ts'
import { initialOf } from '../frame/frame.ts'
import type { RequestAsked } from './request-page.ts'

type Verdict = { user: User; status: Review['status']; outdated: boolean }

/** The last word of each reviewer; reviews come newest first. */
export function verdictsOf(reviews: readonly Review[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  for (const { reviewer: user, status, outdated } of reviews)
    if (!verdicts.has(user.id)) verdicts.set(user.id, { user, status, outdated })
  return verdicts
}

type Involved = {
  requested: readonly RequestedReviewer[]
  verdicts: Map<string, Verdict>
  members: readonly Member[]
}

export function reviewersView(asked: RequestAsked, { requested, verdicts, members }: Involved): Html {
  const { words, space, isOpen } = asked
  const { review } = words
  const known = new Map([
    ...requested.map(({ user }) => [user.id, user] as const),
    ...[...verdicts.values()].map(({ user }) => [user.id, user] as const),
  ])
  const others = members.filter(({ user, disabled }) => !known.has(user.id) && !disabled)
  const waiting = new Set(requested.map(({ user }) => user.id))
  return html`<section class="panel" id="reviewers"><h2>${review.reviewers}</h2>
    ${known.size === 0 && html`<p class="quiet">${review.noReviewers}</p>`}
    ${
      known.size > 0 &&
      html`<ul class="rows">${[...known.values()].map(
        (user) =>
          html`<li><span class="grow who"><span class="initial" aria-hidden="true">${initialOf(user.displayName)}</span> ${user.displayName}</span>
          ${verdictView(asked, verdicts.get(user.id))}
          ${isOpen && space.permissions.edit && waiting.has(user.id) && !verdicts.has(user.id) && withdrawView(asked, user)}</li>`,
      )}</ul>`
    }
    ${
      isOpen &&
      space.permissions.edit &&
      others.length > 0 &&
      html`<form method="post"><div class="field"><label for="reviewer">${review.ask}</label><select id="reviewer" name="reviewer" required>
      <option value="">${review.choosePerson}</option>${others.map(({ user }) => html`<option value="${user.id}">${user.displayName || user.email}</option>`)}</select></div>
      <button class="button plain small" name="action" value="ask">${review.askButton}</button></form>`
    }</section>`
}

function verdictView({ words }: RequestAsked, verdict: Verdict | undefined): Html {
  const { review } = words
  if (!verdict) return html`<span class="badge draft">${review.waiting}</span>`
  if (verdict.outdated) return html`<span class="badge draft">${review.outdated}</span>`
  return html`<span class="badge ${verdict.status}">${review.verdicts[verdict.status]}</span>`
}

function withdrawView({ words }: RequestAsked, { id, displayName }: User): Html {
  return html`<form method="post"><input type="hidden" name="reviewer" value="${id}">
    <button class="link" name="action" value="withdraw" aria-label="${words.review.withdraw({ name: displayName })}">✕</button></form>`
}
