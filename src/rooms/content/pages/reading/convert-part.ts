// A part of a page from one form into the others, as it would stand on that page: what somebody pastes, or edits as source.
import { fileOfPage, fileOfReusable } from '../../../../engines/content/links/paths.ts'
import type { Standpoint } from '../../../../engines/content/links/resolve.ts'
import { findPagesWithPaths } from '../../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../../engines/content/records.ts'
import { type Conversion, convertTask } from '../../../../engines/conversion/task.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { invalid, notFound, Problem } from '../../../../kit/domain/problems.ts'
import { TaskTimeout } from '../../../../world/threads/threads.ts'
import { TaskLost } from '../../../../world/threads/worker-handles.ts'
import type { SeenContent } from '../access.ts'
import { markdownOf } from '../editing/bodies.ts'
import { requireDocument } from '../editing/well-formed.ts'
import type { PagePart } from '../schema-parts.ts'
import { requirePage, requireReusable } from './answers.ts'
import { readDocument } from './reader-texts.ts'
import { renderPart } from './rendered-part.ts'

/** Somebody waits for it, with the cursor where it shall go. */
const PATIENCE = 10_000

function requireOneForm({ markdown, document, html }: PagePart) {
  if ([markdown, document, html].filter((form) => form !== undefined).length !== 1)
    throw invalid('body must have one of markdown, document and html', { field: 'body' })
}

/** The Markdown of HTML: converted in a thread, as whole pages are. */
async function markdownOfHtml(ctx: OutsideContext, html: string): Promise<string> {
  if (html.trim() === '') return ''
  // The converter takes the first heading for the title of the page: a part has none of its own to give away.
  const bytes = new TextEncoder().encode(`<h1>Part</h1>${html}`)
  const outcome = await ctx.threads
    .run(convertTask, { source: 'html', bytes }, { timeout: PATIENCE })
    .catch((error: unknown): Conversion => {
      if (!(error instanceof TaskTimeout || error instanceof TaskLost)) throw error
      return { refused: { kind: 'too_large', message: 'it takes too long to convert', details: {} } }
    })
  if ('tree' in outcome) return outcome.tree.pages[0]?.markdown ?? ''
  const { kind, message, details } = outcome.refused
  throw new Problem(kind, `body.html could not be converted: ${message}`, { field: 'body.html', ...details })
}

/** Where a part would stand, and of a page what its conditions ask for. */
type Around = { from: Standpoint; page?: PageRecord }

export async function convertPart(ctx: OutsideContext, content: SeenContent, pageId: string, part: PagePart) {
  const { id } = await requirePage(ctx, content, pageId)
  const placed = (await findPagesWithPaths(content.view, [id])).get(id)
  if (!placed) throw notFound('page')
  const { page, path } = placed
  return convert(ctx, content, { from: { page: id, file: fileOfPage(page, path) }, page }, part)
}

export async function convertReusablePart(
  ctx: OutsideContext,
  content: SeenContent,
  id: string,
  part: PagePart,
) {
  const reusable = await requireReusable(ctx, content, id)
  return convert(ctx, content, { from: { file: fileOfReusable(reusable) } }, part)
}

async function convert(ctx: OutsideContext, content: SeenContent, { from, page }: Around, part: PagePart) {
  requireOneForm(part)
  if (part.document) requireDocument(part.document, 'body.document')
  const { space, view, audience } = content
  const source = part.html === undefined ? part.markdown : await markdownOfHtml(ctx, part.html)
  const body = { markdown: source, document: part.document }
  const incoming = { body, before: '', from, names: new Map(), links: ctx.links, spaceId: space.id }
  const markdown = await markdownOf(view, incoming)
  const reading = { spaceId: space.id, view, audience }
  const text = { text: markdown, body: null, from, page }
  const document = await readDocument(ctx, reading, text, { fillsIn: false })
  const rendered = part.render ? await renderPart(ctx, reading, { document, markdown }) : undefined
  return { markdown, document: publicDocument(document), ...(rendered !== undefined && { rendered }) }
}
