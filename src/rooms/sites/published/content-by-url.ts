// What an address of this installation, as people copy it from their browser, leads to.
import { findPage, findPageByPath } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { collection as collectionSubject } from '../../content/collections/access.ts'
import { presentCollection } from '../../content/collections/present.ts'
import { currentContent, type SeenContent } from '../../content/pages/access.ts'
import { readComputed } from '../../content/pages/computed/computed-content.ts'
import { findPageAtOldPath } from '../../content/pages/former-paths/find-moved-page.ts'
import { answerPage } from '../../content/pages/reading/answers.ts'
import { presentSpace } from '../../content/spaces/present.ts'
import {
  changeRequest as changeRequestSubject,
  proposedContent,
} from '../../review/change-requests/access.ts'
import { presentChangeRequest } from '../../review/change-requests/present.ts'
import { decoded } from './addresses.ts'

type Named =
  | { kind: 'collection'; collectionId: string }
  | { kind: 'space'; spaceId: string; changeRequestId?: string; page: string }

/** Undefined where it is no address of content. */
function contentNamedBy(url: URL, publicUrl: string): Named | undefined {
  const base = new URL(publicUrl)
  const below = base.pathname.replace(/\/$/, '')
  if (url.host !== base.host || !url.pathname.startsWith(`${below}/`)) return
  const path = url.pathname.slice(below.length)
  const [, collectionId] = /^(?:\/o\/[\w-]+)?\/c\/([\w-]+)\/?$/.exec(path) ?? []
  if (collectionId) return { kind: 'collection', collectionId }
  const [, spaceId, changeRequestId, page = ''] =
    /^(?:\/o\/[\w-]+)?\/s\/([\w-]+)(?:\/~\/changes\/([\w-]+))?(?:\/(.*))?$/.exec(path) ?? []
  if (!spaceId) return
  return { kind: 'space', spaceId, changeRequestId, page: decoded(page.replace(/\/$/, '')) }
}

export async function answerContentAt(ctx: ReadContext, address: string) {
  const named = contentNamedBy(new URL(address), ctx.links.of(''))
  if (!named) throw notFound('content')
  if (named.kind === 'collection') {
    const found = await requireAbility(ctx, collectionSubject, named, 'view')
    return { collection: presentCollection(found, ctx.links) }
  }
  const { spaceId, changeRequestId, page } = named
  if (changeRequestId === undefined) {
    const content = await requireAbility(ctx, currentContent, { spaceId }, 'view')
    return { space: presentSpace(content.space, ctx.links), page: await pageIn(ctx, content, page) }
  }
  const params = { spaceId, changeRequestId }
  const found = await requireAbility(ctx, changeRequestSubject, params, 'view')
  const content = await requireAbility(ctx, proposedContent, params, 'view')
  return {
    space: presentSpace(found.space, ctx.links),
    changeRequest: presentChangeRequest(found, ctx.links),
    page: await pageIn(ctx, content, page),
  }
}

/** By its path, by its id, as links between spaces have it, or by a path that it had. */
async function pageIn(ctx: ReadContext, content: SeenContent, page: string) {
  if (page === '') return
  const { space, audience } = content
  const view = await readComputed(ctx, space.id, content.view)
  const found =
    (await findPageByPath(view, page)) ??
    (await findPage(view, page)) ??
    (await findPageAtOldPath(ctx, { spaceId: space.id, view, audience }, page))
  const id = found?.id ?? page
  return answerPage(ctx, content, id, { metadata: false, computed: true, evaluated: 'false' })
}
