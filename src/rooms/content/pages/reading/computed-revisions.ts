// Content of a source that nobody put into a space, for those who want to see it before.
import { wholeTree } from '../../../../engines/content/nodes/page-tree.ts'
import { readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { type ComputedPage, computedRevision } from '../../../../engines/reading/pages/computed-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { JsonText } from '../../../../kit/domain/json-text.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import { openNodes } from '../../spaces/revisions/revisions.ts'
import type { SeenContent } from '../access.ts'
import { computeSource, specOf } from '../computed/computed-content.ts'
import type { File, Page, ReusableContent } from '../schema.ts'
import type { DocumentToCompute, RevisionToCompute } from '../schema-computed.ts'
import { pagesText } from './pages-text.ts'

type ComputedRevision = { pages: Page[]; files: File[]; reusableContents: ReusableContent[] }
type Source = RevisionToCompute['source']

export async function answerComputedRevision(
  ctx: ReadContext,
  content: SeenContent,
  { source, seed }: RevisionToCompute,
) {
  const { pages } = await requireComputed(ctx, content, source)
  return answerPages(ctx, content, seed, { pages })
}

/** Pages and files that are nowhere else, as those of a revision. */
export async function answerPages(
  ctx: ReadContext,
  content: SeenContent,
  seed: string,
  { pages, files = [] }: { pages: ComputedPage[]; files?: File[] },
) {
  const empty = await readRevision(openNodes(ctx), null)
  const origin = { id: seed, createdAt: ctx.clock.now().toISOString() }
  const view = await computedRevision(empty, origin, pages)
  const text = await pagesText(ctx, { ...content, view }, await wholeTree(view), { metadata: false })
  return new JsonText<ComputedRevision>(
    `{"pages":${text},"files":${JSON.stringify(files)},"reusableContents":[]}`,
  )
}

export async function answerComputedDocument(
  ctx: ReadContext,
  content: SeenContent,
  { source }: DocumentToCompute,
): Promise<JSONDocument> {
  const { doc, page } = source.props
  const { api, pages } = await requireComputed(ctx, content, { ...source, props: { models: true } })
  if (doc === 'info') return parseMarkdown((api.outline.description ?? '').replaceAll('{%', '{\u200b%'))
  const key = doc === 'models' ? 'models' : doc === 'operations' ? page : undefined
  const found = allPages(pages).find((one) => one.key === key)
  if (!found)
    throw invalid(
      'body.source.props matches no page of this specification: take it from the `computed` of a page',
      { field: 'body.source.props' },
    )
  return publicDocument(parseMarkdown(found.text))
}

function allPages(pages: ComputedPage[]): ComputedPage[] {
  return pages.flatMap((page) => [page, ...allPages(page.below)])
}

async function requireComputed(ctx: ReadContext, { space }: SeenContent, source: Source) {
  if (source.type !== 'builtin:openapi')
    throw invalid(
      `body.source.type must be builtin:openapi, or integration:<name>:<source>; "${source.type}" is unknown`,
      {
        field: 'body.source.type',
      },
    )
  const slug = specOf({ computed: source })
  const found = await computeSource(ctx, space.id, source)
  if (found) return found
  const what =
    slug === undefined
      ? 'body.source.dependencies.spec.ref must name a specification'
      : `Specification "${slug}" not found, or it has no valid version`
  throw invalid(what, { field: 'body.source.dependencies.spec.ref' })
}
