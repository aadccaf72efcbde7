// What changed in an API that a site describes: `~changes/{slug}`, and the same as Markdown.
import { DEFAULT_LAYOUT } from '../../engines/content/records.ts'
import type { ApiPart } from '../../engines/html/written-document.ts'
import { Anchors } from '../../engines/markdown/names/slugs.ts'
import type { ChangedOperation } from '../../engines/openapi/changed-version.ts'
import type { ApiOutline, OutlineOperation } from '../../engines/openapi/outline.ts'
import { anchorOf } from '../../engines/openapi/view/site-operation-view.ts'
import type { SiteAnswer } from '../../engines/site/answers.ts'
import { changesMarkdown } from '../../engines/site/machines/changes-markdown.ts'
import type { PageModel } from '../../engines/site/model.ts'
import { type ApiChangelog, changesOutline, changesView } from '../../engines/site/views/changes-view.ts'
import { navigationAt } from '../../engines/site/views/navigation.ts'
import { sitePage } from '../../engines/site/views/page.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { findApiDocument } from '../../rooms/api-references/openapi/documents.ts'
import { changesAddress } from '../visit/changes-address.ts'
import { type ShownApi, shownApis } from '../visit/documents/shown-apis.ts'
import { frameOf, navigationOf, type ReaderKit } from '../visit/site-frame.ts'
import { hrefOf, isPrivate, type OpenSpace, type VisitedSite } from '../visit/visited-site.ts'
import { message } from './messages.ts'

const VERSIONS = 20
const MARKDOWN = '.md'

type Place = { visited: VisitedSite; space: OpenSpace }

/** Undefined unless a page of this visitor shows something of the description. */
export async function answerChanges(
  ctx: ReadContext,
  kit: ReaderKit,
  { visited, space }: Place,
  asked: string,
  before: string | undefined,
): Promise<SiteAnswer | undefined> {
  const slug = asked.endsWith(MARKDOWN) ? asked.slice(0, -MARKDOWN.length) : asked
  const shown = (await shownApis(ctx, kit, visited, space)).get(slug)
  if (!shown) return
  const { site } = visited
  const api = await findApiDocument(ctx, site.organizationId, slug)
  const log = await kit.changelog(site.organizationId, slug, { before, limit: VERSIONS })
  if (!api || !log) return
  const places = placesOf(space, shown, api.outline)
  const isWhole = shown.isWhole || operationsIn(api.outline).every((one) => places.has(keyOf(one)))
  const address = changesAddress(space, slug)
  const changes: ApiChangelog = {
    title: api.outline.title,
    versions: log.versions.map(({ createdAt, isFirst, changed }) => ({
      name: changed?.version ?? '',
      date: createdAt.toISOString(),
      isFirst,
      isCompared: changed !== undefined,
      // Of a description of which only some is shown, the rest is nobody's business.
      operations: (changed?.operations ?? [])
        .filter((one) => isWhole || places.has(keyOf(one)))
        .map((one) => ({ ...one, href: one.change === 'removed' ? undefined : places.get(keyOf(one)) })),
      left: isWhole ? (changed?.left ?? 0) : 0,
    })),
    older: log.older === undefined ? undefined : `${address}?before=${log.older}`,
    newest: before === undefined ? undefined : address,
  }
  const open = await frameOf(ctx, kit, visited, space.siteSpace.id)
  if (asked !== slug) {
    const text = changesMarkdown(open.words, changes)
    return { kind: 'text', status: 200, type: 'markdown', text, isPrivate: isPrivate(site) }
  }
  const navigation = await navigationOf(ctx, kit, { open, unpublished: visited.unpublished }, space)
  const page: PageModel = {
    id: '',
    title: open.words.changelog.title,
    description: changes.title,
    layout: DEFAULT_LAYOUT,
    breadcrumbs: [],
    body: changesView(open.words, open.site.language, changes),
    outline: changesOutline(open.site.language, changes),
    navigation: navigationAt(navigation, []),
    actions: { markdown: `${address}${MARKDOWN}` },
    head: { alternates: [], noIndex: true },
    preview: visited.unpublished?.preview,
  }
  return message(open, sitePage(open, page), 200)
}

type Named = Pick<ChangedOperation, 'kind' | 'method' | 'path'>

/** What a parameter of a path is called is nothing that an operation is known by. */
function keyOf({ kind, method, path }: Named | Exclude<ApiPart, { kind: 'schemas' }>) {
  return `${kind} ${method.trim().toLowerCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

function operationsIn({ groups, webhooks }: ApiOutline) {
  const named = (kind: Named['kind']) => (one: OutlineOperation) => ({ ...one, kind })
  return [
    ...groups.flatMap(({ operations }) => operations.map(named('operation'))),
    ...webhooks.map(named('webhook')),
  ]
}

/** Each where it is shown first. An operation that is gone has a place too, which shows nothing any more. */
function placesOf(space: OpenSpace, { pages }: ShownApi, outline: ApiOutline): Map<string, string> {
  const titles = new Map(operationsIn(outline).map((one) => [keyOf(one), one.title]))
  const places = new Map<string, string>()
  for (const { pageId, ids, parts } of pages) {
    const placed = space.read.byId.get(pageId)
    if (!placed) continue
    const anchors = new Anchors()
    for (const id of ids) anchors.reserve(id)
    for (const part of parts) {
      if (part.kind === 'schemas') continue
      const title = titles.get(keyOf(part))
      const anchor = title === undefined ? '' : `#${encodeURIComponent(anchors.unique(anchorOf(title)))}`
      if (!places.has(keyOf(part))) places.set(keyOf(part), `${hrefOf(space, placed)}${anchor}`)
    }
  }
  return places
}
