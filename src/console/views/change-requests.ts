import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import { pathOf } from '../addresses.ts'
import { type Api, Refused } from '../api.ts'
import type { Asked } from '../frame/page.ts'
import { timeView } from './times.ts'

type About = Pick<Asked, 'words' | 'language' | 'ctx'>

/** `spaces` are the titles of those that they belong to, where there are several. */
export function changeRequestRows(
  asked: About,
  requests: readonly ChangeRequest[],
  spaces: ReadonlyMap<string, string> = new Map(),
): Html {
  return html`<ul class="rows panel">${requests.map((request) => html`<li>${changeRequestRow(asked, request, spaces.get(request.space))}</li>`)}</ul>`
}

/** What the spaces of change requests are called; a number alone is of any of them. */
export async function titlesOfSpaces(
  api: Api,
  requests: readonly ChangeRequest[],
  known: readonly Space[] = [],
): Promise<Map<string, string>> {
  const titles = new Map(known.map(({ id, title }) => [id, title] as const))
  const missing = new Set(requests.map(({ space }) => space).filter((id) => !titles.has(id)))
  const found = await Promise.all([...missing].map((id) => api.get<Space>(`/spaces/${id}`).catch(gone)))
  for (const space of found) if (space) titles.set(space.id, space.title)
  return titles
}

/** Somebody may lose it meanwhile. */
function gone(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error
}

function changeRequestRow(
  { words, language, ctx }: About,
  request: ChangeRequest,
  space: string | undefined,
): Html {
  const { number, subject, status, createdBy, updatedAt, comments, urls } = request
  return html`<div class="grow"><a class="title" href="${pathOf(urls.app)}/~review">${subject || words.changes.untitled}</a>
    <p class="quiet">${space && html`<bdi>${space}</bdi> · `}${words.changes.number({ number })} · ${createdBy.displayName} · ${timeView(language, ctx.clock.now(), updatedAt)}${
      comments > 0 && html` · ${words.changes.comments({ count: comments })}`
    }</p></div>${stateView(words, status)}`
}

export function stateView(words: About['words'], status: ChangeRequest['status']): Html {
  return html`<span class="badge ${status}">${words.changes.states[status]}</span>`
}
