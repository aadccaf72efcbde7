// What a reader of the changed pages would stumble over: links that lead nowhere.
import { type Html, html } from '../../engines/html/html.ts'
import type { LinkList, Location } from '../../rooms/content/links/schema.ts'
import { comparedAt } from '../addresses.ts'
import { Refused } from '../api.ts'
import type { RequestAsked } from './request-page.ts'

const MOST = 50

/** Undefined where the texts are too long to look through while somebody waits. */
export async function readBrokenLinks({ api, path }: RequestAsked): Promise<LinkList | undefined> {
  return api
    .get<LinkList>(`${path}/links`, { status: 'broken', brokenContext: 'change-request', limit: MOST })
    .catch((error: unknown) => {
      if (error instanceof Refused && error.status === 413) return undefined
      throw error
    })
}

export function checksView({ words, home, request }: RequestAsked, links: LinkList | undefined): Html {
  const { compare } = words
  const found = (links?.items ?? []).flatMap(({ targetReference, locationReferences }) =>
    locationReferences.flatMap(({ page }) =>
      page ? [{ page, target: nameOf(targetReference, words.links.unknown) }] : [],
    ),
  )
  return html`<section class="panel"><h2>${compare.checks}</h2>${
    found.length === 0
      ? html`<p class="quiet">${compare.noBroken}</p>`
      : html`<ul class="checks">${found
          .slice(0, MOST)
          .map(
            ({ page, target }) =>
              html`<li class="unmet"><span><a href="${comparedAt(home, request.number, page.id)}">${page.title}</a>: ${compare.brokenLink({ target })}</span></li>`,
          )}</ul>`
  }</section>`
}

function nameOf(target: Location | undefined, unknown: string): string {
  return target?.url ?? target?.page?.title ?? unknown
}
