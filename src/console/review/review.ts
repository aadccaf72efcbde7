// One change request: what changes, what people say about it, and what is missing before it can be merged.
import { type Html, html } from '../../engines/html/html.ts'
import type { Member } from '../../rooms/people/members/schema.ts'
import type {
  ConflictView,
  MergeChecks,
  RequestedReviewer,
} from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { conflictsAt, reviewAt } from '../addresses.ts'
import { type List, Refused } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { SPACE } from '../spaces/space-page.ts'
import { aboutView } from './about.ts'
import { changedPages, changesView, readChanges } from './changed-content.ts'
import { checksView, readBrokenLinks } from './checks.ts'
import { placeOf } from './compared.ts'
import { conversationView, readConversation } from './conversation.ts'
import { openRequestPage, type RequestAsked, requestPage } from './request-page.ts'
import { act } from './review-actions.ts'
import { reviewersView, verdictsOf } from './reviewers.ts'
import { verdictView } from './verdict.ts'

export const reviewPage = appPage({
  path: reviewAt(SPACE, ':changeRequestId'),
  async show(asked: OwnAsked) {
    const opened = await openRequestPage(asked)
    const { api, words, path, space, request, isOpen, url } = opened
    const [changes, conversation, requested, checks, conflicts, members, links] = await Promise.all([
      readChanges(opened),
      readConversation(opened),
      api.get<List<RequestedReviewer>>(`${path}/requested-reviewers`, { limit: 100 }),
      api.get<MergeChecks>(`${path}/merge-checks`),
      isOpen ? readConflicts(opened) : [],
      isOpen && space.permissions.edit ? readMembers(opened) : [],
      isOpen ? readBrokenLinks(opened) : undefined,
    ])
    const verdicts = verdictsOf(conversation.reviews)
    return requestPage(opened, {
      hasScript: true,
      body: html`${noticeView(doneIn(words.review.done, url.searchParams.get('done')))}${conversation.gone}
        <div class="review" data-review="${JSON.stringify(placeOf(opened))}"><div class="review-main">
        ${aboutView(opened)}
        ${changesView(opened, changes)}
        ${conversationView(opened, conversation)}</div>
        <div class="review-side">
        ${isOpen ? stateBox(opened, { checks, conflicts }) : endView(opened)}
        ${isOpen && checksView(opened, links)}
        ${isOpen && space.permissions.review && verdictView(opened, changedPages(changes)[0]?.id)}
        ${reviewersView(opened, { requested: requested.items, verdicts, members })}
        ${request.urls.preview && isOpen && shareView(opened, request.urls.preview)}</div></div>`,
    })
  },
  async take(asked, form) {
    const opened = await openRequestPage(asked)
    return act(opened, form, reviewAt(opened.home, opened.request.number))
  },
})

function doneIn(done: Record<string, string>, name: string | null) {
  return name === null ? undefined : done[name]
}

/** Too long to compare while somebody waits is told when they merge. */
async function readConflicts({ api, path }: RequestAsked): Promise<ConflictView[]> {
  return (await api.get<List<ConflictView>>(`${path}/conflicts`).catch(tooLong)).items
}

function tooLong(error: unknown): List<never> {
  if (error instanceof Refused && error.status === 413) return { items: [] }
  throw error
}

async function readMembers({ api, space }: RequestAsked): Promise<Member[]> {
  const list = api.get<List<Member>>(`/orgs/${space.organization}/members`, { limit: 500 })
  return (await list.catch(unseen)).items
}

/** Guests do not see who else is there. */
function unseen(error: unknown): List<never> {
  if (error instanceof Refused && error.status === 403) return { items: [] }
  throw error
}

type Before = { checks: MergeChecks; conflicts: readonly ConflictView[] }

/** What is missing before a merge, and who can provide it. */
function stateBox({ words, home, space, request }: RequestAsked, { checks, conflicts }: Before): Html {
  const { review } = words
  const { edit, merge } = space.permissions
  const unmet = checks.rules.filter(({ isMet }) => !isMet)
  const isFree = conflicts.length === 0 && (unmet.length === 0 || checks.canBypass)
  return html`<section class="panel" id="state"><h2>${isFree ? review.ready : review.notReady}</h2>
    ${
      checks.rules.length > 0 &&
      html`<ul class="checks">${checks.rules.map((rule) => html`<li class="${rule.isMet ? 'met' : 'unmet'}"><span class="sr">${rule.isMet ? review.met : review.unmet}</span> <span>${ruleIn(words, rule)}</span></li>`)}</ul>`
    }
    ${unmet.length > 0 && checks.canBypass && html`<p class="quiet">${review.bypass}</p>`}
    ${conflicts.length > 0 && html`<p>${review.conflicts({ count: conflicts.length })}</p><p><a class="button" href="${conflictsAt(home, request.number)}">${review.resolveConflicts}</a></p>`}
    ${request.outdated && conflicts.length === 0 && html`<p class="quiet">${review.behind}</p>`}
    ${request.outdated && edit && formView('update', review.update, 'plain')}
    ${merge ? isFree && formView('merge', review.merge, '', request.revision) : html`<p class="quiet">${review.mayNotMerge}</p>`}
    ${edit && request.status === 'draft' && html`<p class="quiet">${review.draftText}</p>${formView('open', review.open, 'plain small')}`}
    ${edit && html`<details class="fold"><summary>${review.archive}</summary><p class="quiet">${review.archiveText}</p>${formView('archive', review.archive, 'plain small')}</details>`}
    </section>`
}

function ruleIn(
  { review }: RequestAsked['words'],
  { rule, people = [] }: MergeChecks['rules'][number],
): string {
  const { rules } = review
  switch (rule) {
    case 'require_specific_reviewers':
    case 'require_one_of_specific_reviewers':
      return rules[rule]({ people: people.join(', ') })
    case 'require_at_least_one_review':
    case 'require_all_reviews_approved':
    case 'require_up_to_date_change_request':
    case 'require_change_request_subject':
    case 'require_change_request_description':
      return rules[rule]
    default:
      return rules.unknown({ rule })
  }
}

function formView(action: string, label: string, look: string, revision?: string): Html {
  return html`<form method="post">${revision && html`<input type="hidden" name="revision" value="${revision}">`}
    <button class="button ${look}" name="action" value="${action}">${label}</button></form>`
}

function endView({ words, space, request, home }: RequestAsked): Html {
  const { review } = words
  if (request.status === 'merged')
    return html`<section class="panel" id="state"><h2>${review.merged}</h2><p>${review.mergedText}</p><p><a href="${home}">${words.space.read}</a></p></section>`
  return html`<section class="panel" id="state"><h2>${review.archived}</h2>
    ${space.permissions.edit && formView('reopen-request', review.reopenRequest, '')}</section>`
}

function shareView({ words }: RequestAsked, preview: string): Html {
  const { review, factors } = words
  return html`<section class="panel"><h2>${review.share}</h2><p class="quiet">${review.shareText}</p>
    <code class="secret"><a href="${preview}">${preview}</a></code>
    <button class="button plain small" type="button" hidden data-copy="${preview}" data-copied="${factors.copied}">${factors.copy}</button></section>`
}
