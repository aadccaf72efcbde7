// What a revision of a space changed: its pages, and each beside what it was.
import { LongWork } from '../../engines/content/long-work.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { PageTextChanges } from '../../rooms/content/history/schema.ts'
import type { Revision } from '../../rooms/content/pages/schema.ts'
import type { ComparedPage } from '../../site-server/preview/compared-page.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { historyAt, revisionAt, versionAt, versionsAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { type Changes, changesTable } from '../review/changed-content.ts'
import { openPieces, piecesView } from '../review/pieces.ts'
import { textDiffView } from '../views/text-diff.ts'
import { restorePageView } from './pages/page-versions.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

const MOST_CHANGES = 1000
const MOST_HUNKS = 100

export const revisionPage = appPage({
  path: revisionAt(SPACE, ':revisionId'),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, home, params } = opened
    const revision = params.revisionId ?? ''
    const at = `/spaces/${space.id}/revisions/${encodeURIComponent(revision)}/changes`
    const changes = await api.get<Changes>(at, { limit: MOST_CHANGES })
    const shown = await spacePage(opened, 'history', {
      title: words.compare.changedThen,
      actions: html`<a class="button plain" href="${home}/~/revisions/${encodeURIComponent(revision)}">${words.history.look}</a>`,
      body: changesTable(opened, changes, (pageId) => versionAt(home, revision, pageId)),
    })
    return {
      ...shown,
      trail: [...(shown.trail ?? []), { title: words.space.history, href: historyAt(home) }],
    }
  },
})

export const versionPage = appPage({
  path: versionAt(SPACE, ':revisionId', ':pageId'),
  async show(asked: OwnAsked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, home, params } = opened
    const [revisionId, pageId] = [
      encodeURIComponent(params.revisionId ?? ''),
      encodeURIComponent(params.pageId ?? ''),
    ]
    const revision = `/spaces/${space.id}/revisions/${revisionId}`
    const { id: after, parents } = await api.get<Revision>(revision, { metadata: false })
    const before = parents?.[0] ?? after
    const page = await readVersion(opened, { pageId: params.pageId ?? '', before, after })
    const trail = [
      { title: words.space.history, href: historyAt(home) },
      { title: words.compare.versions, href: versionsAt(home, params.pageId ?? '') },
    ]
    const title = page === 'too long' ? words.compare.versions : page.title
    const shown = await spacePage(opened, 'history', {
      title,
      actions: space.permissions.edit ? restorePageView(opened, after, versionsAt(home, pageId)) : html``,
      body: html`<div class="compared"><p class="quiet">${words.compare.sinceThen}</p>${
        page === 'too long'
          ? textDiffView(
              words,
              await api.get<PageTextChanges>(`${revision}/changes/page/${pageId}`, { limit: MOST_HUNKS }),
            )
          : versionView(opened, page)
      }</div>`,
    })
    return { ...shown, island: 'review', hasContent: true, trail: [...(shown.trail ?? []), ...trail] }
  },
})

type Wanted = { pageId: string; before: string; after: string }

async function readVersion(
  asked: SpaceAsked,
  { pageId, before, after }: Wanted,
): Promise<ComparedPage | 'too long'> {
  const { space, home } = asked
  const place = { spaceId: space.id, pageId, home: `${home}/~/revisions/${after}` }
  const page = await asked.compare({ ...place, before, after }).catch((error: unknown) => {
    if (error instanceof LongWork) return 'too long' as const
    throw error
  })
  if (!page) throw missing()
  return page
}

function versionView(asked: SpaceAsked, page: ComparedPage): Html {
  const { space } = asked
  const comments = { comments: [], replies: new Map(), more: false }
  const quiet = { ...asked, space: { ...space, permissions: { ...space.permissions, comment: false } } }
  const pieces = openPieces(
    { ...quiet, path: `/spaces/${space.id}` },
    { pageId: '', comments, canSuggest: false },
  )
  return piecesView(pieces, page)
}
