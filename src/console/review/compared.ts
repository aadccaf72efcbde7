// A changed page beside what it was, block by block, as readers see it; and what people say about its blocks.
import { LongWork } from '../../engines/content/long-work.ts'
import { type Html, html } from '../../engines/html/html.ts'
import { blocksOf } from '../../engines/markdown/edit.ts'
import type { PageTextChanges } from '../../rooms/content/history/schema.ts'
import type { ComparedPage } from '../../site-server/preview/compared-page.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { changeRequestAt, comparedAt, readAt, reviewAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { ACCOUNT } from '../frame/frame.ts'
import { SPACE } from '../spaces/space-page.ts'
import { textDiffView } from '../views/text-diff.ts'
import { changedPages, readChanges } from './changed-content.ts'
import { openPieces, piecesView } from './pieces.ts'
import { readComments } from './read-comments.ts'
import { openRequestPage, type RequestAsked, requestPage } from './request-page.ts'
import { act } from './review-actions.ts'
import { verdictView } from './verdict.ts'

const MARKDOWN = 'markdown'
/** Hunks of a text; the rest is read in the page itself. */
const MOST_HUNKS = 100

export const comparedPage = appPage({
  path: comparedAt(SPACE, ':changeRequestId', ':pageId'),
  async show(asked: OwnAsked) {
    const opened = await openRequestPage(asked)
    const { words, url, params, space, isOpen } = opened
    const pageId = params.pageId ?? ''
    const [changes, comments, page] = await Promise.all([
      readChanges(opened),
      readComments(opened, { targetPage: pageId }),
      readCompared(opened, pageId),
    ])
    const pages = changedPages(changes)
    const isText = page === 'too long' || url.searchParams.get('as') === MARKDOWN
    const diff = isText ? await readTextDiff(opened, pageId) : undefined
    const title = page === 'too long' ? (diff?.after?.title ?? diff?.before?.title ?? '') : page.title
    const say = page === 'too long' ? undefined : await sayIn(opened, pageId)
    const pieces = openPieces(opened, {
      pageId,
      comments,
      say,
      canSuggest: isOpen && space.permissions.comment,
    })
    const end = doneIn(words.review.done, url.searchParams.get('done'))
    return requestPage(opened, {
      title,
      isCompared: true,
      body: html`${noticeView(end)}<div class="compared" data-review="${JSON.stringify(placeOf(opened))}">
        ${headView(opened, { pages, pageId, isText, page: page === 'too long' ? undefined : page })}
        ${page === 'too long' && html`<p class="quiet">${words.compare.tooLong}</p>`}
        ${diff ? textDiffView(opened.words, diff) : page !== 'too long' && piecesView(pieces, page)}
        ${(diff || page === 'too long') && pieces.allView()}
        ${isOpen && space.permissions.review && html`<details class="fold"><summary class="button plain">${words.review.yourReview}</summary>${verdictView(opened)}</details>`}
        ${aroundView(opened, pages, pageId)}</div>`,
    })
  },
  async take(asked, form) {
    const opened = await openRequestPage(asked)
    const { home, request, params } = opened
    return act(opened, form, comparedAt(home, request.number, params.pageId ?? ''))
  },
})

function doneIn(done: Record<string, string>, name: string | null) {
  return name === null ? undefined : done[name]
}

/** What the script of the page is told. */
export function placeOf({ space, request, words }: RequestAsked) {
  const { compare } = words
  return {
    request: `/spaces/${space.id}/change-requests/${request.number}`,
    members: `/orgs/${space.organization}/members`,
    seen: { revision: request.revision, status: request.status, comments: request.comments },
    words: {
      stale: compare.stale,
      reload: compare.reload,
      gone: compare.noLonger,
      people: compare.people,
      comment: words.review.comment,
    },
  }
}

export const comparedRevisions = ({ request }: Pick<RequestAsked, 'request'>) => ({
  before: request.revisionMergedAncestor ?? request.revisionInitial,
  after: request.revision,
})

async function readCompared(asked: RequestAsked, pageId: string): Promise<ComparedPage | 'too long'> {
  const { space, home, request } = asked
  const place = { spaceId: space.id, pageId, home: changeRequestAt(home, request.number) }
  const page = await asked.compare({ ...place, ...comparedRevisions(asked) }).catch((error: unknown) => {
    if (error instanceof LongWork) return 'too long' as const
    throw error
  })
  if (!page) throw missing()
  return page
}

function readTextDiff({ api, path }: RequestAsked, pageId: string) {
  return api.get<PageTextChanges>(`${path}/changes/page/${pageId}`, { limit: MOST_HUNKS })
}

/** The block that somebody is about to comment on, and what it says. */
async function sayIn({ api, path, url }: RequestAsked, pageId: string) {
  const node = url.searchParams.get('comment')
  if (!node) return
  const page = await api
    .get<{ markdown?: string }>(`${path}/content/page/${pageId}`, { format: 'markdown' })
    .catch(() => undefined)
  const text = page?.markdown ?? ''
  const block = blocksOf(text).find(({ key }) => key === node)
  return { node, source: block && text.slice(block.from, block.to) }
}

type Head = {
  pages: ReturnType<typeof changedPages>
  pageId: string
  isText: boolean
  page: ComparedPage | undefined
}

function headView({ words, url, home, request }: RequestAsked, { pages, pageId, isText, page }: Head): Html {
  const { compare, review } = words
  const at = pages.findIndex(({ id }) => id === pageId)
  const tab = (title: string, isCurrent: boolean, search: string) =>
    html`<li><a href="${url.pathname}${search}"${isCurrent && html` aria-current="true"`}>${title}</a></li>`
  return html`<div class="compared-head"><nav class="filters" aria-label="${compare.look}"><ul>
    ${tab(compare.rendered, !isText, '')}${tab('Markdown', isText, `?as=${MARKDOWN}`)}</ul></nav>
    ${at >= 0 && html`<p class="quiet">${compare.place({ at: at + 1, count: pages.length })}</p>`}
    ${page && html`<p class="quiet path"><bdi dir="ltr">/${page.path}</bdi></p>`}
    ${page && page.kind !== 'removed' && html`<a href="${readAt(home, page.path, request.number)}">${compare.whole}</a>`}
    ${page && page.kind !== 'edited' && html`<span class="badge ${page.kind}">${review.kinds[page.kind]}</span>`}</div>
    <p class="quiet keys" data-needs-script hidden>${compare.keys} <a href="${ACCOUNT}#keys">${compare.keysOff}</a></p>`
}

function aroundView({ words, home, request }: RequestAsked, pages: Head['pages'], pageId: string): Html {
  const at = pages.findIndex(({ id }) => id === pageId)
  const [before, after] = [at > 0 ? pages[at - 1] : undefined, at >= 0 ? pages[at + 1] : undefined]
  const link = (page: { id: string; title: string } | undefined, rel: 'prev' | 'next', label: string) =>
    page &&
    html`<a class="button plain" rel="${rel}" href="${comparedAt(home, request.number, page.id)}">${label}: ${page.title}</a>`
  return html`<nav class="around" aria-label="${words.review.changed}"><a href="${reviewAt(home, request.number)}">${words.conflict.back}</a>${link(before, 'prev', words.compare.previous)}${link(after, 'next', words.compare.next)}</nav>`
}
