// Links as they are told: with the pages, files and spaces at both of their ends.
import { findFile, findPagesWithPaths, findReusable } from '../../../engines/content/nodes/revision.ts'
import type { ReusableRecord } from '../../../engines/content/records.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { printed } from '../../../kit/domain/subjects.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import { toPage } from '../../../kit/storage/page.ts'
import { organization as organizationSubject } from '../../people/organizations/access.ts'
import { presentOrganization } from '../../people/organizations/present.ts'
import { ORGANIZATION_ABILITIES, type Organization } from '../../people/organizations/schema.ts'
import type { SeenChangeRequest } from '../../review/change-requests/access.ts'
import { presentChangeRequest } from '../../review/change-requests/present.ts'
import { openContent, type SeenContent } from '../pages/access.ts'
import { presentFile, presentPage, presentReusable } from '../pages/present.ts'
import { requirePage, requireReusable } from '../pages/reading/answers.ts'
import { presentSpace } from '../spaces/present.ts'
import { openRevision } from '../spaces/revisions/revisions.ts'
import { type LinkQuery, type LinkScope, linkersTo, linksOf, pagesProposed } from './links.ts'
import { reusablesWith } from './links-of-reusables.ts'
import type { LinkList, Location } from './schema.ts'
import type { LinkGroup } from './store.ts'

/** A revision to look for links in, and the change request it belongs to. */
export type LinkSource = { content: SeenContent; changeRequest?: SeenChangeRequest }

export async function linkSourceOf(ctx: ReadContext, changeRequest: SeenChangeRequest): Promise<LinkSource> {
  return { content: await openContent(ctx, changeRequest.space, changeRequest.revisionId), changeRequest }
}

async function scopeOf(ctx: ReadContext, { content, changeRequest }: LinkSource): Promise<LinkScope> {
  const { space, view } = content
  const scope = { ctx, spaceId: space.id, view }
  if (!changeRequest) return scope
  const base = await openRevision(ctx, space.id, changeRequest.revisionAncestor, view.nodes)
  return { ...scope, proposed: await pagesProposed(base.view, view) }
}

export async function answerLinks(ctx: ReadContext, place: LinkSource, query: LinkQuery): Promise<LinkList> {
  if (query.pageId !== undefined) await requirePage(ctx, place.content, query.pageId)
  const { shown, next, stats } = await linksOf(await scopeOf(ctx, place), query)
  const teller = await tellerFor(ctx, place, [
    ...shown.flatMap(({ group }) => group.pages),
    ...shown.flatMap(({ group }) => (group.kind === 'page' ? group.targetId : [])),
  ])
  const items = await Promise.all(
    shown.map(async ({ group, status }) => ({
      status,
      relation: group.isIncluded ? ('dependsOn' as const) : ('reference' as const),
      targetReference: await teller.target(group),
      locationReferences: group.pages.flatMap((id) => teller.page(id) ?? []),
    })),
  )
  const list = { count: items.length, items, stats }
  return next ? { ...list, next: { page: JSON.stringify(next) } } : list
}

export async function answerBacklinks(
  ctx: ReadContext,
  place: LinkSource,
  target: Target,
  { limit, after }: PageQuery,
) {
  await requireTarget(ctx, place.content, target)
  const [last = ''] = after ?? []
  const targets = { kind: target.kind, ids: [target.id] }
  const pages = await linkersTo(await scopeOf(ctx, place), targets)
  const including = target.kind === 'reusable' ? await reusablesWith(place.content.view, target.id) : []
  const reusables = new Map(including.map((reusable) => [reusable.id, reusable]))
  const linkers = [...pages, ...reusables.keys()].sort().filter((id) => id > String(last))
  const page = toPage(linkers.slice(0, limit + 1), limit, (id) => [id])
  const teller = await tellerFor(ctx, place, page.rows)
  return {
    rows: page.rows.flatMap((id) => teller.reusable(reusables.get(id)) ?? teller.page(id) ?? []),
    next: page.next,
  }
}

type Target = { kind: 'page' | 'file' | 'reusable'; id: string }

async function requireTarget(ctx: ReadContext, content: SeenContent, { kind, id }: Target) {
  if (kind === 'page') await requirePage(ctx, content, id)
  else if (kind === 'reusable') await requireReusable(ctx, content, id)
  else if (!(await findFile(content.view, id))) throw notFound('file')
}

/** What leaves by a declared shape loses the abilities that are for doors only; this answer leaves as it is. */
function printedOrganization(organization: Organization): Organization {
  return { ...organization, permissions: printed(organization.permissions, ORGANIZATION_ABILITIES) }
}

/** Tells ends of links. Everything around them is found once for all of them. */
async function tellerFor(ctx: ReadContext, { content, changeRequest }: LinkSource, pageIds: string[]) {
  const { space, view } = content
  const organization = await organizationSubject.find(ctx, { organizationId: space.organizationId })
  if (!organization) throw notFound('organization')
  const pages = await findPagesWithPaths(view, [...new Set(pageIds)])
  const options = { metadata: true }
  const around = {
    organization: printedOrganization(presentOrganization(organization, ctx.links)),
    space: presentSpace(space, ctx.links),
    versionContext: changeRequest && {
      type: 'changeRequest',
      changeRequest: presentChangeRequest(changeRequest, ctx.links),
    },
  }

  function page(id: string): Location | undefined {
    const found = pages.get(id)
    return (
      found && { kind: 'page', ...around, page: presentPage(ctx, content, { ...found, below: [] }, options) }
    )
  }

  function reusable(record: ReusableRecord | undefined): Location | undefined {
    const told = record && presentReusable(ctx, content, record, options)
    return told && { kind: 'reusable-content', ...around, reusableContent: told }
  }

  async function target({ kind, targetId }: LinkGroup): Promise<Location | undefined> {
    if (kind === 'page') return page(targetId)
    if (kind === 'outside') return { kind: 'url', url: targetId }
    if (kind === 'file') {
      const file = await findFile(view, targetId)
      return file && { kind: 'file', ...around, file: presentFile(ctx, content, file, options) }
    }
    if (kind === 'reusable') return reusable(await findReusable(view, targetId))
    return { kind: 'url', url: targetId }
  }

  return { page, reusable, target }
}
