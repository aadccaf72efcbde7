// Previews at signed addresses, /preview/…: the token is shown once, and remembered by the browser for this preview alone.

import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { endedPreviewPage } from '../../engines/site/views/app-pages.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { openChangeRequestPreview, pathOfPreview } from '../../rooms/review/change-requests/previews.ts'
import { partsOf } from '../../rooms/sites/published/addresses.ts'
import { openPreview } from '../../rooms/sites/published/previews.ts'
import { answerVisitor } from '../page/answer.ts'
import { message } from '../page/messages.ts'
import { addressOfSiteSpace } from '../visit/site-addresses.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import type { VisitedSite } from '../visit/visited-site.ts'
import { appFrame, unkept } from './app-frame.ts'
import { changeRequestAsSite, siteForVisitor } from './as-site.ts'

const COOKIE = 'quire_preview'
const PARAMETER = 'token'

/** `start`: where to begin, when nothing more is asked for. */
type Opened = { visited: VisitedSite; until: Date; start?: string }
type Place = { home: string; rest: string[]; open(token: string): Promise<Opened | undefined> }

export async function answerPreview(
  ctx: OutsideContext,
  kit: ReaderKit,
  request: SiteRequest,
): Promise<SiteAnswer> {
  const { url, cookies } = request
  const place = placeOf(ctx, partsOf(url.pathname))
  const shown = url.searchParams.get(PARAMETER)
  const token = shown ?? cookies[COOKIE]
  const opened = token === undefined ? undefined : await place?.open(token)
  if (!place || !opened || token === undefined) {
    const open = appFrame(kit)
    return message(open, endedPreviewPage(open), 403)
  }
  if (shown === null) return unkept(await answerVisitor(ctx, kit, opened.visited, place.rest, request))
  const clean = new URL(url)
  clean.searchParams.delete(PARAMETER)
  const there = [place.home, ...place.rest.map(encodeURIComponent)].join('/') + clean.search
  return {
    kind: 'redirect',
    to: place.rest.length === 0 && opened.start ? opened.start : there,
    isPermanent: false,
    cookie: { name: COOKIE, value: token, path: place.home, expires: opened.until },
  }
}

function placeOf(ctx: OutsideContext, [, kind, id = '', ...rest]: string[]): Place | undefined {
  if (kind === 'sites') return placeOfSite(ctx, id, rest)
  const [tilde, changes, number = '', ...below] = rest
  if (kind === 'spaces' && tilde === '~' && changes === 'changes' && /^[1-9]\d{0,8}$/.test(number))
    return placeOfChangeRequest(ctx, { spaceId: id, number }, below)
}

function placeOfSite(ctx: OutsideContext, siteId: string, rest: string[]): Place {
  const home = `/preview/sites/${encodeURIComponent(siteId)}`
  return {
    home,
    rest,
    async open(token) {
      const opened = await openPreview(ctx, siteId, token)
      if (!opened) return
      const visited = await siteForVisitor(ctx, opened, home)
      const { site, structure } = visited
      const first = structure.siteSpaces.find(({ id }) => id === opened.siteSpaceId)
      const start = first && addressOfSiteSpace(home, structure, site, first)
      return { visited, until: opened.until, start }
    },
  }
}

function placeOfChangeRequest(
  ctx: OutsideContext,
  place: { spaceId: string; number: string },
  rest: string[],
): Place {
  const home = pathOfPreview(encodeURIComponent(place.spaceId), Number(place.number))
  return {
    home,
    rest,
    async open(token) {
      const opened = await openChangeRequestPreview(ctx, place, token)
      if (!opened) return
      return { visited: await changeRequestAsSite(ctx, opened.seen, home), until: opened.until }
    },
  }
}
