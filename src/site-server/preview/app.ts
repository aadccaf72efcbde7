// Content as its members read it, below /o. Who asks, and what they may read, is checked for each request.

import type { SiteAnswer, SiteRequest } from '../../engines/site/answers.ts'
import { type AppList, listPage } from '../../engines/site/views/app-pages.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { spec } from '../../rooms/api-references/openapi/access.ts'
import { collection, collectionAbilities } from '../../rooms/content/collections/access.ts'
import { revisionContent } from '../../rooms/content/pages/access.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../../rooms/content/spaces/access.ts'
import { identifySession } from '../../rooms/people/accounts/sessions/sessions.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../rooms/people/organizations/access.ts'
import { changeRequest } from '../../rooms/review/change-requests/access.ts'
import { partsOf } from '../../rooms/sites/published/addresses.ts'
import { siteAbilities, site as siteSubject } from '../../rooms/sites/sites/access.ts'
import { answerVisitor } from '../page/answer.ts'
import { message } from '../page/messages.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import { hrefOf, openSpaceWith, type VisitedSite } from '../visit/visited-site.ts'
import { APP, appFrame, SIGN_IN, unkept } from './app-frame.ts'
import { aboutSpec } from './app-spec.ts'
import { appPath, changeRequestAsSite, revisionAsSite, siteForMember, spaceAsSite } from './as-site.ts'
import { readView, siteSeen, VIEW } from './site-view.ts'

export async function answerApp(
  ctx: OutsideContext,
  kit: ReaderKit,
  request: SiteRequest,
): Promise<SiteAnswer | undefined> {
  const { url, session } = request
  const [first, ...rest] = partsOf(url.pathname)
  // Links in texts name a space or a collection alone: they are followed from here on.
  if (first !== 'o') {
    const to = [APP, ANY, ...[first ?? '', ...rest].map(encodeURIComponent)].join('/')
    return { kind: 'redirect', to, isPermanent: false }
  }
  const actor = session === undefined ? undefined : await identifySession(ctx, session)
  const way = new URLSearchParams({ next: `${url.pathname}${url.search}` })
  if (!actor) return { kind: 'redirect', to: `${SIGN_IN}?${way}`, isPermanent: false }
  if (actor.kind === 'user' && actor.credential.kind === 'session' && actor.credential.lacksSecondFactor)
    return { kind: 'redirect', to: `${APP}/~account/security/required?${way}`, isPermanent: false }
  const answered = await answerMember({ ctx: { ...ctx, actor }, kit, request }, rest).catch(nothingThere)
  return answered && unkept(answered)
}

/** Stands for whichever organization something is in. */
const ANY = '~'

function nothingThere(error: unknown): undefined {
  if (error instanceof Problem && error.kind === 'not_found') return
  throw error
}

type Asked = { ctx: OutsideContext; kit: ReaderKit; request: SiteRequest }

/** Undefined for what is not there, or not for them. */
async function answerMember(asked: Asked, [organizationId, kind, id = '', ...rest]: string[]) {
  const { ctx } = asked
  if (organizationId === undefined) return
  if (organizationId === ANY) return findPlace(ctx, kind, id, rest)
  if (kind === 's') return answerSpace(asked, organizationId, id, rest)
  const found = await organization.find(ctx, { organizationId })
  if (!found || !organizationAbilities(found.standing).view) return
  switch (kind) {
    case 'site':
      return answerSite(asked, found, id, rest)
    case 'openapi':
      return answerSpec(asked, found, id)
    default:
      return
  }
}

function list({ kit }: Asked, content: AppList): SiteAnswer {
  const open = appFrame(kit, { isSignedIn: true })
  return message(open, listPage(open, content), 200)
}

async function answerSpec(asked: Asked, found: SeenOrganization, specSlug: string) {
  const seen = await spec.find(asked.ctx, { organizationId: found.id, specSlug })
  if (!seen || !spec.abilities(seen, asked.ctx).view) return
  return list(asked, await aboutSpec(asked.ctx, seen))
}

async function answerSite(
  { ctx, kit, request }: Asked,
  found: SeenOrganization,
  siteId: string,
  rest: string[],
) {
  const seen = await siteSubject.find(ctx, { organizationId: found.id, siteId })
  if (!seen || !siteAbilities(seen).view) return
  const home = pathOf(ctx.links.site(found.id, siteId).app)
  const back = { title: found.title, href: pathOf(ctx.links.organization(found.id).app) }
  const [first, code = '', ...inside] = rest
  if (first !== VIEW)
    return answerVisitor(ctx, kit, await siteForMember(ctx, seen, { home, back }), rest, request)
  const view = readView(code)
  if (!view) return
  const visited = await siteForMember(ctx, seen, { home: `${home}/${VIEW}/${code}`, back })
  return framed(await answerVisitor(ctx, kit, await siteSeen(ctx, visited, view), inside, request))
}

/** Pages of the console show it in themselves. */
function framed(answer: SiteAnswer): SiteAnswer {
  return answer.kind === 'page' ? { ...answer, isFramed: true } : answer
}

async function findSpace(ctx: OutsideContext, spaceId: string): Promise<SeenSpace | undefined> {
  const space = await spaceSubject.find(ctx, { spaceId })
  return space && spaceAbilities(space).view ? space : undefined
}

async function answerSpace(asked: Asked, organizationId: string, spaceId: string, rest: string[]) {
  const { ctx, kit, request } = asked
  const space = await findSpace(ctx, spaceId)
  if (!space || space.organizationId !== organizationId) return
  const read = await readIn(ctx, space, rest)
  return read && answerVisitor(ctx, kit, read.visited, read.rest, request)
}

type Read = { visited: VisitedSite; rest: string[] }

/** What readers see now, or what a `~` names: a change request, a revision. */
async function readIn(ctx: OutsideContext, space: SeenSpace, parts: string[]): Promise<Read | undefined> {
  const base = appPath(ctx, space)
  const [tilde, kind, name = '', ...rest] = parts
  if (tilde !== '~') {
    const back = { title: 'All spaces', href: pathOf(ctx.links.organization(space.organizationId).app) }
    const visited = await spaceAsSite(ctx, space, { home: base, back })
    const link = { kind: 'pages' as const, href: `${base}/~/pages` }
    const editor = spaceAbilities(space).edit ? `${base}/~/edit/` : undefined
    return { visited: atWork(visited, link, editor), rest: parts }
  }
  if (kind === 'changes') {
    const seen = await changeRequest.find(ctx, { spaceId: space.id, changeRequestId: name })
    const home = `${base}/~/changes/${encodeURIComponent(name)}`
    if (!seen) return
    const visited = await changeRequestAsSite(ctx, seen, home)
    const isOpen = seen.status === 'draft' || seen.status === 'open'
    const editor = isOpen && spaceAbilities(space).edit ? `${home}/~edit/` : undefined
    return { visited: atWork(visited, { kind: 'review', href: `${home}/~review` }, editor), rest }
  }
  if (kind !== 'revisions') return
  const content = await revisionContent.find(ctx, { spaceId: space.id, revisionId: name })
  if (!content) return
  const place = { home: `${base}/~/revisions/${name}`, back: { title: space.title, href: base } }
  return { visited: await revisionAsSite(ctx, space, content.revision.id, place), rest }
}

/** Members go from what they read to where they work on it. */
function atWork(
  visited: VisitedSite,
  link: { kind: 'review' | 'pages'; href: string },
  editor: string | undefined,
): VisitedSite {
  const { unpublished } = visited
  if (!unpublished) return visited
  const preview = { ...unpublished.preview, links: [link] }
  return { ...visited, unpublished: { ...unpublished, preview, editor } }
}

/** The whole address of what was named by its id alone. */
async function findPlace(ctx: OutsideContext, kind: string | undefined, id: string, [pageId]: string[]) {
  const to = kind === 's' ? await placeOfPage(ctx, id, pageId) : await placeOfCollection(ctx, kind, id)
  return to === undefined ? undefined : { kind: 'redirect' as const, to, isPermanent: false }
}

async function placeOfPage(ctx: OutsideContext, spaceId: string, pageId: string | undefined) {
  const space = await findSpace(ctx, spaceId)
  if (!space) return
  const home = appPath(ctx, space)
  if (pageId === undefined) return home
  const visited = await spaceAsSite(ctx, space, { home, back: { title: '', href: home } })
  const open = await openSpaceWith(ctx, visited, space.id)
  const placed = open?.read.byId.get(pageId)
  return open && placed && hrefOf(open, placed)
}

async function placeOfCollection(ctx: OutsideContext, kind: string | undefined, collectionId: string) {
  const seen = kind === 'c' ? await collection.find(ctx, { collectionId }) : undefined
  if (!seen || !collectionAbilities(seen).view) return
  return pathOf(ctx.links.collection(seen.organizationId, seen.id).app)
}

function pathOf(address: string) {
  return new URL(address).pathname
}
